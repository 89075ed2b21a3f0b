"""Trains the network of sentences (src/insights/subjects/network.ts): two large networks learn from the tags, and the
small one that is published learns from the tags and from them. Needs Python 3.11, numpy and PyTorch 1.13.

    python3 scripts/training/subjects/public-sets.py MAMS-FOLDER ROAST-FOLDER > public.jsonl
    node scripts/training/subjects/export.ts > tagged.jsonl
    node scripts/training/subjects/export.ts public.jsonl >> tagged.jsonl
    node scripts/training/subjects/export.ts other-texts.jsonl > plain.jsonl
    python3 scripts/training/subjects/train.py tagged.jsonl plain.jsonl src/insights/subjects/weights.json

About fifteen minutes on two cores. The same seeds give the same weights on one machine; others may round differently.
"""
import base64
import collections
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
LARGE = [dict(filters=192, span=3, deep=True, seed=1), dict(filters=192, span=5, seed=2)]
SMALL = dict(word_size=40, filters=128, span=3, attending=32, dropout=0.2, word_dropout=0.08, seed=5)


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
        return words, np.array(sentence["roles"], np.int64), np.array(sentence["valences"], np.float32), raised, tags


class Network(nn.Module):
    def __init__(self, words, word_size=48, role_size=8, filters=128, span=3, attending=0, deep=False,
                 dropout=0.35, word_dropout=0.12, seed=1):
        torch.manual_seed(seed)
        super().__init__()
        self.attending, self.dropout, self.word_dropout = attending or filters, dropout, word_dropout
        self.word = nn.Embedding(words, word_size, padding_idx=0)
        self.role = nn.Embedding(ROLES, role_size)
        for table in (self.word, self.role):
            nn.init.normal_(table.weight, 0, 0.3)
        self.filter = nn.Conv1d(word_size + role_size + 2 + len(SUBJECTS), filters, span, padding=span // 2)
        self.deeper = nn.Conv1d(filters, filters, 3, padding=1) if deep else None
        self.attention = nn.Linear(self.attending, len(SUBJECTS), bias=False)
        self.attended = nn.Parameter(torch.randn(2 * len(SUBJECTS), self.attending) * 0.05)
        self.strongest = nn.Linear(filters, 2 * len(SUBJECTS))
        self.before = nn.Linear(filters, 2 * len(SUBJECTS), bias=False)
        self.after = nn.Linear(filters, 2 * len(SUBJECTS), bias=False)

    def forward(self, words, roles, valences, raised, mask, before, after):
        if self.training:
            forgotten = (torch.rand(words.shape) < self.word_dropout) & (words > 0)
            words = torch.where(forgotten, torch.ones_like(words), words)
            raised = raised * (torch.rand(raised.shape[0], 1, raised.shape[2]) > 0.1)
        signs = [valences.clamp(min=0).unsqueeze(2), valences.clamp(max=0).unsqueeze(2)]
        seen = torch.cat([self.word(words), self.role(roles), *signs, raised], 2) * mask.unsqueeze(2)
        found = F.relu(self.filter(seen.transpose(1, 2)))
        if self.deeper is not None:
            found = F.relu(self.deeper(F.dropout(found, 0.2, self.training))) + found
        found = found.transpose(1, 2) * mask.unsqueeze(2)
        some = found[:, :, : self.attending]
        shares = self.attention(some).masked_fill(mask.unsqueeze(2) == 0, -1e9).softmax(1)
        attended = F.dropout(torch.einsum("bnf,bns->bsf", some, shares), self.dropout, self.training)
        strongest = F.dropout(found.max(1)[0], self.dropout, self.training)
        by_side = self.attended.view(2, len(SUBJECTS), -1)
        neighbours = torch.cat([strongest, torch.zeros(1, strongest.shape[1])])
        flat = self.strongest(strongest) + self.before(neighbours[before]) + self.after(neighbours[after])
        return flat.view(-1, 2, len(SUBJECTS)) + torch.einsum("bsf,jsf->bjs", attended, by_side)


def to_batch(reviews):
    """The sentences of some reviews as tensors, with the rows of their neighbours and of their reviews."""
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
    return [torch.tensor(values) for values in (*inputs, mask, before, after)], tags, owner


def trust_of(review):
    """How much each subject's tags count: nothing where it was not labelled."""
    covered = review.get("covered", SUBJECTS if review["source"] in TRUST else [])
    return torch.tensor([TRUST.get(review["source"], 0.0) * (subject in covered) for subject in SUBJECTS])


def train(reviews, vocabulary, odds=None, epochs=6, size=32, rate=2e-3, **shape):
    """`odds`: what larger networks say of each review, weighed 0.6 against its tags."""
    network = Network(len(vocabulary.keys) + 2, **shape)
    random.seed(shape["seed"])
    lessons = [(vocabulary.encode(review), review) for review in reviews]
    lessons = [(encoded, review) for encoded, review in lessons if encoded]
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
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
                tags = torch.where(trust[:, None, :] > 0, 0.6 * said + 0.4 * tags, said)
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
        "filters": weights["filter.weight"].shape[0],
        "attending": network.attending,
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


def main(tagged_path, plain_path, target):
    torch.set_num_threads(2)
    tagged, plain = ([json.loads(line) for line in open(path)] for path in (tagged_path, plain_path))
    known = Vocabulary(tagged, least=2)
    logits = collections.defaultdict(float)
    for shape in LARGE:
        print(f"a large network: {shape}", file=sys.stderr)
        large = train(tagged, known, **shape)
        for name, said in score(large, known, tagged + plain).items():
            logits[name] = logits[name] + said / len(LARGE)
    odds = {name: (1 / (1 + np.exp(-said))).astype(np.float32) for name, said in logits.items()}
    vocabulary = Vocabulary(tagged + plain, least=3)
    print("the small network", file=sys.stderr)
    small = train(tagged + plain, vocabulary, odds, size=48, **SMALL)
    with open(target, "w") as file:
        json.dump(to_stored(small, vocabulary), file)
        file.write("\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
