/**
 * Slots from which a script compiled for known fields and parameters reads by index instead of by
 * name.
 */
import { type DocValues, docDate, JMap, renewMeter, type Value } from '@skein/java';

/**
 * `doc` or `params` with the values that the script reads by constant names, in the order given to
 * its compilation.
 */
export class SlotMap extends JMap {
  readonly slots: readonly unknown[];
  /** The documents that `doc` refers to. */
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

/** Documents over which a script runs, with their scores and results by row. */
export class DocBlock {
  docs: Uint32Array = NO_DOCS;
  scores: Float32Array = NO_SCORES;
  results: Float64Array = NO_RESULTS;
  from = 0;
  to = 0;
  /** The current row. */
  row = 0;
  /** True if fields hold the values of all current rows. */
  isGathered = false;
}

/** Advances to the next row and resets the limits of the run; false after the last. */
export function nextRow({ block }: SlotMap): boolean {
  if (++block.row >= block.to) return false;
  renewMeter();
  return true;
}

/** The score of the current row, which is always one of the block. */
export const rowScore = ({ block }: SlotMap): number => block.scores[block.row] as number;

export function putRow({ block }: SlotMap, result: number | boolean): void {
  block.results[block.row] = result === true ? 1 : Number(result);
}

/**
 * A field in a slot, with its values for the current document: `double` for any number, `millis`
 * for a date. All methods except `values` and `count` throw if there is no value.
 */
export interface DocField {
  double(): number;
  long(): bigint;
  /** A long, as a number if that is exact. */
  whole(): number | bigint;
  boolean(): boolean;
  millis(): number;
  count(): number;
  values(): DocValues;
}

/** The emitted text reads a slot as what it was reserved for. */
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
