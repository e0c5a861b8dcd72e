/**
 * Parses a script in a body that OpenSearch has parsed to a map: the messages differ from
 * `parseScript`'s, and unknown keys are ignored.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkOptions, DEFAULT_LANG, type ScriptReference } from './script_reference.js';

export function scriptOfMap(json: JsonValue): ScriptReference {
  if (typeof json === 'string') {
    return { type: 'inline', lang: DEFAULT_LANG, idOrCode: json, options: {}, params: {} };
  }
  if (!isJsonObject(json)) {
    throw new ApiError('illegal_argument_exception', 'Script value should be a String or a Map');
  }
  let code: Pick<ScriptReference, 'type' | 'idOrCode'> | undefined;
  let lang: string | undefined;
  let options: JsonObject = {};
  let params: JsonObject = {};
  for (const [name, value = null] of Object.entries(json)) {
    if (name === 'lang') lang = textOf(name, value);
    else if (name === 'params') params = objectOf(name, value);
    else if (name === 'options') options = objectOf(name, value);
    else if (name === 'source' || name === 'id') {
      const idOrCode = textOf(name, value);
      const type = name === 'id' ? 'stored' : 'inline';
      code = idOrCode === undefined ? undefined : { type, idOrCode };
    }
  }
  if (code === undefined) {
    throw failure('Expected one of [source] or [id] fields, but found none');
  }
  if (code.type === 'inline') {
    const texts = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
    const given = Object.fromEntries(texts);
    checkOptions(given);
    return { ...code, lang: lang ?? DEFAULT_LANG, options: given, params };
  }
  if (lang !== undefined) {
    const reason = '[lang] cannot be specified for stored scripts';
    throw new ApiError('illegal_argument_exception', reason);
  }
  return { ...code, lang, options: {}, params };
}

function textOf(name: string, value: JsonValue): string | undefined {
  if (typeof value === 'string' || value === null) return value ?? undefined;
  throw failure(`Value must be of type String: [${name}]`);
}

function objectOf(name: string, value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  if (value === null) return {};
  throw failure(`Value must be of type Map: [${name}]`);
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
