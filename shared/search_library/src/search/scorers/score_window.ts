/**
 * Accumulators for a stretch of documents: one sum and one bit a document. Scorers are added one after the other, which keeps each
 * of their loops tight, instead of all being merged document by document.
 */
import type { PostingsIterator } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { Bm25Scorer } from '../similarity/bm25.js';
import { TermScorer } from './term_scorer.js';

/** Documents a window spans: 32 KiB of sums, which stay in the first-level cache. */
export const WINDOW_SIZE = 4096;

export interface ScoreWindow {
  /** First document; the window is [base, end). */
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

/** Adds the scorer's documents from where it stands, which is not before the window, to the window's end. */
export function addToWindow(window: ScoreWindow, scorer: Scorer, needsScores: boolean): void {
  if (!needsScores) addDocs(window, scorer);
  else if (scorer instanceof TermScorer && scorer.similarity instanceof Bm25Scorer) {
    addBm25Term(window, scorer.postings, scorer.similarity, scorer.norms);
  } else addScores(window, scorer);
}

function addDocs({ base, end, bits }: ScoreWindow, scorer: Scorer): void {
  for (let doc = scorer.docId(); doc < end; doc = scorer.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31));
  }
}

function addScores({ base, end, bits, sums }: ScoreWindow, scorer: Scorer): void {
  for (let doc = scorer.docId(); doc < end; doc = scorer.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31));
    sums[slot] = (sums[slot] as number) + scorer.score();
  }
}

/** `Bm25Scorer.score` computed in place. */
function addBm25Term(
  { base, end, bits, sums }: ScoreWindow,
  postings: PostingsIterator,
  similarity: Bm25Scorer,
  norms: Uint8Array | undefined,
): void {
  const f = Math.fround;
  const { weight, lengthFactors } = similarity;
  for (let doc = postings.docId(); doc < end; doc = postings.nextDoc()) {
    const slot = doc - base;
    bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31));
    const factor = lengthFactors[norms === undefined ? 1 : (norms[doc] as number)] as number;
    const saturation = f(1 + f(f(postings.freq()) * factor));
    sums[slot] = (sums[slot] as number) + f(weight - f(weight / saturation));
  }
}
