/** The fields a script reads by constant names, as it reads them: the first value straight from the column, in the type the script was compiled for. */
import type { MappedField } from '@skein/mapping';
import { type DocField, type DocValues, type FieldType, missingValue } from '@skein/script';
import type { NumberColumn } from '@skein/search_library';
import type { SegmentLookup } from './doc_lookup.js';
import { scaledValue } from './field_values.js';

/** Types whose values are objects to a script, whatever lies in their columns. */
const OBJECTS: ReadonlySet<string> = new Set(['date', 'date_nanos', 'unsigned_long']);

export function fieldTypeOf(field: MappedField | undefined): FieldType {
  if (field === undefined || field.name.startsWith('_') || OBJECTS.has(field.typeName)) {
    return undefined;
  }
  if (field.typeName === 'boolean') return 'boolean';
  if (field.typeName === 'scaled_float') return 'double';
  const { column } = field.spec;
  return column === 'long' || column === 'double' ? column : undefined;
}

export function docSlot(
  lookup: SegmentLookup,
  name: string,
  field: MappedField | undefined,
): DocField {
  return new Slot(lookup, name, field);
}

class Slot implements DocField {
  readonly #lookup: SegmentLookup;
  readonly #name: string;
  readonly #scaled: MappedField | undefined;
  readonly #columnName: string | undefined;
  #column: NumberColumn | undefined;

  constructor(lookup: SegmentLookup, name: string, field: MappedField | undefined) {
    this.#lookup = lookup;
    this.#name = name;
    this.#scaled = field?.typeName === 'scaled_float' ? field : undefined;
    this.#columnName = fieldTypeOf(field) === undefined ? undefined : field?.spec.name;
  }

  double(): number {
    const value = this.#first();
    return this.#scaled === undefined ? value : scaledValue(this.#scaled, value);
  }

  long(): bigint {
    const value = this.#first();
    return this.#column?.wide ? this.#column.exact(this.#lookup.doc, 0) : exactLong(value);
  }

  boolean(): boolean {
    return this.#first() === 1;
  }

  values(): DocValues {
    return this.#lookup.values(this.#name) as DocValues;
  }

  #first(): number {
    const column = this.#column ?? this.#open();
    const { doc } = this.#lookup;
    if (!column.has(doc)) throw missingValue();
    return column.value(doc, 0);
  }

  /** The first look says whether the field may be read at all. */
  #open(): NumberColumn {
    this.#lookup.values(this.#name);
    const column = this.#lookup.segment.numbers(this.#columnName ?? this.#name);
    if (column === undefined) throw missingValue();
    this.#column = column;
    return column;
  }
}

/** Adding it puts a whole number of less than 2^51 into the low bits of a double. */
const SHIFTER = 6_755_399_441_055_744;
const SHIFTER_BITS = 0x4338_0000_0000_0000n;
const EXACT_BELOW = 2 ** 51;
const scratch = new Float64Array(1);
const scratchBits = new BigInt64Array(scratch.buffer);

/** Faster than `BigInt(value)`: no number has to be looked at digit by digit. */
function exactLong(value: number): bigint {
  if (value >= EXACT_BELOW || value <= -EXACT_BELOW) return BigInt(value);
  scratch[0] = value + SHIFTER;
  return BigInt.asIntN(64, (scratchBits[0] ?? 0n) - SHIFTER_BITS);
}
