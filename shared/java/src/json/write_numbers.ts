/** Results of scripts in places that require numbers. */
import type { JsonValue } from '@skein/content';
import { JCollection } from '../containers/collections.js';
import { JArray } from '../containers/container_types.js';
import { toldToHost } from '../host/told_to_host.js';
import { ZonedDateTime } from '../time/zone.js';
import { castMessage, classCast, nullPointer } from '../values/throwable.js';
import { classNameOf, JavaObject, textOf, type Value } from '../values/value.js';
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

/**
 * The result of a script for one number of a field, which must be a `java.lang.Number`. Throws the
 * errors of the cast in OpenSearch's `AggregationScript.runAsDouble`.
 */
export function toNumber(value: Value, writeDouble: DoubleWriter): JsonValue {
  if (isNumberValue(value)) return toJson(value, writeDouble);
  return toldToHost(() => {
    throw value === null
      ? nullPointer(NO_RESULT)
      : classCast(castMessage(classNameOf(value), 'java.lang.Number'));
  });
}

const NO_RESULT =
  'Cannot invoke "java.lang.Number.doubleValue()" because the return value of "org.opensearch.script.AggregationScript.execute()" is null';
