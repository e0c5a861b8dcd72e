/**
 * Checks that terms are in order, postings and positions ascend, sums are right, and block maxima
 * hold.
 */
import { compareBytes } from '@skein/bytes';
import { countBits, makeBitSet, setBit } from '../codec/bit_set.js';
import {
  type FreqScore,
  type Impacts,
  NO_MORE_DOCS,
  type PostingsIterator,
  type TermsReader,
} from '../index/segment_reader.js';
import type { Report } from './report.js';

interface TermsCheck {
  readonly maxDoc: number;
  readonly norms: Uint8Array | undefined;
  readonly report: Report;
}

/**
 * Scorers with little and much weight on the length. Their scores grow with the frequency, which is
 * unbounded, and shrink with the length.
 */
const SCORERS: readonly FreqScore[] = [0.1, 1, 10].map((weight) => ({
  score: (freq, norm) => 1 - (weight * (1 + norm)) / (freq + weight * (1 + norm)),
}));

export function checkTerms(terms: TermsReader, check: TermsCheck): void {
  const { maxDoc, report } = check;
  const docs = makeBitSet(maxDoc);
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  let before: Uint8Array | undefined;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const term = terms.term(ordinal);
    if (before !== undefined && compareBytes(before, term) >= 0) {
      report(`term [${ordinal}] is out of order`);
    }
    before = term.slice();
    if (terms.find(term) !== ordinal) report(`term [${ordinal}] is not found`);
    checkPostings(terms, ordinal, docs, check);
    sumDocFreq += terms.docFreq(ordinal);
    sumTotalTermFreq += terms.totalTermFreq(ordinal);
  }
  if (sumDocFreq !== terms.sumDocFreq || sumTotalTermFreq !== terms.sumTotalTermFreq) {
    report('statistics of the terms do not add up');
  }
  if (countBits(docs) !== terms.docCount) {
    report(`[${countBits(docs)}] documents have terms, [${terms.docCount}] are counted`);
  }
}

function checkPostings(
  terms: TermsReader,
  ordinal: number,
  docs: Uint32Array,
  check: TermsCheck,
): void {
  const { maxDoc, norms, report } = check;
  const postings = terms.postings(ordinal, terms.hasPositions ? 'positions' : 'freqs');
  const { impacts } = terms.postings(ordinal, 'freqs');
  const bounds = impacts && norms && new BlockBounds(impacts);
  let count = 0;
  let total = 0;
  let last = -1;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (doc <= last || doc >= maxDoc) {
      report(`term [${ordinal}] has document [${doc}] after [${last}] of [${maxDoc}]`);
      return;
    }
    last = doc;
    setBit(docs, doc);
    count++;
    const freq = postings.freq();
    total += freq;
    if (terms.hasPositions && !positionsAscend(postings, freq)) {
      report(`term [${ordinal}] has a position out of order`);
    }
    if (bounds !== undefined && norms !== undefined && !bounds.hold(doc, freq, norms[doc])) {
      report(`term [${ordinal}]: a block's bounds do not hold for document [${doc}]`);
    }
  }
  if (count !== terms.docFreq(ordinal) || total !== terms.totalTermFreq(ordinal)) {
    report(`postings of term [${ordinal}] do not add up`);
  }
}

function positionsAscend(postings: PostingsIterator, freq: number): boolean {
  let last = 0;
  for (let i = 0; i < freq; i++) {
    const position = postings.nextPosition();
    if (position < last) return false;
    last = position;
  }
  return true;
}

/** The bounds of the current block, computed once per block. */
class BlockBounds {
  readonly #impacts: Impacts;
  #upTo = -1;
  #maxFreq = 0;
  #minNorm = 0;
  #maxScores: readonly number[] = [];

  constructor(impacts: Impacts) {
    this.#impacts = impacts;
  }

  /** True if the bounds hold for a document; documents ascend. */
  hold(doc: number, freq: number, norm: number): boolean {
    if (doc > this.#upTo) this.#seek(doc);
    if (doc > this.#upTo || freq > this.#maxFreq || norm < this.#minNorm) return false;
    return SCORERS.every((scorer, i) => scorer.score(freq, norm) <= this.#maxScores[i]);
  }

  #seek(doc: number): void {
    const impacts = this.#impacts;
    impacts.seekBlock(doc);
    this.#upTo = impacts.upTo();
    this.#maxFreq = impacts.maxFreq();
    this.#minNorm = impacts.minNorm();
    this.#maxScores = SCORERS.map((scorer) => impacts.maxScore(scorer));
  }
}
