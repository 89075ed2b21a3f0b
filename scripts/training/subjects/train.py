"""Trains the network of sentences (src/insights/subjects/network.ts): large networks learn from the tags, and the small
one that is published learns from the tags and from them. Needs Python 3.11, numpy, PyTorch 1.13, GloVe's vectors of 100
numbers (glove.6B.100d.txt, public domain), and for each exported sentence, in their order, the 512 numbers that the
lite Universal Sentence Encoder gives to its "text", as 32-bit floats one after the other (sentences.f32; Apache-2.0).

    python3 scripts/training/subjects/public-sets.py MAMS-FOLDER ROAST-FOLDER > public.jsonl
    node scripts/training/subjects/export.ts > tagged.jsonl
    node scripts/training/subjects/export.ts public.jsonl >> tagged.jsonl
    node scripts/training/subjects/export.ts other-texts.jsonl > plain.jsonl
    python3 scripts/training/subjects/train.py tagged.jsonl plain.jsonl glove.6B.100d.txt sentences.f32 src/insights/subjects/weights.json

About fifty minutes on two cores, summed up from its steps; sentences.f32 takes twenty more. Other machines may round
differently.

What the published network says of some texts (test/insights/subjects/trained-scores.json):

    node scripts/training/subjects/export.ts texts.jsonl > exported.jsonl
    python3 scripts/training/subjects/train.py --scores src/insights/subjects/weights.json texts.jsonl exported.jsonl
"""
import base64
import collections
import itertools
import json
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SUBJECTS = "price time work staff communication honesty clean booking room location food ambience".split()
ROLES = 64
LONGEST_REVIEW = 60
# The older corpus is shorter and wittier than people are; public sets label by rules of their own.
TRUST = {"tagged": 1.0, "corpus": 0.6, "public": 0.5}
LARGE = [dict(cells=96, seed=1, meaning=0), dict(cells=96, seed=3, meaning=96)]
SMALL = dict(filters=64, cells=48, seed=5)
VECTOR = 100
# Of a whole sentence.
MEANING = 512
# So many of GloVe's words, the most frequent ones, are read.
FREQUENT = 200_000


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
        return words, roles, valences, raised, tags, sentence.get("row", 0)


def key_of(word):
    """The low 24 bits of FNV-1a: how the reader names a word."""
    value = 0x811C9DC5
    for letter in word:
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return value & 0xFFFFFF


def read_vectors(path):
    vectors = {}
    with open(path, encoding="utf-8") as file:
        for line in itertools.islice(file, FREQUENT):
            word, *numbers = line.rstrip().split(" ")
            vectors.setdefault(key_of(word), np.array(numbers, np.float32))
    return vectors


def init_words(words, size):
    table = nn.Embedding(words, size, padding_idx=0)
    nn.init.normal_(table.weight, 0, 0.3)
    return table


def attend(found, shares_of, mask):
    shares = shares_of(found).masked_fill(mask.unsqueeze(2) == 0, -1e9).softmax(1)
    return torch.einsum("bnf,bns->bsf", found, shares)


