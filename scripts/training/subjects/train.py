"""Trains the network of sentences (src/insights/subjects/network.ts): large networks learn from the tags, and the small
one that is published learns from the tags and from them. Needs Python 3.11, numpy, PyTorch 1.13, GloVe's vectors of 100
numbers (glove.6B.100d.txt, public domain) and the folder of the lite Universal Sentence Encoder (encoder.py; Apache-2.0).

    python3 scripts/training/subjects/public-sets.py ... > public.jsonl
    node scripts/training/subjects/export.ts > reviews.jsonl
    node scripts/training/subjects/export.ts public.jsonl >> reviews.jsonl
    python3 scripts/training/subjects/train.py reviews.jsonl glove.6B.100d.txt ENCODER-FOLDER src/insights/subjects/weights.json

About two hours on two cores, summed up from its steps. Other machines may round differently.

What the published network says of some texts (test/insights/subjects/trained-scores.json):

    node scripts/training/subjects/export.ts texts.jsonl > exported.jsonl
    python3 scripts/training/subjects/train.py --scores src/insights/subjects/weights.json texts.jsonl exported.jsonl
"""
import base64
import collections
import json
import random
import sys
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from encoder import SIZE, Encoder, Pieces
from teachers import Large, Tuned
from words import ROLES, SUBJECTS, VECTOR, attend, init_words, read_glove, squash

LONGEST_REVIEW = 60
# The older corpus is shorter and wittier than people are; what people wrote is worth more than what was invented.
TRUST = {"tagged": 1.0, "corpus": 0.6, "public": 1.5}
SMALL = dict(filters=64, cells=48, seed=5)
# Only the large networks see what the encoder makes of a sentence.
NO_MEANING = np.zeros(SIZE, np.float32)


class Vocabulary:
    """Rows of words: 0 pads, 1 is every word that is not known."""

    def __init__(self, reviews, least):
        counts = collections.Counter(word for review in reviews for s in review["sentences"] for word in s["words"])
        self.keys = sorted(word for word, count in counts.items() if count >= least)
        self.rows = {key: row + 2 for row, key in enumerate(self.keys)}

    def encode(self, review):
        return [self.encode_sentence(s) for s in review["sentences"][:LONGEST_REVIEW] if s["words"]]

    def encode_sentence(self, sentence):
        tags = np.zeros((2, len(SUBJECTS)), np.float32)
        for subject, sign in sentence["tags"].items():
            tags[0, SUBJECTS.index(subject)] = sign in "+~"
            tags[1, SUBJECTS.index(subject)] = sign in "-~"
        raised = np.array([[bits >> index & 1 for index in range(len(SUBJECTS))] for bits in sentence["raised"]], np.float32)
        words = np.array([self.rows.get(word, 1) for word in sentence["words"]], np.int64)
        roles, valences = np.array(sentence["roles"], np.int64), np.array(sentence["valences"], np.float32)
        return words, roles, valences, raised, tags, sentence.get("pieces", [0]), sentence.get("meaning", NO_MEANING)


def key_of(word):
    """The low 24 bits of FNV-1a: how the reader names a word."""
    value = 0x811C9DC5
    for letter in word:
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return value & 0xFFFFFF


def read_vectors(path):
    vectors = {}
    for word, vector in read_glove(path):
        vectors.setdefault(key_of(word), vector)
    return vectors


