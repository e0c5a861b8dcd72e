/**
 * Accumulators for a stretch of documents: one sum and one bit per document. Scorers are added one
 * after the other, which keeps each of their loops tight, instead of merging all of them document
 * by document.
 */
import type { DocIterator, PostingsIterator, PostingsRun } from '../../index/segment_reader.js';
import { countBits } from '../iterators/bit_set.js';
import type { Scorer } from '../scorer.js';
import { Bm25Scorer } from '../similarity/bm25.js';
import { NO_NORM } from '../similarity/similarity.js';
import { ConstantScorer } from './constant_scorer.js';
import type { ScoreBatch } from './score_batch.js';
import { TermScorer } from './term_scorer.js';

/** Documents per window: 32 KiB of sums, which fit in the first-level cache. */
export const WINDOW_SIZE = 4096;

export interface ScoreWindow {
  /** The first document; the window is [base, end). */
  base: number;
  end: number;
  readonly sums: Float64Array;
  readonly bits: Uint32Array;
}

export function newScoreWindow(): ScoreWindow {
  return {
    base: 0,
    end: 0,
    sums: new Float64Array(WINDOW_SIZE),
    bits: new Uint32Array(WINDOW_SIZE / 32),
  };
}

export function startWindow(window: ScoreWindow, base: number): void {
  window.base = base;
  window.end = base + WINDOW_SIZE;
  window.sums.fill(0);
  window.bits.fill(0);
}

/** Copies the window's documents and sums into arrays. */
export function readWindow({ base, bits, sums }: ScoreWindow, batch: ScoreBatch): void {
  const { docs, scores } = batch;
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]; word !== 0; word &= word - 1) {
      const slot = (i << 5) + 31 - Math.clz32(word & -word);
      docs[count] = base + slot;
      scores[count++] = sums[slot];
    }
  }
  batch.from = 0;
  batch.to = count;
}

/** Number of the window's documents that are in `live`; the window begins at a multiple of 32. */
export function countWindow({ base, bits }: ScoreWindow, live: Uint32Array | null): number {
  if (live === null) return countBits(bits);
  const first = base >>> 5;
  for (let i = 0; i < bits.length; i++) {
    bits[i] = bits[i] & (first + i < live.length ? live[first + i] : 0);
  }
  return countBits(bits);
}

/**
 * Adds the scorer's documents from the current one, which is not before the window, to the window's
 * end.
 */
export function addToWindow(window: ScoreWindow, scorer: Scorer, needsScores: boolean): void {
  if (!needsScores) {
    const docs = scorer instanceof ConstantScorer ? scorer.docs : scorer;
    if (hasRuns(docs)) addRuns(window, docs);
    else addDocs(window, docs);
  } else if (scorer instanceof TermScorer && scorer.similarity instanceof Bm25Scorer) {
    addBm25Term(window, scorer.postings, scorer.similarity, scorer.norms);
  } else addScores(window, scorer);
}

function addDocs({ base, end, bits }: ScoreWindow, scorer: DocIterator): void {
  for (let doc = scorer.docId(); doc < end; doc = scorer.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = bits[slot >>> 5] | (1 << (slot & 31));
  }
}

function addScores({ base, end, bits, sums }: ScoreWindow, scorer: Scorer): void {
  for (let doc = scorer.docId(); doc < end; doc = scorer.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = bits[slot >>> 5] | (1 << (slot & 31));
    sums[slot] += scorer.score();
  }
}

type RunIterator = DocIterator & Required<Pick<PostingsIterator, 'runBefore'>>;

function hasRuns(docs: DocIterator): docs is RunIterator {
  return 'runBefore' in docs && docs.runBefore !== undefined;
}

function addRuns({ base, end, bits }: ScoreWindow, postings: RunIterator): void {
  for (let doc = postings.docId(); doc < end; doc = postings.nextDoc()) {
    const { docs, from, to } = postings.runBefore(end);
    for (let i = from; i < to; i++) {
      const slot = docs[i] - base;
      bits[slot >>> 5] = bits[slot >>> 5] | (1 << (slot & 31));
    }
  }
}

function addBm25Term(
  window: ScoreWindow,
  postings: PostingsIterator,
  similarity: Bm25Scorer,
  norms: Uint8Array | undefined,
): void {
  const { end } = window;
  if (norms === undefined || postings.runBefore === undefined) {
    addSingly(window, postings, similarity, norms);
    return;
  }
  for (let doc = postings.docId(); doc < end; doc = postings.nextDoc()) {
    addBm25Run(window, postings.runBefore(end), similarity, norms);
  }
}

/** Computes `Bm25Scorer.score` in place; this is the innermost loop of most searches. */
function addBm25Run(
  { base, bits, sums }: ScoreWindow,
  { docs, freqs, from, to }: PostingsRun,
  { weight, lengthFactors }: Bm25Scorer,
  norms: Uint8Array,
): void {
  const f = Math.fround;
  const w = f(weight);
  for (let i = from; i < to; i++) {
    const doc = docs[i];
    const slot = doc - base;
    bits[slot >>> 5] = bits[slot >>> 5] | (1 << (slot & 31));
    const factor = lengthFactors[norms[doc]];
    const saturation = f(1 + f(f(freqs[i] + 1) * factor));
    sums[slot] += f(w - f(w / saturation));
  }
}

function addSingly(
  { base, end, bits, sums }: ScoreWindow,
  postings: PostingsIterator,
  similarity: Bm25Scorer,
  norms: Uint8Array | undefined,
): void {
  for (let doc = postings.docId(); doc < end; doc = postings.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = bits[slot >>> 5] | (1 << (slot & 31));
    const norm = norms === undefined ? NO_NORM : norms[doc];
    sums[slot] += similarity.score(postings.freq(), norm);
  }
}
