"""Prints the texts of public sets as JSON lines for export.ts, which knows the tags of most of them (public-tags.txt).

    python3 scripts/training/subjects/public-sets.py MAMS-ACSA-FOLDER ROAST-HOTELS-FOLDER SENTENCES-FOLDER YELP-FILE PATIENTS-FOLDER \
        STYLE-FOLDER > public.jsonl

MAMS-ACSA-FOLDER holds train.xml (MAMS for ABSA, Apache-2.0), ROAST-HOTELS-FOLDER the quads train.txt and dev.txt of the
English hotel reviews (ROAST-ABSA, Apache-2.0), SENTENCES-FOLDER what src/insights/sentiment/weights.md tells of, as
`*.jsonl` with {"text"}; YELP-FILE is yelp_labelled.txt of "Sentiment Labelled Sentences" (Kotzias et al., UCI, CC BY 4.0);
PATIENTS-FOLDER holds text_data.csv and v6framework_230831.csv of pxtextmining (NHS England, MIT; not its co*.csv, which
may not be used commercially); STYLE-FOLDER holds sentiment.test.0, .test.1, .dev.0 and .dev.1 of the sentences from Yelp of
"Style Transfer from Non-Parallel Text by Cross-Alignment" (Shen et al., NeurIPS 2017, Apache-2.0).
"""
import csv
import glob
import json
import re
import sys
import xml.etree.ElementTree as ElementTree


def restaurants(folder):
    for index, sentence in enumerate(ElementTree.parse(f"{folder}/train.xml").getroot()):
        yield f"mams.{index}", sentence.find("text").text


def join(tokens):
    """Tokenised text joined again."""
    return re.sub(r"\s+([.,!?;:)])", r"\1", re.sub(r"\s'\s(s|t|re|ve|ll|d|m)\b", r"'\1", tokens))


def hotels(folder):
    for part in ("train", "dev"):
        for index, line in enumerate(open(f"{folder}/{part}.txt")):
            yield f"roast.{part}.{index}", join(line.strip().partition("####")[0])


def sentences(folder, yelp):
    for path in sorted(glob.glob(f"{folder}/*.jsonl")):
        for index, line in enumerate(open(path)):
            yield f"{path.rsplit('/', 1)[-1].removesuffix('.jsonl')}.{index}", json.loads(line)["text"]
    for index, line in enumerate(open(yelp, errors="replace")):
        yield f"yelp.{index}", line.rsplit("\t", 1)[0].strip()


def patients(folder):
    """What patients answered when they were asked how they found a service; single words say nothing."""
    for name, column in (("text_data.csv", "feedback"), ("v6framework_230831.csv", "FFT answer")):
        with open(f"{folder}/{name}", newline="") as file:
            for index, row in enumerate(csv.DictReader(file)):
                text = " ".join(row[column].split())
                if 6 <= len(re.findall(r"\w+", text)) <= 160:
                    yield f"patients.{name[:4]}.{index}", text


def untokenise(line):
    """A sentence as people write it: `i ca n't wait $ _num_ .` was "I can't wait $5." or some other number."""
    text = re.sub("``|''", '"', line.strip().replace("_num_", "5").replace("`` ", '"').replace(" ''", '"'))
    text = re.sub(r" '(s|re|ve|ll|d|m)\b", r"'\1", re.sub(r" n't\b", "n't", text))
    text = re.sub(r"([($])\s+", r"\1", re.sub(r"\s+([.,!?;:)%])", r"\1", text))
    text = re.sub(r"\b(gon|wan) na\b", r"\1na", re.sub(r"\bi\b", "I", text))
    return text[:1].upper() + text[1:]


def businesses(folder):
    """Sentences about businesses of every kind."""
    for part in ("test", "dev"):
        for sign in "01":
            with open(f"{folder}/sentiment.{part}.{sign}") as file:
                for index, line in enumerate(file):
                    if len(line.split()) > 4:
                        yield f"yelp.{part}.{sign}.{index}", untokenise(line)


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    mams, roast, folder, yelp, feedback, style = sys.argv[1:]
    printed = set()
    for name, text in (
        *restaurants(mams), *hotels(roast), *sentences(folder, yelp), *patients(feedback), *businesses(style)):
        if text not in printed:
            print(json.dumps({"id": name, "text": text}))
        printed.add(text)
