/**
 * Keeps the best document of each of the best groups. A displaced group returns only with a
 * document that beats the worst kept group, which its earlier documents did not. So nothing needs
 * to be remembered beside the kept groups.
 */

import type { SegmentReader } from '../../index/segment_reader.js';
import type { GroupDoc, GroupKey, TopGroups } from '../results.js';
import type { Scorer } from '../scorer.js';
import type { TopGroupsOptions } from '../search_options.js';
import { HitGate } from './hit_gate.js';
import type { SortKey } from './sort_key.js';
import { sortKey } from './sort_keys.js';
import { sortNeedsScores } from './top_field_docs_visitor.js';
import { totalHits } from './total_hits.js';
import { NO_SCORER, type VisitedScorer, type Visitor } from './walk.js';

export class TopGroupsVisitor implements Visitor {
  private readonly options: TopGroupsOptions;
  private readonly gate: HitGate;
  private readonly keys: readonly SortKey[];
  private readonly capacity: number;
  private readonly needsScores: boolean;
  private readonly slots = new Map<GroupKey, number>();
  private readonly groups: GroupKey[] = [];
  /** Slots in use, best first. */
  private readonly order: number[] = [];
  private readonly docs: Int32Array;
  private readonly scores: Float32Array;
  private maxScore = Number.NaN;
  private scorer: VisitedScorer = NO_SCORER;
  private docBase = 0;
  private groupAt: (doc: number) => GroupKey = () => null;

  constructor(options: TopGroupsOptions, capacity: number) {
    this.options = options;
    this.capacity = capacity;
    this.gate = new HitGate(options);
    this.needsScores = sortNeedsScores(options);
    this.keys = options.sort.map((field, i) =>
      sortKey(field, {
        slots: capacity,
        after: options.after?.[i],
        isOnlyKey: false,
        selection: undefined,
      }),
    );
    this.docs = new Int32Array(capacity);
    this.scores = new Float32Array(capacity);
  }

  segment(reader: SegmentReader, docBase: number, scorer: Scorer): void {
    this.scorer = scorer;
    this.docBase = docBase;
    this.groupAt = this.options.groupOf(reader);
    for (const key of this.keys) key.segment(reader, docBase);
  }

  document(doc: number): boolean {
    const score = this.needsScores ? this.scorer.score() : Number.NaN;
    if (!this.gate.admits(score)) return !this.gate.closed;
    if (this.options.trackScores && !(score <= this.maxScore)) this.maxScore = score;
    for (const key of this.keys) key.load(doc, score);
    if (this.capacity > 0 && this.comesAfter()) this.offer(doc, score);
    return true;
  }

  result(timedOut: boolean): TopGroups {
    const { trackScores, totalHitsThreshold } = this.options;
    const hits = this.order.map(
      (slot): GroupDoc => ({
        doc: this.docs[slot],
        score: trackScores ? this.scores[slot] : Number.NaN,
        sort: this.keys.map((key) => key.value(slot)),
        group: this.groups[slot] ?? null,
      }),
    );
    return {
      total: totalHits(this.gate.count, totalHitsThreshold),
      hits,
      maxScore: this.maxScore,
      terminatedEarly: this.gate.closed,
      timedOut,
    };
  }

  private comesAfter(): boolean {
    if (this.options.after === undefined) return true;
    for (const key of this.keys) {
      const order = key.compareAfter();
      if (order !== 0) return order > 0;
    }
    return false;
  }

  private offer(doc: number, score: number): void {
    const isFull = this.order.length === this.capacity;
    const worst = this.order[this.order.length - 1] ?? -1;
    const group = this.groupAt(doc);
    const known = this.slots.get(group);
    if (known !== undefined) {
      if (!this.beats(known)) return;
      this.order.splice(this.order.indexOf(known), 1);
      this.keep(known, doc, score);
      return;
    }
    if (isFull && !this.beats(worst)) return;
    const slot = isFull ? this.dropWorst(worst) : this.order.length;
    this.slots.set(group, slot);
    this.groups[slot] = group;
    this.keep(slot, doc, score);
  }

  private dropWorst(slot: number): number {
    this.order.pop();
    this.slots.delete(this.groups[slot] ?? null);
    return slot;
  }

  /** A tie loses, since documents come in ascending order. */
  private beats(slot: number): boolean {
    for (const key of this.keys) {
      const order = key.compareCandidate(slot);
      if (order !== 0) return order < 0;
    }
    return false;
  }

  /** Puts the candidate into its place, after all slots it does not beat. */
  private keep(slot: number, doc: number, score: number): void {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.beats(this.order[middle])) high = middle;
      else low = middle + 1;
    }
    for (const key of this.keys) key.store(slot);
    this.docs[slot] = this.docBase + doc;
    this.scores[slot] = score;
    this.order.splice(low, 0, slot);
  }
}
