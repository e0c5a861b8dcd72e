/** The rendering of metrics that are a single number. */
import type { JsonObject, JsonValue } from '@skein/content';
import { formatted, formattedJson, numberJson, type ValueFormat } from '../values/value_format.js';

/** `undefined`: there is none, which is `null`. */
export function singleValue(value: number | undefined, format: ValueFormat): JsonObject {
  if (value === undefined) return { value: null };
  const text = formatted(value, format);
  return { value: numberJson(value), ...(text === undefined ? {} : { value_as_string: text }) };
}

/** Beside a number of several, what it reads in the field's format. */
export function asText(
  name: string,
  value: number,
  format: ValueFormat,
): Readonly<Record<string, JsonValue>> {
  const shown = formattedJson(value, format);
  return shown === undefined ? {} : { [name]: shown };
}

/** Properties by which a metric of one number is known. */
export function isOnlyValue(property: string): boolean {
  return property === '' || property === 'value';
}