class Large(nn.Module):
    """Reads words by recurrent cells, and the sentences of a review by others; knows all words of GloVe.

    With `meaning` it also sees what an encoder that has read much more text makes of each whole sentence."""

    def __init__(self, vocabulary, known, vectors, cells, meaning, meanings, word_size=48, role_size=8, among=64, dropout=0.35, word_dropout=0.12):
        super().__init__()
        self.dropout, self.word_dropout = dropout, word_dropout
        self.word, self.role = init_words(len(vocabulary.keys) + 2, word_size), init_words(ROLES, role_size)
        # Words that tags never name have rows of GloVe alone: `vocabulary` is of all texts.
        self.known = torch.tensor(known)
        table = np.stack([np.zeros(VECTOR, np.float32)] * 2 + [vectors.get(key, np.zeros(VECTOR, np.float32)) for key in vocabulary.keys])
        self.vector = nn.Embedding.from_pretrained(torch.tensor(table), freeze=True)
        size = word_size + VECTOR + role_size + 2 + len(SUBJECTS)
        self.cells = nn.GRU(size, cells, bidirectional=True, batch_first=True)
        self.attention = nn.Linear(2 * cells, len(SUBJECTS), bias=False)
        self.attended = nn.Parameter(torch.randn(2 * len(SUBJECTS), 2 * cells) * 0.05)
        self.strongest = nn.Linear(2 * cells, 2 * len(SUBJECTS))
        self.meaning, self.meanings = meaning, meanings
        if meaning:
            self.squeeze = nn.Linear(MEANING, meaning)
            self.by_meaning = nn.Linear(meaning, 2 * len(SUBJECTS), bias=False)
        self.sentences = nn.GRU(2 * cells + 2 * len(SUBJECTS) + meaning, among, bidirectional=True, batch_first=True)
        self.context = nn.Linear(2 * among, 2 * len(SUBJECTS), bias=False)

    def forward(self, words, roles, valences, raised, mask, rows, before, after):
        known = torch.where(self.known[words], words, (words > 0).long())
        vectors = self.vector(words)
        if self.training:
            forgotten = (torch.rand(words.shape) < self.word_dropout) & (words > 0)
            known = torch.where(forgotten, torch.ones_like(words), known)
            vectors = vectors * (torch.rand(words.shape) > 0.1).unsqueeze(2)
            raised = raised * (torch.rand(raised.shape[0], 1, raised.shape[2]) > 0.1)
        signs = [valences.clamp(min=0).unsqueeze(2), valences.clamp(max=0).unsqueeze(2)]
        seen = torch.cat([self.word(known), vectors, self.role(roles), *signs, raised], 2) * mask.unsqueeze(2)
        lengths = mask.sum(1).long().clamp(min=1)
        packed = nn.utils.rnn.pack_padded_sequence(
            F.dropout(seen, 0.15, self.training), lengths, batch_first=True, enforce_sorted=False)
        found, _ = nn.utils.rnn.pad_packed_sequence(self.cells(packed)[0], batch_first=True, total_length=words.shape[1])
        attended = F.dropout(attend(found, self.attention, mask), self.dropout, self.training)
        strongest = found.masked_fill(mask.unsqueeze(2) == 0, -1e9).max(1)[0]
        strongest = F.dropout(strongest, self.dropout, self.training)
        alone = self.strongest(strongest) + torch.einsum("bsf,jsf->bjs", attended, self.by_side()).flatten(1)
        firsts = (before == len(words)).nonzero()[:, 0].tolist()
        sizes = [end - first for first, end in zip(firsts, [*firsts[1:], len(words)])]
        means = torch.zeros(len(words), 0)
        if self.meaning:
            means = F.dropout(torch.tensor(self.meanings[rows.numpy()]) * 16, 0.2, self.training)
            means = F.dropout(F.relu(self.squeeze(means)), 0.4, self.training)
            alone = alone + self.by_meaning(means)
        seen = torch.cat([strongest, torch.tanh(alone.detach()), means], 1)
        packed = nn.utils.rnn.pack_sequence(torch.split(seen, sizes), enforce_sorted=False)
        among, _ = nn.utils.rnn.pad_packed_sequence(self.sentences(packed)[0], batch_first=True)
        among = torch.cat([among[index, :size] for index, size in enumerate(sizes)])
        return (alone + self.context(F.dropout(among, self.dropout, self.training))).view(-1, 2, len(SUBJECTS))

    def by_side(self):
        return self.attended.view(2, len(SUBJECTS), -1)


def squash(values):
    return values / (1 + values.abs())


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

    def forward(self, words, roles, valences, raised, mask, rows, before, after):
        if self.training:
            forgotten = (torch.rand(words.shape) < self.word_dropout) & (words > 0)
            words = torch.where(forgotten, torch.ones_like(words), words)
            raised = raised * (torch.rand(raised.shape[0], 1, raised.shape[2]) > 0.1)
        signs = [valences.clamp(min=0).unsqueeze(2), valences.clamp(max=0).unsqueeze(2)]
        seen = torch.cat([self.word(words), self.role(roles), *signs, raised], 2) * mask.unsqueeze(2)
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
        flat = self.strongest(strongest) + self.before(neighbours[before]) + self.after(neighbours[after])
        by_side = self.attended.view(2, len(SUBJECTS), -1)
        return flat.view(-1, 2, len(SUBJECTS)) + torch.einsum("bsf,jsf->bjs", attended, by_side)