class Small(nn.Module):
    """What is published: filters of three words, most of them gates of memory cells that run both ways."""

    def __init__(self, vocabulary, filters, cells, word_size=40, role_size=8, dropout=0.2, word_dropout=0.08):
        super().__init__()
        self.filters, self.cells, self.dropout, self.word_dropout = filters, cells, dropout, word_dropout
        self.word, self.role = init_words(len(vocabulary.keys) + 2, word_size), init_words(ROLES, role_size)
        self.filter = nn.Conv1d(word_size + role_size + 2 + len(SUBJECTS), filters + 6 * cells, 3, padding=1)
        with torch.no_grad():
            self.filter.bias[filters:].view(2, 3, cells)[:, 1] += 1  # cells begin by keeping what they hold
        features = 2 * cells + filters
        self.attention = nn.Linear(2 * cells, len(SUBJECTS), bias=False)
        self.attended = nn.Parameter(torch.randn(2 * len(SUBJECTS), 2 * cells) * 0.05)
        self.strongest = nn.Linear(features, 2 * len(SUBJECTS))
        self.before = nn.Linear(features, 2 * len(SUBJECTS), bias=False)
        self.after = nn.Linear(features, 2 * len(SUBJECTS), bias=False)

    def forward(self, batch):
        words, mask, raised = batch.words, batch.mask, batch.raised
        if self.training:
            forgotten = (torch.rand(words.shape) < self.word_dropout) & (words > 0)
            words = torch.where(forgotten, torch.ones_like(words), words)
            raised = raised * (torch.rand(raised.shape[0], 1, raised.shape[2]) > 0.1)
        signs = [batch.valences.clamp(min=0).unsqueeze(2), batch.valences.clamp(max=0).unsqueeze(2)]
        seen = torch.cat([self.word(words), self.role(batch.roles), *signs, raised], 2) * mask.unsqueeze(2)
        answers = self.filter(seen.transpose(1, 2)).transpose(1, 2)
        gates = answers[:, :, self.filters :].unflatten(2, (2, 3, self.cells))
        here = mask[:, :, None, None]
        kept = (1 + squash(gates[:, :, :, 1])) / 2 * here + (1 - here)  # padding leaves the cells as they are
        taken = squash(gates[:, :, :, 0]) * (1 - kept)
        shown = (1 + squash(gates[:, :, :, 2])) / 2
        kept, taken = (torch.stack([v[:, :, 0], v[:, :, 1].flip(1)], 2) for v in (kept, taken))
        memory, held = torch.zeros(len(words), 2, self.cells), []
        for at in range(words.shape[1]):
            memory = kept[:, at] * memory + taken[:, at]
            held.append(memory)
        held = torch.stack(held, 1)
        forwards, backwards = held[:, :, 0] * shown[:, :, 0], held[:, :, 1].flip(1) * shown[:, :, 1]
        found = torch.cat([backwards, forwards, F.relu(answers[:, :, : self.filters])], 2) * mask.unsqueeze(2)
        attended = F.dropout(attend(found[:, :, : 2 * self.cells], self.attention, mask), self.dropout, self.training)
        strongest = found.masked_fill(mask.unsqueeze(2) == 0, -1e4).max(1)[0]
        strongest = F.dropout(strongest, self.dropout, self.training)
        neighbours = torch.cat([strongest, torch.zeros(1, strongest.shape[1])])
        flat = self.strongest(strongest) + self.before(neighbours[batch.before]) + self.after(neighbours[batch.after])
        by_side = self.attended.view(2, len(SUBJECTS), -1)
        return flat.view(-1, 2, len(SUBJECTS)) + torch.einsum("bsf,jsf->bjs", attended, by_side)


class Batch(NamedTuple):
    """The sentences of some reviews, padded."""

    words: torch.Tensor
    roles: torch.Tensor
    valences: torch.Tensor
    raised: torch.Tensor
    mask: torch.Tensor
    pieces: torch.Tensor
    piece_mask: torch.Tensor
    meanings: torch.Tensor
    # The rows of the neighbours; their number where there is none.
    before: torch.Tensor
    after: torch.Tensor


def pad(columns):
    """Rows of unlike length as one tensor, and where it holds something."""
    longest = max(map(len, columns))
    first = np.asarray(columns[0])
    values = np.zeros((len(columns), longest, *first.shape[1:]), first.dtype)
    mask = np.zeros((len(columns), longest), np.float32)
    for row, column in enumerate(columns):
        values[row, : len(column)] = column
        mask[row, : len(column)] = 1
    return torch.tensor(values), torch.tensor(mask)


def to_batch(reviews):
    """The sentences of some reviews as tensors, their tags, and which review each is of."""
    words, roles, valences, raised, tags, pieces, meanings = zip(*(sentence for review in reviews for sentence in review))
    padded, mask = pad(words)
    before, after, owner = [], [], []
    for index, review in enumerate(reviews):
        first = len(owner)
        for place in range(len(review)):
            before.append(first + place - 1 if place > 0 else len(words))
            after.append(first + place + 1 if place + 1 < len(review) else len(words))
            owner.append(index)
    batch = Batch(
        padded, pad(roles)[0], pad(valences)[0], pad(raised)[0], mask, *pad(pieces),
        torch.tensor(np.stack(meanings)), torch.tensor(before), torch.tensor(after))
    return batch, torch.tensor(np.stack(tags)), owner


