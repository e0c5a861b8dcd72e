/**
 * Matches documents that a function accepts, all with the same score. The function is called last,
 * after other clauses have narrowed down the documents.
 */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { keepPresent } from '../columns/slot_range.js';
import type { ComputeRows } from '../functions/score_function.js';
import { drainRange } from '../iterators/drain.js';
import type { Query } from '../query.js';
import type { Scorer } from '../scorer.js';

export interface DocPredicate {
  /** Opens one segment; documents come in ascending order. */
  segment(segment: SegmentReader): (doc: number) => boolean;
  /**
   * Like `segment`, but for many documents at once: 1 accepts, 0 rejects. Absent: documents are
   * tested one by one.
   */
  readonly segmentRows?: ((segment: SegmentReader) => ComputeRows) | undefined;
  /** The name of the query in a profile. */
  readonly profileName: string;
  toString(): string;
}

export function predicateQuery(predicate: DocPredicate): Query {
  const query: Query = {
    kind: 'predicate',
    profileName: predicate.profileName,
    toString: () => predicate.toString(),
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => ({
      count: () => -1,
      scorerSupplier: (segment) => ({
        cost: segment.maxDoc,
        get: () => {
          const check = () => searcher.checkCancelled();
          return new PredicateScorer({ segment, predicate, check }, boost);
        },
      }),
    }),
  };
  return query;
}

interface PlacedPredicate {
  readonly segment: SegmentReader;
  readonly predicate: DocPredicate;
  /** Called now and then, to cancel. */
  readonly check: () => void;
}

const NO_SCORES = new Float32Array(0);

class PredicateScorer implements Scorer {
  readonly twoPhase = true;
  readonly drain?: (into: Uint32Array, end: number) => number;
  private readonly maxDoc: number;
  private readonly liveDocs: Uint32Array | null;
  private readonly check: () => void;
  private current = -1;
  private results = new Float64Array(0);
  private readonly test: (doc: number) => boolean;
  private readonly constant: number;
  /** The document tested last and its result, since it may be tested again. */
  private asked = -1;
  private answer = false;

  constructor({ segment, predicate, check }: PlacedPredicate, score: number) {
    this.maxDoc = segment.maxDoc;
    this.liveDocs = segment.liveDocs;
    this.check = check;
    this.test = predicate.segment(segment);
    this.constant = Math.fround(score);
    const rows = predicate.segmentRows?.(segment);
    if (rows !== undefined) this.drain = (into, end) => this.drainRows(rows, into, end);
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    this.current = target < this.maxDoc ? target : NO_MORE_DOCS;
    return this.current;
  }

  cost(): number {
    return this.maxDoc;
  }

  private drainRows(compute: ComputeRows, into: Uint32Array, end: number): number {
    const { liveDocs, maxDoc } = this;
    if (this.results.length < into.length) this.results = new Float64Array(into.length);
    while (this.current < end) {
      const first = this.current;
      const count = drainRange(first, into, Math.min(end, maxDoc));
      const to = liveDocs === null ? count : keepPresent(liveDocs, into, count);
      const batch = { docs: into, scores: NO_SCORES, from: 0, to };
      const done = to === 0 ? 0 : compute(batch, this.results);
      this.advance(done < to ? into[done] : first + count);
      const kept = keepYes(into, this.results, done);
      if (kept > 0) return kept;
      this.check();
    }
    return 0;
  }

  matches(): boolean {
    const doc = this.current;
    if (doc !== this.asked) {
      this.asked = doc;
      this.answer = this.test(doc);
    }
    return this.answer;
  }

  score(): number {
    return this.constant;
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.constant;
  }

  setMinScore(score: number): void {
    if (score >= this.constant) this.advance(NO_MORE_DOCS);
  }
}

/** Keeps those of the first `count` documents whose result is 1, in order; returns their number. */
function keepYes(docs: Uint32Array, results: Float64Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) if (results[i] === 1) docs[kept++] = docs[i];
  return kept;
}
