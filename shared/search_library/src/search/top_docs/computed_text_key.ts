/** Sorts by a text that a function computes for each document, in the order of its UTF-8 bytes. */
import { utf8, utf8Decode } from '@skein/bytes';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SortField, SortValue } from '../results.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

type ComputedTextSort = Extract<SortField, { kind: 'computed_text' }>;

export class ComputedTextKey implements SortKey {
  private readonly field: ComputedTextSort;
  private readonly direction: number;
  private readonly after: string | null;
  private readonly values: (string | null)[];
  private compute: ReturnType<ComputedTextSort['segment']> | undefined;
  private candidate: string | null = null;
  private candidateDoc = -1;

  constructor(field: ComputedTextSort, { slots, after }: SortKeyOptions) {
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.after = after instanceof Uint8Array ? utf8Decode(after) : null;
    this.values = new Array<string | null>(slots).fill(null);
  }

  segment(reader: SegmentReader): void {
    this.compute = this.field.segment(reader);
    this.candidateDoc = -1;
  }

  load(doc: number, score: number): void {
    if (doc === this.candidateDoc || this.compute === undefined) return;
    this.candidateDoc = doc;
    this.candidate = this.compute(doc, score);
  }

  compareCandidate(slot: number): number {
    return this.order(this.candidate, this.values[slot]);
  }

  compareAfter(): number {
    return this.order(this.candidate, this.after);
  }

  store(slot: number): void {
    this.values[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.order(this.values[a], this.values[b]);
  }

  value(slot: number): SortValue {
    const text = this.values[slot];
    return text === null ? null : utf8(text);
  }

  private order(a: string | null, b: string | null): number {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return this.direction * compareCodePoints(a, b);
  }
}

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** Compares texts like their UTF-8 bytes: by code points, those in surrogates last. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Maps code units to the order of their code points. */
function rank(unit: number): number {
  if (unit < SURROGATES) return unit;
  return unit < AFTER_SURROGATES ? unit + 0x10000 : unit;
}