def train(build, seed, reviews, vocabulary, odds=None, weight=0.6, epochs=6, size=32, rate=2e-3, slow=None):
    """`odds`: what other networks say of each review, which weighs so much against its tags. `slow`: the rate of what
    has been taught before, an encoder."""
    torch.manual_seed(seed)
    random.seed(seed)
    network = build()
    lessons = [(vocabulary.encode(review), TRUST.get(review["source"], 0.0), review["id"]) for review in reviews]
    lessons = [lesson for lesson in lessons if lesson[0]]
    learned = [(name.startswith("encoder."), values) for name, values in network.named_parameters() if values.requires_grad]
    groups = [[values for before, values in learned if before == taught] for taught in (False, True)]
    rates = [rate, slow] if groups[1] else [rate]
    optimizer = torch.optim.AdamW(
        [{"params": values, "lr": one} for values, one in zip(groups, rates)], weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rates, total_steps=epochs * (len(lessons) // size + 2), pct_start=0.15)
    for epoch in range(epochs):
        network.train()
        # Reviews with sentences of like length share a batch: less is padded.
        order = sorted(lessons, key=lambda lesson: max(len(s[0]) for s in lesson[0]) + random.random() * 8)
        batches = [order[at : at + size] for at in range(0, len(order), size)]
        random.shuffle(batches)
        total = 0.0
        for lessons_here in batches:
            batch, tags, owner = to_batch([encoded for encoded, _, _ in lessons_here])
            trust = torch.tensor([lessons_here[index][1] for index in owner])[:, None, None]
            if odds is not None:
                said = torch.tensor(np.concatenate([odds[name] for _, _, name in lessons_here]))
                tags = torch.where(trust > 0, weight * said + (1 - weight) * tags, said)
                trust = torch.ones_like(trust)
            losses = F.binary_cross_entropy_with_logits(network(batch), tags, reduction="none")
            loss = (losses * trust).sum() / len(tags)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / len(batches):.3f}", file=sys.stderr, flush=True)
    return network.eval()


def score(network, vocabulary, reviews):
    """Log-odds by review: sentences, then praise and blame, then subjects."""
    scores = {}
    with torch.no_grad():
        for at in range(0, len(reviews), 64):
            some = [(vocabulary.encode(review), review["id"]) for review in reviews[at : at + 64]]
            some = [(encoded, name) for encoded, name in some if encoded]
            if not some:
                continue
            batch, _, owner = to_batch([encoded for encoded, _ in some])
            said = network(batch).numpy()
            for index, (_, name) in enumerate(some):
                scores[name] = said[np.array(owner) == index]
    return scores


def pack(values):
    values = np.asarray(values, np.float32).ravel()
    step = float(np.abs(values).max()) / 127 or 1.0
    return {"bytes": base64.b64encode(np.round(values / step).astype(np.int8).tobytes()).decode(), "step": step}


def pack_keys(keys):
    """Ascending keys as gaps, seven bits a byte."""
    packed, previous = bytearray(), 0
    for key in keys:
        gap, previous = key - previous, key
        while gap >= 128:
            packed.append(gap & 127 | 128)
            gap >>= 7
        packed.append(gap)
    return base64.b64encode(bytes(packed)).decode()


def to_stored(network, vocabulary):
    weights = {name: values.detach().numpy() for name, values in network.state_dict().items()}
    return {
        "words": pack_keys(vocabulary.keys),
        "wordSize": weights["word.weight"].shape[1],
        "roleSize": weights["role.weight"].shape[1],
        "filters": network.filters,
        "cells": network.cells,
        "word": pack(weights["word.weight"][1:]),
        "role": pack(weights["role.weight"]),
        "filter": pack(weights["filter.weight"].transpose(2, 1, 0)),
        "filterBias": pack(weights["filter.bias"]),
        "attention": pack(weights["attention.weight"]),
        "attended": pack(weights["attended"]),
        "strongest": pack(weights["strongest.weight"]),
        "before": pack(weights["before.weight"]),
        "after": pack(weights["after.weight"]),
        "bias": pack(weights["strongest.bias"]),
    }


def init_by(vectors, vocabulary, table):
    """The small network starts from what GloVe knows of words, in as many numbers as it has for a word."""
    found = np.stack([vectors.get(key, np.zeros(VECTOR, np.float32)) for key in vocabulary.keys])
    known = np.abs(found).sum(1) > 0
    apart = found[known] - found[known].mean(0)
    _, _, axes = np.linalg.svd(apart, full_matrices=False)
    short = apart @ axes[: table.weight.shape[1]].T
    with torch.no_grad():
        table.weight[torch.tensor(np.where(known)[0] + 2)] = torch.tensor(short / short.std() * 0.3)


def add_meanings(reviews, folder):
    """What the encoder sees of each sentence, and makes of it as it was published."""
    pieces, encoder = Pieces(folder), Encoder(folder).eval()
    sentences = [sentence for review in reviews for sentence in review["sentences"]]
    for sentence in sentences:
        sentence["pieces"] = pieces.cut(sentence["text"])
    sentences.sort(key=lambda sentence: len(sentence["pieces"]))
    with torch.no_grad():
        for at in range(0, len(sentences), 64):
            some = sentences[at : at + 64]
            for sentence, meaning in zip(some, encoder.meaning(*pad([one["pieces"] for one in some])).numpy()):
                sentence["meaning"] = meaning


def main(reviews_path, vectors_path, encoder_folder, target):
    torch.set_num_threads(2)
    reviews = [json.loads(line) for line in open(reviews_path)]
    tagged = [review for review in reviews if review["source"] in TRUST]
    add_meanings(reviews, encoder_folder)
    vectors = read_vectors(vectors_path)
    everything = Vocabulary(reviews, least=1)
    trained = set(Vocabulary(tagged, least=2).keys)
    known = [False, False] + [key in trained for key in everything.keys]
    teachers = [
        dict(build=lambda: Large(everything, known, vectors, 96, meaning=0), seed=1),
        dict(build=lambda: Large(everything, known, vectors, 96, meaning=96), seed=3),
        dict(build=lambda: Tuned(Encoder(encoder_folder)), seed=1, epochs=3, size=24, slow=3e-4),
    ]
    said = []
    for index, teacher in enumerate(teachers):
        print(f"large network {index + 1} of {len(teachers)}", file=sys.stderr)
        said.append(score(train(reviews=tagged, vocabulary=everything, **teacher), everything, reviews))
    odds = {name: to_odds(sum(scores[name] for scores in said) / len(said)) for name in said[0]}
    vocabulary = Vocabulary(reviews, least=5)

    def build():
        network = Small(vocabulary, SMALL["filters"], SMALL["cells"])
        init_by(vectors, vocabulary, network.word)
        return network

    print("the small network", file=sys.stderr)
    small = train(build, SMALL["seed"], reviews, vocabulary, odds, weight=0.7, epochs=7, size=48, rate=2.5e-3)
    with open(target, "w") as file:
        json.dump(to_stored(small, vocabulary), file)
        file.write("\n")


def unpack(packed, shape):
    values = np.frombuffer(base64.b64decode(packed["bytes"]), np.int8).astype(np.float32) * np.float32(packed["step"])
    return torch.tensor(values.reshape(shape))


def unpack_keys(packed):
    keys, key, gap, shift = [], 0, 0, 0
    for byte in base64.b64decode(packed):
        gap |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            key, gap, shift = key + gap, 0, 0
            keys.append(key)
    return keys


def load(path):
    """The network as it is published, with weights of eight bits, and its vocabulary."""
    with open(path) as file:
        stored = json.load(file)
    vocabulary = Vocabulary([], least=1)
    vocabulary.keys = unpack_keys(stored["words"])
    vocabulary.rows = {key: row + 2 for row, key in enumerate(vocabulary.keys)}
    network = Small(vocabulary, stored["filters"], stored["cells"])
    state = network.state_dict()
    word, filters = state["word.weight"], state["filter.weight"]
    state["word.weight"][1:] = unpack(stored["word"], word[1:].shape)
    state["filter.weight"] = unpack(stored["filter"], filters.shape[::-1]).permute(2, 1, 0)
    names = {"role.weight": "role", "filter.bias": "filterBias", "attention.weight": "attention", "attended": "attended",
             "strongest.weight": "strongest", "strongest.bias": "bias", "before.weight": "before", "after.weight": "after"}
    for name, key in names.items():
        state[name] = unpack(stored[key], state[name].shape)
    network.load_state_dict(state)
    return network.eval(), vocabulary


def print_scores(weights_path, texts_path, exported_path):
    network, vocabulary = load(weights_path)
    texts, reviews = ([json.loads(line) for line in open(path)] for path in (texts_path, exported_path))
    scores = score(network, vocabulary, reviews)
    sides = lambda said: {"praise": [round(float(x), 3) for x in said[0]], "blame": [round(float(x), 3) for x in said[1]]}
    json.dump([{"text": text["text"], "sentences": [sides(said) for said in scores[text["id"]]]} for text in texts], sys.stdout)
    print()


def to_odds(logits):
    return (1 / (1 + np.exp(-logits))).astype(np.float32)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--scores"] and len(sys.argv) == 5:
        print_scores(*sys.argv[2:])
    elif len(sys.argv) == 5:
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
