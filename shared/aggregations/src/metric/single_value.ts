/** The rendering of metrics that are a single number. */
import type { JsonObject, JsonValue } from '@skein/content';
import { formatted, formattedJson, numberJson, type ValueFormat } from '../values/value_format.js';

/** A value that is `undefined` does not exist and is shown as `null`. */
export function singleValue(value: number | undefined, format: ValueFormat): JsonObject {
  if (value === undefined) return { value: null };
  const text = formatted(value, format);
  return { value: numberJson(value), ...(text === undefined ? {} : { value_as_string: text }) };
}

/** The member that shows a number in the field's format; none if the format shows no text. */
export function asText(
  name: string,
  value: number,
  format: ValueFormat,
): Readonly<Record<string, JsonValue>> {
  const shown = formattedJson(value, format);
  return shown === undefined ? {} : { [name]: shown };
}

/** True if the property names the value of a metric that is a single number. */
export function isOnlyValue(property: string): boolean {
  return property === '' || property === 'value';
}
