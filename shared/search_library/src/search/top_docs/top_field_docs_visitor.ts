/** Keeps the best documents by sort keys; equal documents stay in document order. */
import { PriorityQueue } from '@skein/base';
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import type { FieldDoc, TopFieldDocs } from '../results.js';
import type { Scorer } from '../scorer.js';
import type { TopFieldDocsOptions } from '../search_options.js';
import type { Selection } from '../selection.js';
import { followsSort } from './follows_sort.js';
import { HitGate } from './hit_gate.js';
import type { KeyFilter } from './key_filter.js';
import type { SortKey } from './sort_key.js';
import { sortKey } from './sort_keys.js';
import { totalHits } from './total_hits.js';
import { NO_SCORER, type VisitedScorer, type Visitor } from './walk.js';
import type { DocsVisitor } from './walk_docs.js';

/**
 * The first documents fill the queue; then strides grow, since the worst kept hit hardly changes
 * any more.
 */
const FIRST_STRIDE = 32;

/** True if a search in this order has to compute scores. */
export function sortNeedsScores(options: TopFieldDocsOptions): boolean {
  return (
    options.trackScores ||
    options.minScore !== undefined ||
    options.sort.some(
      (field) => field.kind === 'score' || ('needsScore' in field && field.needsScore),
    )
  );
}

interface TopFieldDocsFrame {
  /** The most hits that are kept. */
  readonly capacity: number;
  /** The exact total if it was known beforehand, else -1. */
  readonly knownTotal: number;
  /** Known bounds of the matches, if any. */
  readonly selection: Selection | undefined;
}

export class TopFieldDocsVisitor implements Visitor, DocsVisitor {
  readonly passesOver = true;
  private readonly options: TopFieldDocsOptions;
  private readonly gate: HitGate;
  private readonly needsScores: boolean;
  private readonly keys: readonly SortKey[];
  private readonly capacity: number;
  /** Slots in use, with the first to be removed on top. */
  private readonly queue: PriorityQueue<number>;
  private readonly docs: Int32Array;
  private readonly scores: Float32Array;
  private used = 0;
  private maxScore = Number.NaN;
  private scorer: VisitedScorer = NO_SCORER;
  private docBase = 0;
  /** The filter of the first key in this segment. */
  private filter: KeyFilter | undefined;
  /**
   * True if this segment is in the order of the search, so that all documents after one that comes
   * too late do too.
   */
  private inOrder = false;
  /** True if nothing of this segment can be in the result any more. */
  private ended = false;
  /** Number of documents between two updates of the limit. */
  private stride = FIRST_STRIDE;
  private readonly knownTotal: number;

  constructor(
    options: TopFieldDocsOptions,
    { capacity, knownTotal, selection }: TopFieldDocsFrame,
  ) {
    this.knownTotal = knownTotal;
    this.options = options;
    this.gate = new HitGate(options);
    this.needsScores = sortNeedsScores(options);
    this.capacity = capacity;
    this.keys = options.sort.map((field, i) =>
      sortKey(field, {
        slots: capacity,
        after: options.after?.[i],
        isOnlyKey: options.sort.length === 1,
        selection,
      }),
    );
    this.queue = new PriorityQueue(capacity, (a, b) => this.compareSlots(a, b) > 0);
    this.docs = new Int32Array(capacity);
    this.scores = new Float32Array(capacity);
  }

  segment(reader: SegmentReader, docBase: number, matches: Scorer | number): void {
    this.scorer = typeof matches === 'number' ? NO_SCORER : matches;
    this.docBase = docBase;
    for (const key of this.keys) key.segment(reader, docBase);
    const expected = typeof matches === 'number' ? matches : matches.cost();
    this.filter = this.keys[0]?.filter?.(expected);
    this.inOrder = followsSort(reader.sort, this.options.sort);
    this.ended = false;
    this.limit(0);
  }

  next(doc: number): number {
    if (this.ended && this.maySkip()) return NO_MORE_DOCS;
    return this.filter === undefined || !this.maySkip() ? doc : this.filter.next(doc);
  }

  stretchEnd(doc: number): number {
    if (this.inOrder && this.maySkip()) return this.orderedStretch(doc);
    return this.filter === undefined || !this.maySkip()
      ? NO_MORE_DOCS
      : this.filter.stretchEnd(doc);
  }

