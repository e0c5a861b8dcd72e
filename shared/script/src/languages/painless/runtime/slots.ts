/** What a script compiled for known fields and parameters reads by place instead of by name. */
import { JMap } from './collections.js';
import type { DocValues } from './host.js';
import type { Value } from './value.js';

/** `doc` or `params` with what the script reads of it by constant names, in the order the script was told. */
export class SlotMap extends JMap {
  readonly slots: readonly unknown[];

  constructor(map: JMap, slots: readonly unknown[]) {
    super(map.className, { table: map.table });
    this.slots = slots;
  }
}

/** A field in a slot: its values of the document at hand, `double` of any number. All throw when there is none, but for `values`. */
export interface DocField {
  double(): number;
  long(): bigint;
  boolean(): boolean;
  values(): DocValues;
}

const field = (map: SlotMap, at: number): DocField => map.slots[at] as DocField;

export const docDouble = (map: SlotMap, at: number): number => field(map, at).double();
export const docLong = (map: SlotMap, at: number): bigint => field(map, at).long();
export const docBoolean = (map: SlotMap, at: number): boolean => field(map, at).boolean();
export const docValues = (map: SlotMap, at: number): Value => field(map, at).values();
export const slot = (map: SlotMap, at: number): unknown => map.slots[at];
