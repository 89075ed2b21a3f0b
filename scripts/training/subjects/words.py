"""What the networks that read sentences share."""
import itertools

import numpy as np
import torch
from torch import nn

SUBJECTS = "price time work staff communication honesty clean booking room location food ambience".split()
ROLES = 64
# The numbers that GloVe has for a word.
VECTOR = 100
# So many of its words, the most frequent ones, are read.
FREQUENT = 200_000


def read_glove(path):
    with open(path, encoding="utf-8") as file:
        for line in itertools.islice(file, FREQUENT):
            word, *numbers = line.rstrip().split(" ")
            yield word, np.array(numbers, np.float32)


def init_words(words, size):
    table = nn.Embedding(words, size, padding_idx=0)
    nn.init.normal_(table.weight, 0, 0.3)
    return table


def attend(found, shares_of, mask):
    shares = shares_of(found).masked_fill(mask.unsqueeze(2) == 0, -1e9).softmax(1)
    return torch.einsum("bnf,bns->bsf", found, shares)


def squash(values):
    return values / (1 + values.abs())


def split_by_review(values, before):
    """The rows of each review's sentences: the first of a review has none before it."""
    firsts = (before == len(values)).nonzero()[:, 0].tolist()
    return torch.split(values, [end - first for first, end in zip(firsts, [*firsts[1:], len(values)])])


def read_among(cells, values, before):
    """What recurrent cells make of each sentence among those of its review."""
    reviews = split_by_review(values, before)
    packed = nn.utils.rnn.pack_sequence(reviews, enforce_sorted=False)
    among, _ = nn.utils.rnn.pad_packed_sequence(cells(packed)[0], batch_first=True)
    return torch.cat([among[index, : len(review)] for index, review in enumerate(reviews)])
