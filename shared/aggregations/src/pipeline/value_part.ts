/** The part of a pipeline that gives a number for some of its owners. */
import type { JsonObject } from '@skein/content';
import { formatDecimal } from '@skein/mapping';
import { numberJson } from '../values/value_format.js';

export interface ValuePart {
  readonly values: Float64Array;
  /** 1 for each owner with a value; nothing is shown for the others. */
  readonly present: Uint8Array;
}

export function emptyValues(owners: number): ValuePart {
  return { values: new Float64Array(owners), present: new Uint8Array(owners) };
}

export function putValue({ values, present }: ValuePart, owner: number, value: number): void {
  values[owner] = value;
  present[owner] = 1;
}

/** The value as it is shown. A number that is not finite is `null` and has no text. */
export function shownValue(
  { values, present }: ValuePart,
  owner: number,
  format: string | undefined,
): JsonObject | undefined {
  if (present[owner] !== 1) return undefined;
  return numberMembers('value', values[owner], format);
}

/** The value shown as a count. */
export function shownCount(
  { values, present }: ValuePart,
  owner: number,
  format: string | undefined,
): JsonObject | undefined {
  if (present[owner] !== 1) return undefined;
  const value = values[owner];
  const text = format === undefined ? {} : { value_as_string: formatDecimal(value, format) };
  return { value, ...text };
}

export function numberMembers(name: string, value: number, format: string | undefined): JsonObject {
  if (!Number.isFinite(value)) return { [name]: null };
  if (format === undefined) return { [name]: numberJson(value) };
  return { [name]: numberJson(value), [`${name}_as_string`]: formatDecimal(value, format) };
}

export function valueAt({ values, present }: ValuePart, owner: number): number | undefined {
  return present[owner] === 1 ? values[owner] : undefined;
}
