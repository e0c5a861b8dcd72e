/** Sorts by a text a function makes of each document, in the order of its bytes. */
import { compareBytes, utf8 } from '@skein/bytes';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SortField, SortValue } from '../results.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

type ComputedTextSort = Extract<SortField, { kind: 'computed_text' }>;
const EMPTY = new Uint8Array(0);

export class ComputedTextKey implements SortKey {
  private readonly field: ComputedTextSort;
  private readonly direction: number;
  private readonly after: Uint8Array;
  private readonly values: Uint8Array[];
  private compute: ReturnType<ComputedTextSort['segment']> | undefined;
  private candidate: Uint8Array = EMPTY;
  private candidateDoc = -1;

  constructor(field: ComputedTextSort, { slots, after }: SortKeyOptions) {
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.after = after instanceof Uint8Array ? after : EMPTY;
    this.values = new Array<Uint8Array>(slots).fill(EMPTY);
  }

  segment(reader: SegmentReader): void {
    this.compute = this.field.segment(reader);
    this.candidateDoc = -1;
  }

  load(doc: number, score: number): void {
    if (doc === this.candidateDoc || this.compute === undefined) return;
    this.candidateDoc = doc;
    this.candidate = utf8(this.compute(doc, score));
  }

  compareCandidate(slot: number): number {
    return this.direction * compareBytes(this.candidate, this.values[slot]);
  }

  compareAfter(): number {
    return this.direction * compareBytes(this.candidate, this.after);
  }

  store(slot: number): void {
    this.values[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.direction * compareBytes(this.values[a], this.values[b]);
  }

  value(slot: number): SortValue {
    return this.values[slot];
  }
}
