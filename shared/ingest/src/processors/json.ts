/** `json`: parses a JSON text. */

import { utf8 } from '@skein/bytes';
import { JsonReader } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { JMap, readJsonValue, textOf, type Value } from '@skein/java';
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { MAP } from '../values.js';

export const json: ProcessorType = {
  name: 'json',
  create: (config) => {
    const field = config.string('field');
    const target = config.optionalString('target_field');
    const addToRoot = config.boolean('add_to_root', false);
    if (addToRoot && target !== undefined) {
      throw config.fault(
        'target_field',
        'Cannot set a target field while also setting `add_to_root` to true',
      );
    }
    const targetField = target ?? field;
    return {
      run: (document) => {
        if (!addToRoot) {
          document.set(targetField, valueIn(document.get(field)));
          return;
        }
        const { source } = document;
        const value = valueIn(source.get(field));
        if (!(value instanceof JMap)) {
          throw illegalArgument('cannot add non-map fields to root of document');
        }
        for (const key of value.keys()) source.put(key, value.get(key));
      },
    };
  },
};

/** Text after the value is ignored. */
function valueIn(text: Value): Value {
  if (text === null) return null;
  const json = textOf(text);
  if (json.trim() === '') return null;
  const reader = new JsonReader(utf8(json));
  try {
    reader.next();
    checkEndOfNumber(json);
    return readJsonValue(reader, MAP);
  } catch (error) {
    const cause = asApiError(error);
    const name =
      cause.type === 'json_e_o_f_exception' ? 'io.JsonEOFException' : 'JsonParseException';
    throw illegalArgument(`com.fasterxml.jackson.core.${name}: ${cause.message}`, cause);
  }
}

/** A number must be followed by white space or the end. */
function checkEndOfNumber(json: string): void {
  const [number] = /^\s*-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(json) ?? [];
  const after = number === undefined ? undefined : json[number.length];
  if (after === undefined || after.trim() === '') return;
  throw new ApiError(
    'json_parse_exception',
    `Unexpected character ('${after}' (code ${after.charCodeAt(0)})): Expected space separating root-level values`,
  );
}
