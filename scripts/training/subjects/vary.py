"""Prints texts like those given, with other words in them, as JSON lines for export.ts: nonsense in part, but the small
network learns from them what the large ones make of words and turns that no review here has.

    python3 scripts/training/subjects/vary.py reviews.jsonl glove.6B.100d.txt > varied.jsonl
"""
import collections
import json
import random
import re
import sys

import numpy as np

from words import read_glove

MOST_WORDS = 16_000
NEIGHBOURS = 8
# Words farther apart than this are no neighbours.
NEAR = 0.45
token = re.compile(r"[A-Za-z][A-Za-z'’]*|\d[\d.,:]*|[^\sA-Za-z\d]+")
# What holds a sentence together stays.
kept = set(
    "the a an and or but to of in on at for with was were is are be been i we they he she it my our their his her you "
    "your me us them that this not no n't".split())
joints = [", but ", " and ", ", and ", ". ", ", although ", ", so "]


def find_neighbours(sentences, path):
    counts = collections.Counter(word.lower() for text in sentences for word in token.findall(text))
    wanted = {word for word, count in counts.most_common(MOST_WORDS) if count >= 4 and word.isalpha()}
    vectors = {word: vector for word, vector in read_glove(path) if word in wanted}
    words = sorted(vectors)
    table = np.stack([vectors[word] / np.linalg.norm(vectors[word]) for word in words])
    neighbours = {}
    for first in range(0, len(words), 1000):
        for word, likeness in zip(words[first:], table[first : first + 1000] @ table.T):
            best = np.argsort(-likeness)[1 : NEIGHBOURS + 1]
            neighbours[word] = [words[one] for one in best if likeness[one] > NEAR]
    return neighbours


def vary(text, neighbours):
    """Every fifth word becomes a neighbour of its, every twentieth goes."""
    varied = ""
    for found in token.finditer(text):
        word, chance = found[0], random.random()
        if word.isalpha() and word.lower() not in kept:
            if chance < 0.22 and neighbours.get(word.lower()):
                other = random.choice(neighbours[word.lower()])
                word = other.capitalize() if word[0].isupper() else other
            elif chance > 0.95:
                continue
        varied += word + (" " if text[found.end() : found.end() + 1] == " " else "")
    return varied.strip() if len(varied.strip()) > 3 else text


def recut(text, others):
    """Now and then a part of the sentence, or the sentence with another one."""
    chance, words = random.random(), text.split()
    if chance < 0.12 and len(words) > 8:
        size = random.randint(len(words) // 2, len(words))
        first = random.randint(0, len(words) - size)
        return " ".join(words[first : first + size])
    if chance < 0.25:
        other = random.choice(others)
        return text.rstrip(".!? ") + random.choice(joints) + other[:1].lower() + other[1:]
    return text


def main(reviews_path, vectors_path):
    random.seed(11)
    reviews = [
        [sentence["text"] for sentence in review["sentences"] if sentence["text"].strip()]
        for review in map(json.loads, open(reviews_path))
        if review["source"] != "plain"
    ]
    sentences = [text for review in reviews for text in review]
    neighbours = find_neighbours(sentences, vectors_path)
    others = [text for text in sentences if 5 < len(text.split()) < 30]
    for index, review in enumerate(filter(None, reviews)):
        varied = [vary(recut(text, others), neighbours) for text in review]
        ended = [text if re.search(r"[.!?][\"')]*$", text) else f"{text}." for text in varied]
        print(json.dumps({"id": f"varied.{index}", "text": " ".join(ended)}))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
