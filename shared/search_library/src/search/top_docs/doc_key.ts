/** Sorts by document number. */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SortField, SortValue } from '../results.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

export class DocKey implements SortKey {
  private readonly direction: number;
  private readonly after: number;
  private readonly base: number;
  private readonly docs: Int32Array;
  private docBase = 0;
  private candidate = 0;

  constructor(field: Extract<SortField, { kind: 'doc' }>, { slots, after }: SortKeyOptions) {
    this.direction = field.reverse ? -1 : 1;
    this.base = field.base ?? 0;
    this.after = Number(after ?? 0) - this.base;
    this.docs = new Int32Array(slots);
  }

  segment(_reader: SegmentReader, docBase: number): void {
    this.docBase = docBase;
  }

  load(doc: number): void {
    this.candidate = this.docBase + doc;
  }

  compareCandidate(slot: number): number {
    return this.direction * (this.candidate - this.docs[slot]);
  }

  compareAfter(): number {
    return this.direction * (this.candidate - this.after);
  }

  store(slot: number): void {
    this.docs[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.direction * (this.docs[a] - this.docs[b]);
  }

  value(slot: number): SortValue {
    return this.base + this.docs[slot];
  }
}