def to_batch(reviews):
    """The sentences of some reviews as tensors, with the rows of their meanings and neighbours, and their reviews."""
    sentences = [sentence for review in reviews for sentence in review]
    size, longest = len(sentences), max(len(s[0]) for s in sentences)
    shapes = [(np.int64, ()), (np.int64, ()), (np.float32, ()), (np.float32, (len(SUBJECTS),))]
    inputs = [np.zeros((size, longest, *shape), kind) for kind, shape in shapes]
    mask = np.zeros((size, longest), np.float32)
    for row, sentence in enumerate(sentences):
        for values, target in zip(sentence, inputs):
            target[row, : len(values)] = values
        mask[row, : len(sentence[0])] = 1
    before, after, owner = [], [], []
    for index, review in enumerate(reviews):
        first = len(owner)
        for place in range(len(review)):
            before.append(first + place - 1 if place > 0 else size)
            after.append(first + place + 1 if place + 1 < len(review) else size)
            owner.append(index)
    tags = torch.tensor(np.stack([s[4] for s in sentences]))
    rows = [s[5] for s in sentences]
    return [torch.tensor(values) for values in (*inputs, mask, rows, before, after)], tags, owner


def trust_of(review):
    """How much each subject's tags count: nothing where it was not labelled."""
    covered = review.get("covered", SUBJECTS if review["source"] in TRUST else [])
    return torch.tensor([TRUST.get(review["source"], 0.0) * (subject in covered) for subject in SUBJECTS])


def train(build, seed, reviews, vocabulary, odds=None, weight=0.6, epochs=6, size=32, rate=2e-3):
    """`odds`: what other networks say of each review, which weighs so much against its tags."""
    torch.manual_seed(seed)
    random.seed(seed)
    network = build()
    lessons = [(vocabulary.encode(review), review) for review in reviews]
    lessons = [(encoded, review) for encoded, review in lessons if encoded]
    optimizer = torch.optim.AdamW(
        [values for values in network.parameters() if values.requires_grad], lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=epochs * (len(lessons) // size + 2), pct_start=0.15)
    for epoch in range(epochs):
        network.train()
        # Reviews with sentences of like length share a batch: less is padded.
        order = sorted(lessons, key=lambda lesson: max(len(s[0]) for s in lesson[0]) + random.random() * 8)
        batches = [order[at : at + size] for at in range(0, len(order), size)]
        random.shuffle(batches)
        total = 0.0
        for batch in batches:
            inputs, tags, owner = to_batch([encoded for encoded, _ in batch])
            trust = torch.stack([trust_of(batch[index][1]) for index in owner])
            if odds is not None:
                said = torch.tensor(np.concatenate([odds[review["id"]] for _, review in batch]))
                tags = torch.where(trust[:, None, :] > 0, weight * said + (1 - weight) * tags, said)
                trust = torch.ones_like(trust)
            losses = F.binary_cross_entropy_with_logits(network(*inputs), tags, reduction="none")
            loss = (losses * trust[:, None, :]).sum() / len(tags)
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
            inputs, _, owner = to_batch([encoded for encoded, _ in some])
            said = network(*inputs).numpy()
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


def main(tagged_path, plain_path, vectors_path, meanings_path, target):
    torch.set_num_threads(2)
    tagged, plain = ([json.loads(line) for line in open(path)] for path in (tagged_path, plain_path))
    for row, sentence in enumerate(s for review in tagged + plain for s in review["sentences"]):
        sentence["row"] = row
    vectors, meanings = read_vectors(vectors_path), np.fromfile(meanings_path, np.float32).reshape(-1, MEANING)
    everything = Vocabulary(tagged + plain, least=1)
    trained = set(Vocabulary(tagged, least=2).keys)
    known = [False, False] + [key in trained for key in everything.keys]
    said = []
    for index, shape in enumerate(LARGE):
        print(f"large network {index + 1} of {len(LARGE)}", file=sys.stderr)
        build = lambda: Large(everything, known, vectors, shape["cells"], shape["meaning"], meanings)
        said.append(score(train(build, shape["seed"], tagged, everything), everything, tagged + plain))
    odds = {name: to_odds(sum(scores[name] for scores in said) / len(said)) for name in said[0]}
    vocabulary = Vocabulary(tagged + plain, least=3)

    def build():
        network = Small(vocabulary, SMALL["filters"], SMALL["cells"])
        init_by(vectors, vocabulary, network.word)
        return network

    print("the small network", file=sys.stderr)
    small = train(build, SMALL["seed"], tagged + plain, vocabulary, odds, weight=0.7, epochs=7, size=48, rate=2.5e-3)
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
    elif len(sys.argv) == 6:
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
