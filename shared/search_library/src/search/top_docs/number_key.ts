/** Sorts by a number column. */
import type { NumberColumn, SegmentReader } from '../../index/segment_reader.js';
import { isWide } from '../queries/number_columns.js';
import type { SortField, SortValue } from '../results.js';
import { modeOf } from './number_mode.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';
import { orderKey } from './value_order.js';

type NumberSort = Extract<SortField, { kind: 'number' }>;
type NumberOrder = number | bigint;

export class NumberKey implements SortKey {
  private readonly field: NumberSort;
  private readonly direction: number;
  private readonly missingKey: NumberOrder;
  private readonly missingValue: SortValue;
  private readonly afterKey: NumberOrder;
  private readonly keys: NumberOrder[];
  private readonly values: SortValue[];
  private read: (doc: number) => NumberOrder | null = () => null;
  private candidate: NumberOrder | null = null;
  private candidateKey: NumberOrder = 0;

  constructor(field: NumberSort, { slots, after }: SortKeyOptions) {
    const { missing } = field;
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.missingKey = orderKey(field, null) as NumberOrder;
    this.missingValue = missing === 'first' || missing === 'last' ? null : missing;
    this.afterKey = after === undefined ? 0 : (orderKey(field, after) as NumberOrder);
    this.keys = new Array<NumberOrder>(slots).fill(0);
    this.values = new Array<SortValue>(slots).fill(null);
  }

  segment(reader: SegmentReader): void {
    const column = reader.numbers(this.field.field);
    this.read = column === undefined ? () => null : this.readerOf(reader, column);
  }

  load(doc: number): void {
    this.candidate = this.read(doc);
    if (this.candidate === null) this.candidateKey = this.missingKey;
    else if (typeof this.candidate === 'number') this.candidateKey = this.candidate;
    else this.candidateKey = orderKey(this.field, this.candidate) as NumberOrder;
  }

  compareCandidate(slot: number): number {
    return this.order(this.candidateKey, this.keys[slot] as NumberOrder);
  }

  compareAfter(): number {
    return this.order(this.candidateKey, this.afterKey);
  }

  store(slot: number): void {
    this.keys[slot] = this.candidateKey;
    this.values[slot] = this.candidate ?? this.missingValue;
  }

  compareSlots(a: number, b: number): number {
    return this.order(this.keys[a] as NumberOrder, this.keys[b] as NumberOrder);
  }

  value(slot: number): SortValue {
    return this.values[slot] as SortValue;
  }

  private order(a: NumberOrder, b: NumberOrder): number {
    return a < b ? -this.direction : a > b ? this.direction : 0;
  }

  private readerOf(
    reader: SegmentReader,
    column: NumberColumn,
  ): (doc: number) => NumberOrder | null {
    const { single } = column;
    const wide = isWide(reader, this.field.field, column);
    if (!wide && single !== undefined) return (doc) => readSingle(column, single, doc);
    const mode = modeOf(column, this.field, wide);
    return (doc) => (column.has(doc) ? mode(doc) : null);
  }
}

/** Absent documents hold 0. */
function readSingle(column: NumberColumn, single: Float64Array, doc: number): number | null {
  const value = single[doc] as number;
  return value !== 0 || column.has(doc) ? value : null;
}
