/**
 * Sorts by the terms of an ordinal column. Ordinals are compared inside a segment. A term from
 * elsewhere gets its place in the segment: its ordinal, or half a step before the ordinal at which
 * it would be inserted.
 */
import { assert } from '@skein/base';
import type { OrdinalColumn, SegmentReader } from '../../index/segment_reader.js';
import type { SortValue } from '../results.js';
import type { KeyFilter } from './key_filter.js';
import { OrdinalFilter } from './ordinal_filter.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';
import { compareKeys, type OrdinalSort, orderKey } from './value_order.js';

/** Bytes of a term, or an infinity for a missing value. */
type TermOrder = Uint8Array | number;

function termOrder(field: OrdinalSort, value: SortValue): TermOrder {
  const key = orderKey(field, value);
  assert(typeof key !== 'bigint', 'a sort by terms has no value that is an integer');
  return key;
}

export class OrdinalKey implements SortKey {
  private readonly field: OrdinalSort;
  private readonly direction: number;
  private readonly missingKey: TermOrder;
  private readonly afterKey: TermOrder | undefined;
  private readonly isOnlyKey: boolean;
  private readonly keys: TermOrder[];
  /** Place of each slot's term in the segment numbered `placedIn[slot]`. */
  private readonly places: Float64Array;
  private readonly placedIn: Int32Array;
  private column: OrdinalColumn | undefined;
  private segmentNumber = -1;
  private missingPlace = 0;
  private afterPlace = 0;
  private candidatePlace = 0;

  constructor(field: OrdinalSort, { slots, after, isOnlyKey }: SortKeyOptions) {
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.missingKey = termOrder(field, null);
    this.afterKey = after === undefined ? undefined : termOrder(field, after);
    this.isOnlyKey = isOnlyKey;
    this.keys = new Array<TermOrder>(slots).fill(0);
    this.places = new Float64Array(slots);
    this.placedIn = new Int32Array(slots).fill(-1);
  }

  segment(reader: SegmentReader): void {
    this.segmentNumber++;
    this.column = reader.ordinals(this.field.field, this.field.uninverting);
    this.missingPlace = this.place(this.missingKey);
    this.afterPlace = this.place(this.afterKey ?? 0);
  }

  filter(): KeyFilter | undefined {
    const slots = this.column?.slots;
    if (slots === undefined) return undefined;
    return new OrdinalFilter({
      raw: slots,
      descending: this.field.reverse,
      isOnlyKey: this.isOnlyKey,
      after: this.afterKey === undefined ? undefined : this.afterPlace,
      missing: this.missingPlace,
      placeOf: (slot) => this.placeOf(slot),
    });
  }

  load(doc: number): void {
    const { column } = this;
    const count = column === undefined ? 0 : column.valueCount(doc);
    this.candidatePlace =
      column === undefined || count === 0
        ? this.missingPlace
        : column.ordinal(doc, this.field.mode === 'min' ? 0 : count - 1);
  }

  compareCandidate(slot: number): number {
    return this.order(this.placeOf(slot), this.keys[slot]);
  }

  compareAfter(): number {
    return this.order(this.afterPlace, this.afterKey ?? 0);
  }

  store(slot: number): void {
    const { column, candidatePlace } = this;
    const isMissing = column === undefined || candidatePlace === this.missingPlace;
    this.keys[slot] = isMissing ? this.missingKey : column.term(candidatePlace);
    this.places[slot] = candidatePlace;
    this.placedIn[slot] = this.segmentNumber;
  }

  compareSlots(a: number, b: number): number {
    return this.direction * compareKeys(this.keys[a], this.keys[b]);
  }

  value(slot: number): SortValue {
    const key = this.keys[slot];
    return key instanceof Uint8Array ? key : null;
  }

  /** The place of the slot's term in this segment. */
  private placeOf(slot: number): number {
    if (this.placedIn[slot] !== this.segmentNumber) {
      this.places[slot] = this.place(this.keys[slot]);
      this.placedIn[slot] = this.segmentNumber;
    }
    return this.places[slot];
  }

  /**
   * Compares the candidate with a term and its place. At a fractional place, which only a missing
   * value can share, the bytes decide.
   */
  private order(place: number, key: TermOrder): number {
    const { candidatePlace, direction } = this;
    if (candidatePlace !== place) return candidatePlace < place ? -direction : direction;
    return Number.isInteger(place) ? 0 : direction * compareKeys(this.missingKey, key);
  }

  private place(key: TermOrder): number {
    if (!(key instanceof Uint8Array)) return key;
    const found = this.column?.find(key) ?? -1;
    return found >= 0 ? found : -found - 1.5;
  }
}