  visit(docs: Uint32Array, count: number): boolean {
    this.gate.admitAll(count);
    for (let from = 0; from < count; ) {
      const size = Math.min(count - from, this.stride);
      this.visitStride(docs.subarray(from, from + size));
      this.stride *= 2;
      from += size;
    }
    return true;
  }

  /** A segment in search order gets a short stretch, since it may be at its end. */
  private orderedStretch(doc: number): number {
    const end = doc + Math.max(FIRST_STRIDE, this.capacity);
    return this.filter === undefined ? end : Math.min(end, this.filter.stretchEnd(doc));
  }

  private visitStride(docs: Uint32Array): void {
    if (this.ended) return;
    const last = docs[docs.length - 1];
    const kept = this.filter?.keep(docs, docs.length) ?? docs.length;
    let changed = false;
    for (let i = 0; i < kept && !this.ended; i++)
      changed = this.offer(docs[i], Number.NaN) || changed;
    if (changed) this.limit(docs[kept - 1] + 1);
    if (this.inOrder && docs[kept - 1] !== last) this.endAt(last);
  }

  /** Ends the segment if the document, which the filter rejected, comes too late. */
  private endAt(doc: number): void {
    if (!this.ended && this.used === this.capacity) this.offer(doc, Number.NaN);
  }

  /** Passes the worst kept hit to the filter once all slots are used. */
  private limit(doc: number): void {
    const isFull = this.capacity > 0 && this.used === this.capacity;
    const worst = isFull ? this.queue.top() : undefined;
    this.filter?.limit(worst ?? -1, this.maySkip() ? doc : NO_MORE_DOCS);
  }

  /** True if matches may be skipped because they need not be counted. */
  private maySkip(): boolean {
    return this.knownTotal >= 0 || this.gate.count > this.options.totalHitsThreshold;
  }

  document(doc: number): boolean {
    const score = this.needsScores ? this.scorer.score() : Number.NaN;
    if (!this.gate.admits(score)) return !this.gate.closed;
    if (this.options.trackScores && !(score <= this.maxScore)) this.maxScore = score;
    this.offer(doc, score);
    return true;
  }

  /** Offers a document; true if it was kept. */
  private offer(doc: number, score: number): boolean {
    if (this.options.after !== undefined && !this.comesAfter(doc, score)) return false;
    if (this.used < this.capacity) {
      this.keep(this.used++, doc, score);
      return true;
    }
    const worst = this.queue.top();
    if (worst === undefined) return false;
    if (!this.beats(worst, doc, score)) {
      this.ended = this.inOrder;
      return false;
    }
    this.queue.pop();
    this.keep(worst, doc, score);
    return true;
  }

  result(timedOut: boolean): TopFieldDocs {
    const { trackScores, totalHitsThreshold } = this.options;
    const hits = this.queue.drain().map(
      (slot): FieldDoc => ({
        doc: this.docs[slot],
        score: trackScores ? this.scores[slot] : Number.NaN,
        sort: this.keys.map((key) => key.value(slot)),
      }),
    );
    const count = this.knownTotal >= 0 ? this.knownTotal : this.gate.count;
    return {
      total: totalHits(count, totalHitsThreshold),
      hits,
      maxScore: this.maxScore,
      terminatedEarly: this.gate.closed,
      timedOut,
    };
  }

  private comesAfter(doc: number, score: number): boolean {
    for (const key of this.keys) {
      key.load(doc, score);
      const order = key.compareAfter();
      if (order !== 0) return order > 0;
    }
    return false;
  }

  /** A tie loses, since documents come in ascending order. */
  private beats(slot: number, doc: number, score: number): boolean {
    for (const key of this.keys) {
      key.load(doc, score);
      const order = key.compareCandidate(slot);
      if (order !== 0) return order < 0;
    }
    return false;
  }

  private keep(slot: number, doc: number, score: number): void {
    for (const key of this.keys) {
      key.load(doc, score);
      key.store(slot);
    }
    this.docs[slot] = this.docBase + doc;
    this.scores[slot] = score;
    this.queue.offer(slot);
  }

  private compareSlots(a: number, b: number): number {
    for (const key of this.keys) {
      const order = key.compareSlots(a, b);
      if (order !== 0) return order;
    }
    return this.docs[a] - this.docs[b];
  }
}
