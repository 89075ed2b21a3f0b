"""Prints the texts of public sets as JSON lines for export.ts, which knows the tags of most of them (public-tags.txt).

    python3 scripts/training/subjects/public-sets.py MAMS-ACSA-FOLDER ROAST-HOTELS-FOLDER SENTENCES-FOLDER YELP-FILE > public.jsonl

MAMS-ACSA-FOLDER holds train.xml (MAMS for ABSA, Apache-2.0), ROAST-HOTELS-FOLDER the quads train.txt and dev.txt of the
English hotel reviews (ROAST-ABSA, Apache-2.0), SENTENCES-FOLDER what src/insights/sentiment/weights.md tells of, as
`*.jsonl` with {"text"}; YELP-FILE is yelp_labelled.txt of "Sentiment Labelled Sentences" (Kotzias et al., UCI, CC BY 4.0).
"""
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


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    mams, roast, folder, yelp = sys.argv[1:]
    printed = set()
    for name, text in (*restaurants(mams), *hotels(roast), *sentences(folder, yelp)):
        if text not in printed:
            print(json.dumps({"id": name, "text": text}))
        printed.add(text)
