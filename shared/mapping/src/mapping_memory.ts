/**
 * What mappings take of the heap of the thread they are made in. A mapping is there as long as its
 * shard is, and beside the next one while that is made; a heap that is spent ends its thread, and
 * with it every shard there. So what a mapping will take is counted, by its fields, before it is
 * made.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { ApiError } from '@skein/errors';

/** Of a keyword, measured; a text takes less. */
export const BYTES_PER_MAPPED_FIELD = 2560;

export interface MappingMeter {
  readonly limitBytes: number;
  /** Fields of the mappings that are there. */
  readonly heldFields: () => number;
  /** Counted as what a breaker refused. */
  readonly refusal: (wantedBytes: number, limitBytes: number, label: string) => ApiError;
}

let meter: MappingMeter | undefined;

/** A thread that entered nothing makes what it is asked for. */
export function enterMappingMemory(own: MappingMeter | undefined): void {
  meter = own;
}

/**
 * Throws circuit_breaking_exception when there is no room for a mapping of so many fields beside
 * those that are there.
 */
export function checkMappingRoom(fields: number): void {
  if (meter === undefined) return;
  const { limitBytes, heldFields, refusal } = meter;
  const wantedBytes = (heldFields() + fields) * BYTES_PER_MAPPED_FIELD;
  if (wantedBytes > limitBytes) throw refusal(wantedBytes, limitBytes, '<mappings>');
}

/** Fields, objects and multi-fields of a mapping as JSON. Yields after each. */
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

/** About as many fields as a mapping has, from its text: nothing is made of it yet. */
export function fieldsInText(mapping: string): number {
  let count = 0;
  for (let at = mapping.indexOf(TYPE); at >= 0; at = mapping.indexOf(TYPE, at + TYPE.length)) {
    count++;
  }
  return count;
}
