/** Results of scripts in places that require texts: any value has its Java text. */
import type { JsonValue } from '@skein/content';
import { JCollection } from '../containers/collections.js';
import { JArray } from '../containers/container_types.js';
import { toldToHost } from '../host/told_to_host.js';
import { boxAs } from '../values/convert.js';
import { textOf, type Value } from '../values/value.js';

/**
 * The texts of a list or an array, or the text of any other value. A null is no value; inside a
 * list it is an empty text, as for OpenSearch's `ScriptBytesValues`.
 */
export function toTexts(value: Value): JsonValue {
  return toldToHost(() => {
    if (value instanceof JCollection) return value.toArray().map(itemText);
    if (value instanceof JArray) {
      const box = boxAs(value.element);
      return value.items.map((one) => itemText(box?.(one) ?? one));
    }
    return value === null ? null : textOf(value);
  });
}

function itemText(value: Value): string {
  return value === null ? '' : textOf(value);
}

/** The result of a script for one text of a field: a list is one text as well. */
export function toText(value: Value): JsonValue {
  return value === null ? null : toldToHost(() => textOf(value));
}
