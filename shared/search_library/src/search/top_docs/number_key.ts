/** Sorts by a number column. */
import { assert } from '@skein/base';
import type { NumberColumn, NumberSlots, SegmentReader } from '../../index/segment_reader.js';
import { hasValue } from '../columns/slot_range.js';
import { isWide } from '../queries/number_columns.js';
import type { SortValue } from '../results.js';
import { castColumn } from './cast_column.js';
import type { KeyFilter } from './key_filter.js';
import { NumberFilter, type NumberFilterOptions, type NumberOrder } from './number_filter.js';
import { modeOf } from './number_mode.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';
import { type NumberSort, numberOrder } from './value_order.js';

export class NumberKey implements SortKey {
  private readonly field: NumberSort;
  private readonly direction: number;
  private readonly missingKey: NumberOrder;
  private readonly missingValue: SortValue;
  private readonly afterKey: NumberOrder | undefined;
  private readonly options: SortKeyOptions;
  private readonly keys: NumberOrder[];
  private readonly values: SortValue[];
  private reader: SegmentReader | undefined;
  private read: (doc: number) => NumberOrder | null = () => null;
  private candidate: NumberOrder | null = null;
  private candidateKey: NumberOrder = 0;

  constructor(field: NumberSort, options: SortKeyOptions) {
    const { slots, after } = options;
    const { missing } = field;
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.missingKey = numberOrder(field, null);
    this.missingValue = missing === 'first' || missing === 'last' ? null : missing;
    assert(!(after instanceof Uint8Array), 'a sort by numbers has no value that is a term');
    this.afterKey = after === undefined ? undefined : numberOrder(field, after);
    this.options = options;
    this.keys = new Array<NumberOrder>(slots).fill(0);
    this.values = new Array<SortValue>(slots).fill(null);
  }

  segment(reader: SegmentReader): void {
    const column = reader.numbers(this.field.field);
    this.reader = reader;
    this.read = column === undefined ? () => null : this.readerOf(reader, column);
  }

  filter(matches: number): KeyFilter | undefined {
    if (this.field.cast !== undefined) return undefined;
    const column = this.reader?.numbers(this.field.field);
    if (this.reader === undefined || column?.slots === undefined) return undefined;
    return new NumberFilter({
      column,
      slots: column.slots,
      points: this.reader.points(this.field.field),
      maxDoc: this.reader.maxDoc,
      deleted: this.reader.maxDoc - this.reader.liveCount,
      matches,
      capacity: this.options.slots,
      ...this.selected(),
      descending: this.field.reverse,
      after: this.afterKey,
      missing: this.missingKey,
      isOnlyKey: this.options.isOnlyKey,
      keyOf: (slot) => this.keys[slot],
    });
  }

  private selected(): Pick<NumberFilterOptions, 'selected' | 'isComplete'> {
    const { bounds = [], complete = false } = this.options.selection ?? {};
    const selected = bounds.filter(({ field }) => field === this.field.field);
    return { selected, isComplete: complete && selected.length === bounds.length };
  }

  load(doc: number): void {
    this.candidate = this.read(doc);
    if (this.candidate === null) this.candidateKey = this.missingKey;
    else if (typeof this.candidate === 'number') this.candidateKey = this.candidate;
    else this.candidateKey = numberOrder(this.field, this.candidate);
  }

  compareCandidate(slot: number): number {
    return this.order(this.candidateKey, this.keys[slot]);
  }

  compareAfter(): number {
    return this.order(this.candidateKey, this.afterKey ?? 0);
  }

  store(slot: number): void {
    this.keys[slot] = this.candidateKey;
    this.values[slot] = this.candidate ?? this.missingValue;
  }

  compareSlots(a: number, b: number): number {
    return this.order(this.keys[a], this.keys[b]);
  }

  value(slot: number): SortValue {
    return this.values[slot];
  }

  private order(a: NumberOrder, b: NumberOrder): number {
    return a < b ? -this.direction : a > b ? this.direction : 0;
  }

  private readerOf(
    reader: SegmentReader,
    column: NumberColumn,
  ): (doc: number) => NumberOrder | null {
    const wide = isWide(reader, this.field.field, column);
    const { cast, integral } = this.field;
    if (cast !== undefined) {
      const mode = modeOf(castColumn(column, cast, wide), this.field, integral);
      return (doc) => (column.has(doc) ? mode(doc) : null);
    }
    if (column.slots !== undefined) return readerOfSlots(column.slots);
    const mode = modeOf(column, this.field, wide);
    return (doc) => (column.has(doc) ? mode(doc) : null);
  }
}

function readerOfSlots({ raw, min, gcd, presence }: NumberSlots): (doc: number) => number | null {
  return (doc) => (hasValue(presence, doc) ? min + gcd * raw[doc] : null);
}
