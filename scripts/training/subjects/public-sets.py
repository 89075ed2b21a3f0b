"""Prints the labels of two public sets as tags of sentences, JSON lines for export.ts.

    python3 scripts/training/subjects/public-sets.py MAMS-ACSA-FOLDER ROAST-HOTELS-FOLDER > public.jsonl

MAMS-ACSA-FOLDER holds train.xml (MAMS for ABSA, Apache-2.0), ROAST-HOTELS-FOLDER the quads train.txt and dev.txt of the
English hotel reviews (ROAST-ABSA, Apache-2.0).
"""
import ast
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

SIGNS = {"positive": "+", "negative": "-", "neutral": "0"}
MAMS = {"food": "food", "menu": "food", "service": "staff", "staff": "staff", "price": "price", "ambience": "ambience"}
HOTEL = ["room", "clean", "location", "staff", "food", "price"]


def restaurants(folder):
    for index, sentence in enumerate(ElementTree.parse(f"{folder}/train.xml").getroot()):
        text = sentence.find("text").text
        tags = [
            {"at": len(text), "subject": MAMS[label.get("category")], "sign": SIGNS[label.get("polarity")]}
            for label in sentence.iter("aspectCategory")
            if label.get("category") in MAMS
        ]
        yield {"id": f"mams.{index}", "text": text, "tags": tags, "covered": ["food", "staff", "price", "ambience"]}


def subject_of(category):
    if "prices" in category:
        return "price"
    if "cleanliness" in category:
        return "clean"
    for start, subject in (("service", "staff"), ("location", "location"), ("food", "food"),
                           ("rooms", "room"), ("room_amen", "room"), ("facilities", "room")):
        if category.startswith(start):
            return subject
    return None


def join(tokens):
    """Tokenised text joined again."""
    return re.sub(r"\s+([.,!?;:)])", r"\1", re.sub(r"\s'\s(s|t|re|ve|ll|d|m)\b", r"'\1", tokens))


def hotels(folder):
    for part in ("train", "dev"):
        for index, line in enumerate(open(f"{folder}/{part}.txt")):
            text, _, labels = line.strip().partition("####")
            covered, tags = set(HOTEL), []
            for term, category, polarity, opinion in ast.literal_eval(labels or "[]"):
                subject = subject_of(category)
                if subject is None:
                    continue
                at = text.find(opinion) if opinion != "NULL" else -1
                at = text.find(term) if at < 0 and term != "NULL" else at
                # Without a place nobody knows which sentence says it.
                if at < 0:
                    covered.discard(subject)
                else:
                    tags.append({"at": len(join(text[:at])) + 2, "subject": subject, "sign": SIGNS[polarity]})
            yield {"id": f"roast.{part}.{index}", "text": join(text), "tags": tags, "covered": sorted(covered)}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for review in [*restaurants(sys.argv[1]), *hotels(sys.argv[2])]:
        print(json.dumps(review))
