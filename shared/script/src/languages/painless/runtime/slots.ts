/** What a script compiled for known fields and parameters reads by place instead of by name. */
import { JMap } from './collections.js';
import { type DocValues, docDate } from './host.js';
import { renewMeter } from './meter.js';
import type { Value } from './value.js';

/** `doc` or `params` with what the script reads of it by constant names, in the order the script was told. */
export class SlotMap extends JMap {
  readonly slots: readonly unknown[];
  /** The documents that `doc` is of. */
  readonly block: DocBlock;

  constructor(map: JMap, slots: readonly unknown[], block = new DocBlock()) {
    super(map.className, { table: map.table });
    this.slots = slots;
    this.block = block;
  }
}

const NO_DOCS = new Uint32Array(0);
const NO_SCORES = new Float32Array(0);
const NO_RESULTS = new Float64Array(0);

/** Documents that a script runs over, with their scores, and where the numbers go that it makes of them: by row. */
export class DocBlock {
  docs: Uint32Array = NO_DOCS;
  scores: Float32Array = NO_SCORES;
  results: Float64Array = NO_RESULTS;
  from = 0;
  to = 0;
  /** The one at hand. */
  row = 0;
  /** Whether fields have the values of all rows at hand. */
  isGathered = false;
}

/** Begins with the next row, with all that a run may use; false after the last. */
export function nextRow({ block }: SlotMap): boolean {
  if (++block.row >= block.to) return false;
  renewMeter();
  return true;
}

export const rowScore = ({ block }: SlotMap): number => block.scores[block.row] as number;

export function putRow({ block }: SlotMap, result: number | boolean): void {
  block.results[block.row] = result === true ? 1 : Number(result);
}

/**
 * A field in a slot: its values of the document at hand, `double` of any number, `millis` of a date. All throw when there is none, but for
 * `values` and `count`.
 */
export interface DocField {
  double(): number;
  long(): bigint;
  /** A long, as a number where that is exact. */
  whole(): number | bigint;
  boolean(): boolean;
  millis(): number;
  count(): number;
  values(): DocValues;
}

const field = (map: SlotMap, at: number): DocField => map.slots[at] as DocField;

export const docDouble = (map: SlotMap, at: number): number => field(map, at).double();
export const docLong = (map: SlotMap, at: number): bigint => field(map, at).long();
export const docWhole = (map: SlotMap, at: number): number | bigint => field(map, at).whole();
export const docBoolean = (map: SlotMap, at: number): boolean => field(map, at).boolean();
export const docMillis = (map: SlotMap, at: number): number => field(map, at).millis();
export const docDateAt = (map: SlotMap, at: number): Value => docDate(field(map, at).millis());
export const docCount = (map: SlotMap, at: number): number => field(map, at).count();
export const docValues = (map: SlotMap, at: number): Value => field(map, at).values();
export const slot = (map: SlotMap, at: number): unknown => map.slots[at];
