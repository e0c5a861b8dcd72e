/**
 * Fields that a script reads by constant names: the first value comes directly from the column, in
 * the type for which the script was compiled.
 */

import { type DocValues, missingValue } from '@skein/java';
import type { MappedField } from '@skein/mapping';
import type { DocBlock, DocField, FieldType } from '@skein/script';
import { type DocRows, gatherNumbers, type NumberColumn } from '@skein/search_library';
import type { SegmentLookup } from './doc_lookup.js';

/**
 * Returns `undefined` if scripts see the values as objects, or if a double cannot represent them.
 */
export function fieldTypeOf(field: MappedField | undefined): FieldType {
  if (field === undefined || field.name.startsWith('_')) return undefined;
  const { values } = field;
  if (values.kind === 'truth') return 'boolean';
  if (values.kind === 'instant') return values.perMs === 1 ? 'date' : undefined;
  if (values.kind === 'number') {
    if (values.width === 'unsigned_long') return undefined;
    if (values.step !== 1) return 'double';
  }
  const { column } = field.spec;
  return column === 'long' || column === 'double' ? column : undefined;
}

export class DocSlot implements DocField {
  readonly #lookup: SegmentLookup;
  readonly #block: DocBlock;
  readonly #name: string;
  /** The value of one step of the column. */
  readonly #step: number;
  readonly #type: FieldType;
  readonly #columnName: string;
  /** Values of the block's rows. */
  readonly #gathered = { values: new Float64Array(0), present: new Uint8Array(0) };
  #longs = new BigInt64Array(0);
  /** True if `#longs` contains the block's values: most scripts do not need them. */
  #hasLongs = false;
  #column: NumberColumn | undefined;

  constructor(lookup: SegmentLookup, name: string, field: MappedField | undefined) {
    this.#lookup = lookup;
    this.#block = lookup.block;
    this.#name = name;
    this.#step = field?.values.kind === 'number' ? field.values.step : 1;
    this.#type = fieldTypeOf(field);
    this.#columnName = field?.spec.name ?? name;
  }

  double(): number {
    return this.#first() * this.#step;
  }

  long(): bigint {
    const { isGathered, row } = this.#block;
    const mayHaveLongs = isGathered && this.#type === 'long';
    if (mayHaveLongs && this.#gathered.present[row] === 1) {
      if (!this.#hasLongs) this.#gatherLongs();
      return this.#longs[row] ?? 0n;
    }
    const value = this.#first();
    return this.#column?.wide ? this.#column.exact(this.#lookup.doc, 0) : exactLong(value);
  }

  whole(): number | bigint {
    const value = this.#first();
    return this.#column?.wide ? this.long() : value;
  }

  boolean(): boolean {
    return this.#first() === 1;
  }

  millis(): number {
    return this.#first();
  }

  count(): number {
    if (this.#type === undefined) return this.values().size();
    const column = this.#column ?? this.#columnOrNone();
    const { isGathered, row } = this.#block;
    if (isGathered && column?.slots) return this.#gathered.present[row] ?? 0;
    const { doc } = this.#lookup;
    return column?.has(doc) ? column.valueCount(doc) : 0;
  }

  values(): DocValues {
    return this.#lookup.values(this.#name);
  }

  /**
   * Reads the values of the block's rows at once. An error is thrown only when the script reads a
   * value.
   */
  gather(): void {
    const { docs } = this.#block;
    this.#hasLongs = false;
    if (this.#type === undefined) return;
    const gathered = this.#gathered;
    if (gathered.present.length < docs.length) {
      gathered.values = new Float64Array(docs.length);
      gathered.present = new Uint8Array(docs.length);
    }
    const column = this.#column ?? this.#readable();
    if (column === undefined) return;
    gatherNumbers(column, this.#block, gathered);
  }

  #readable(): NumberColumn | undefined {
    try {
      return this.#open();
    } catch {
      return undefined;
    }
  }

  #gatherLongs(): void {
    this.#hasLongs = true;
    const { docs, from, to } = this.#block;
    const { values, present } = this.#gathered;
    if (this.#longs.length < values.length) this.#longs = new BigInt64Array(values.length);
    const column = this.#column;
    if (column?.wide) {
      for (let i = from; i < to; i++) {
        if (present[i] === 1) this.#longs[i] = column.exact(docs[i] ?? 0, 0);
      }
      return;
    }
    putLongs(values, this.#block, this.#longs);
  }

  #first(): number {
    const { isGathered, row } = this.#block;
    const { values, present } = this.#gathered;
    if (isGathered && present[row] === 1) return values[row] ?? 0;
    return this.#one();
  }

  #one(): number {
    const column = this.#column ?? this.#open();
    const { doc } = this.#lookup;
    if (!column.has(doc)) throw missingValue();
    return column.value(doc, 0);
  }

  #open(): NumberColumn {
    const column = this.#columnOrNone();
    if (column === undefined) throw missingValue();
    return column;
  }

  /** The first lookup throws if the field cannot be read. */
  #columnOrNone(): NumberColumn | undefined {
    this.#lookup.values(this.#name);
    this.#column = this.#lookup.segment.numbers(this.#columnName);
    return this.#column;
  }
}

/** Adding this constant puts a whole number below 2^51 into the low bits of a double. */
const SHIFTER = 6_755_399_441_055_744;
const SHIFTER_BITS = 0x4338_0000_0000_0000n;
const EXACT_BELOW = 2 ** 51;
const scratch = new Float64Array(1);
const scratchBits = new BigInt64Array(scratch.buffer);

/** A faster `BigInt(value)`. */
function exactLong(value: number): bigint {
  if (value >= EXACT_BELOW || value <= -EXACT_BELOW) return BigInt(value);
  scratch[0] = value + SHIFTER;
  return BigInt.asIntN(64, (scratchBits[0] ?? 0n) - SHIFTER_BITS);
}

const LOW_WORD = 2 ** 32;

/** Stores whole numbers in doubles as longs. */
function putLongs(values: Float64Array, { from, to }: DocRows, longs: BigInt64Array): void {
  // Writes the two halves of a long, low half first: all supported platforms are little-endian, and
  // no BigInt is allocated.
  const words = new Int32Array(longs.buffer);
  for (let i = from; i < to; i++) {
    const value = values[i] ?? 0;
    words[2 * i] = value;
    words[2 * i + 1] = Math.floor(value / LOW_WORD);
  }
}
