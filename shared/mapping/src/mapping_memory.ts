/**
 * The heap memory of mappings. A mapping lives as long as its shard, and beside its successor while
 * that is built; a full heap ends its thread with every shard there. So the memory of a mapping is
 * estimated by its number of fields before it is built.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { ApiError } from '@skein/errors';

/** Measured for a keyword; a text takes less. */
export const BYTES_PER_MAPPED_FIELD = 2560;

export interface MappingMeter {
  readonly limitBytes: number;
  /** Number of fields of the existing mappings. */
  readonly heldFields: () => number;
  /** Makes the error, counted as a refusal by a breaker. */
  readonly refusal: (wantedBytes: number, limitBytes: number, label: string) => ApiError;
}

let meter: MappingMeter | undefined;

/** Sets the meter of this thread; without one, mappings are unlimited. */
export function enterMappingMemory(own: MappingMeter | undefined): void {
  meter = own;
}

/**
 * Throws circuit_breaking_exception if there is no memory for a mapping with this many fields
 * beside the existing ones.
 */
export function checkMappingRoom(fields: number): void {
  if (meter === undefined) return;
  const { limitBytes, heldFields, refusal } = meter;
  const wantedBytes = (heldFields() + fields) * BYTES_PER_MAPPED_FIELD;
  if (wantedBytes > limitBytes) throw refusal(wantedBytes, limitBytes, '<mappings>');
}

/** Counts the fields, objects and multi-fields of a JSON mapping. Yields after each. */
export function* countingFields({ properties, fields }: JsonObject): Generator<void, number> {
  let count = 0;
  for (const members of [properties, fields]) {
    if (!isJsonObject(members)) continue;
    for (const name in members) {
      const child = members[name];
      count++;
      if (isJsonObject(child)) count += yield* countingFields(child);
      yield;
    }
  }
  return count;
}

const TYPE = '"type":';

/** Estimates the number of fields of a mapping from its unparsed text. */
export function fieldsInText(mapping: string): number {
  let count = 0;
  for (let at = mapping.indexOf(TYPE); at >= 0; at = mapping.indexOf(TYPE, at + TYPE.length)) {
    count++;
  }
  return count;
}
