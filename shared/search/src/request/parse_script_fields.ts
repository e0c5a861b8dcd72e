/** `script_fields`: `{"name": {"script": …, "ignore_failure": …}}`. */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { booleanOf, isScalar, tokenName } from '../queries/options.js';
import { type BodyLocator, placeMetadata } from './body_location.js';
import { objectAt } from './object_fields.js';

export interface ScriptField {
  readonly name: string;
  readonly script: ScriptReference;
  /** If true, a hit whose script fails lacks the field. */
  readonly ignoreFailure: boolean;
}

/**
 * `place` is the name in errors for a field that is not an object; the field's own name if absent.
 */
export function parseScriptFields(
  json: JsonObject,
  locate: BodyLocator,
  place?: string,
): readonly ScriptField[] {
  return Object.entries(json).map(([name, field = null]) => {
    if (isJsonObject(field)) return parseField(name, field, locate);
    const words = `Expected [START_OBJECT] in [${place ?? name}] but found [${tokenName(field)}]`;
    throw placed(words, locate, json);
  });
}

function parseField(name: string, json: JsonObject, locate: BodyLocator): ScriptField {
  let script: ScriptReference | undefined;
  let ignoreFailure = false;
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  for (const [key, value = null] of Object.entries(json)) {
    if (key === 'script' && typeof value === 'string') script = parseScript(value, { place });
    else if (key === 'script' && value !== null && !isJsonArray(value)) {
      script = parseScript(objectAt(json, key, { name: 'script', locate }), { place });
    } else if (key === 'ignore_failure' && isScalar(value)) ignoreFailure = booleanOf(value);
    else throw placed(`Unknown key for a ${tokenName(value)} in [${key}].`, locate, json);
  }
  if (script !== undefined) return { name, script, ignoreFailure };
  throw new ApiError('illegal_argument_exception', `script is missing for script field [${name}]`);
}

function placed(reason: string, locate: BodyLocator, at: JsonValue): ApiError {
  const location = locate(at);
  const metadata = placeMetadata(location);
  return new ApiError('parsing_exception', reason, { metadata });
}
