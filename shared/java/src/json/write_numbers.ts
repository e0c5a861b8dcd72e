/** Results of scripts in places that require numbers. */
import type { JsonValue } from '@skein/content';
import { JCollection } from '../containers/collections.js';
import { JArray } from '../containers/container_types.js';
import { ZonedDateTime } from '../time/zone.js';
import { JavaObject, textOf, type Value } from '../values/value.js';
import { isNumberValue } from './json.js';
import { type DoubleWriter, toJson } from './write_json.js';

/**
 * A date with a zone becomes its milliseconds, by itself and in a list or an array. Any other
 * object that is not a number becomes its Java text, which the caller then refuses.
 */
export function toNumbers(value: Value, writeDouble: DoubleWriter): JsonValue {
  if (value instanceof ZonedDateTime) return Number(value.instant.millis);
  if (value instanceof JCollection)
    return value.toArray().map((one) => toNumbers(one, writeDouble));
  if (value instanceof JArray) return arrayToNumbers(value, writeDouble);
  if (!(value instanceof JavaObject) || isNumberValue(value)) return toJson(value, writeDouble);
  return textOf(value);
}

function arrayToNumbers(array: JArray, writeDouble: DoubleWriter): JsonValue {
  const { items } = array;
  const hasDates = items.some((one) => one instanceof ZonedDateTime);
  return hasDates ? items.map((one) => toNumbers(one, writeDouble)) : toJson(array, writeDouble);
}
