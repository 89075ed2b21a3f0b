"""The large networks that the published one learns from."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from encoder import SIZE
from words import ROLES, SUBJECTS, VECTOR, attend, init_words, read_among


class Large(nn.Module):
    """Reads words by recurrent cells, and the sentences of a review by others; knows all words of GloVe.

    With `meaning` it also sees what the encoder makes of each whole sentence."""

    def __init__(self, vocabulary, known, vectors, cells, meaning, word_size=48, role_size=8, among=64, dropout=0.35, word_dropout=0.12):
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
        self.meaning = meaning
        if meaning:
            self.squeeze = nn.Linear(SIZE, meaning)
            self.by_meaning = nn.Linear(meaning, 2 * len(SUBJECTS), bias=False)
        self.sentences = nn.GRU(2 * cells + 2 * len(SUBJECTS) + meaning, among, bidirectional=True, batch_first=True)
        self.context = nn.Linear(2 * among, 2 * len(SUBJECTS), bias=False)

    def forward(self, batch):
        words, mask, raised = batch.words, batch.mask, batch.raised
        known = torch.where(self.known[words], words, (words > 0).long())
        vectors = self.vector(words)
        if self.training:
            forgotten = (torch.rand(words.shape) < self.word_dropout) & (words > 0)
            known = torch.where(forgotten, torch.ones_like(words), known)
            vectors = vectors * (torch.rand(words.shape) > 0.1).unsqueeze(2)
            raised = raised * (torch.rand(raised.shape[0], 1, raised.shape[2]) > 0.1)
        signs = [batch.valences.clamp(min=0).unsqueeze(2), batch.valences.clamp(max=0).unsqueeze(2)]
        seen = torch.cat([self.word(known), vectors, self.role(batch.roles), *signs, raised], 2) * mask.unsqueeze(2)
        lengths = mask.sum(1).long().clamp(min=1)
        packed = nn.utils.rnn.pack_padded_sequence(
            F.dropout(seen, 0.15, self.training), lengths, batch_first=True, enforce_sorted=False)
        found, _ = nn.utils.rnn.pad_packed_sequence(self.cells(packed)[0], batch_first=True, total_length=words.shape[1])
        attended = F.dropout(attend(found, self.attention, mask), self.dropout, self.training)
        strongest = found.masked_fill(mask.unsqueeze(2) == 0, -1e9).max(1)[0]
        strongest = F.dropout(strongest, self.dropout, self.training)
        alone = self.strongest(strongest) + torch.einsum("bsf,jsf->bjs", attended, self.by_side()).flatten(1)
        means = torch.zeros(len(words), 0)
        if self.meaning:
            means = F.dropout(batch.meanings * 16, 0.2, self.training)
            means = F.dropout(F.relu(self.squeeze(means)), 0.4, self.training)
            alone = alone + self.by_meaning(means)
        among = read_among(self.sentences, torch.cat([strongest, torch.tanh(alone.detach()), means], 1), batch.before)
        return (alone + self.context(F.dropout(among, self.dropout, self.training))).view(-1, 2, len(SUBJECTS))

    def by_side(self):
        return self.attended.view(2, len(SUBJECTS), -1)


class Tuned(nn.Module):
    """The encoder itself, taught to read for the subjects."""

    def __init__(self, encoder, among=64, narrow=96, dropout=0.3):
        super().__init__()
        self.encoder, self.dropout = encoder, dropout
        self.attention = nn.Linear(SIZE, len(SUBJECTS), bias=False)
        self.attended = nn.Parameter(torch.randn(2 * len(SUBJECTS), SIZE) * 0.02)
        self.strongest = nn.Linear(SIZE, 2 * len(SUBJECTS))
        for layer in (self.attention, self.strongest):
            nn.init.normal_(layer.weight, 0, 0.02)
        self.squeeze = nn.Linear(SIZE, narrow)
        self.sentences = nn.GRU(narrow + 2 * len(SUBJECTS), among, bidirectional=True, batch_first=True)
        self.context = nn.Linear(2 * among, 2 * len(SUBJECTS), bias=False)

    def forward(self, batch):
        pieces, mask = batch.pieces, batch.piece_mask
        if self.training:
            pieces = torch.where(torch.rand(pieces.shape) < 0.08, torch.zeros_like(pieces), pieces)
        found = F.layer_norm(self.encoder(pieces, mask, 0.1), (SIZE,))
        attended = F.dropout(attend(found, self.attention, mask), self.dropout, self.training)
        strongest = found.masked_fill(mask.unsqueeze(2) == 0, -1e4).max(1)[0]
        strongest = F.dropout(strongest, self.dropout, self.training)
        by_side = self.attended.view(2, len(SUBJECTS), -1)
        alone = self.strongest(strongest) + torch.einsum("bsf,jsf->bjs", attended, by_side).flatten(1)
        mean = F.relu(self.squeeze(found.sum(1) / mask.sum(1, keepdim=True)))
        seen = torch.cat([F.dropout(mean, self.dropout, self.training), torch.tanh(alone.detach())], 1)
        among = read_among(self.sentences, seen, batch.before)
        return (alone + self.context(F.dropout(among, self.dropout, self.training))).view(-1, 2, len(SUBJECTS))
