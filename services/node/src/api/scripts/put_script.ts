/**
 * `PUT /_scripts/{id}`, `PUT /_scripts/{id}/{context}`: stores a script, which must compile if a
 * context is given.
 */
import { scriptConfiguration } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { acknowledged, stringParam } from '@skein/http';
import {
  CONTENT_TYPE_OPTION,
  checkOptions,
  isScriptLanguage,
  JSON_CONTENT_TYPE,
  type StoredScript,
} from '@skein/script';
import type { Actors } from '../../actors.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { type LocatedBody, locatedBody } from '../search/search_body.js';

export const put_script = defineEndpoint({
  id: 'put_script',
  shape: 'master',
  routes: [
    'PUT /_scripts/{id}',
    'POST /_scripts/{id}',
    'PUT /_scripts/{id}/{context}',
    'POST /_scripts/{id}/{context}',
  ],
  params: { ...MASTER_PARAMS, context: stringParam },
  body: 'json',
  privilege: 'scripts:manage',
  parse: ({ pathParams, params, body }) => {
    const sizeBytes = body.required().length;
    const script = readStoredScript(locatedBody(body));
    const id = pathParams.id ?? '';
    if (id.includes('#')) {
      throw new ApiError(
        'action_request_validation_exception',
        "Validation Failed: 1: id cannot contain '#' for stored script;",
      );
    }
    const context = pathParams.context ?? params.context;
    return { id, script, sizeBytes, context, options: submitOptions(params) };
  },
  handle: async ({ id, script, sizeBytes, context, options }, actors, { signal }) => {
    checkLanguage(script, actors);
    if (context !== undefined) {
      await actors.shardHost.runShardless('check_script', { id, script, context }, signal);
    }
    const request = { id, script, sizeBytes };
    const outcome = await actors.masterService.submit('put_stored_script', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});

function checkLanguage(
  { lang }: StoredScript,
  { masterService }: Pick<Actors, 'masterService'>,
): void {
  if (!isScriptLanguage(lang)) {
    throw illegalArgument(`unable to put stored script with unsupported lang [${lang}]`);
  }
  const { allowedTypes } = scriptConfiguration(masterService.state()).settings;
  if (allowedTypes !== undefined && !allowedTypes.includes('stored')) {
    throw illegalArgument('cannot put [stored] script, [stored] scripts are not enabled');
  }
}

function readStoredScript({ json, locate }: LocatedBody): StoredScript {
  const [[key, value = null] = [], ...more] = Object.entries(json ?? {});
  const place = locate(json);
  const metadata = place ? { line: place.line, col: place.column } : {};
  const refuse = (reason: string) => new ApiError('parsing_exception', reason, { metadata });
  if (key === undefined) throw refuse('unexpected token [END_OBJECT], expected [script]');
  if (key !== 'script') throw refuse(`unexpected field [${key}], expected [script]`);
  if (!isJsonObject(value)) {
    throw refuse(`unexpected token [${tokenOf(value)}], expected [{, <source>]`);
  }
  const [[other] = []] = more;
  if (other !== undefined) throw refuse(`unexpected field [${other}], expected [END_OBJECT]`);
  return storedScript(value);
}

function tokenOf(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

/** Ignores unknown keys, as OpenSearch does. */
function storedScript(json: JsonObject): StoredScript {
  const { lang, source } = json;
  if (typeof lang !== 'string' || lang === '')
    throw illegalArgument('must specify lang for stored script');
  if (source === undefined || source === null) {
    throw illegalArgument('must specify source for stored script');
  }
  if (source === '') throw illegalArgument('source cannot be empty');
  const options = isJsonObject(json.options)
    ? Object.fromEntries(Object.entries(json.options).map(([name, one]) => [name, String(one)]))
    : {};
  checkOptions(options);
  if (typeof source === 'string') return { lang, source, options };
  return {
    lang,
    source: stringifyJson(source),
    options: { ...options, [CONTENT_TYPE_OPTION]: JSON_CONTENT_TYPE },
  };
}
