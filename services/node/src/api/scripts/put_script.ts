/**
 * `PUT /_scripts/{id}`, `PUT /_scripts/{id}/{context}`: stores a script, which must compile if a
 * context is given.
 */
import { scriptConfiguration } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { acknowledged, stringParam } from '@skein/http';
import {
  type FieldReaders,
  into,
  placeMetadata,
  readFields,
  textOf,
  tokenName,
} from '@skein/reading';
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

/** Reads the script; as in OpenSearch, its body may go on after it. */
export function readStoredScript({ json = {}, locate }: LocatedBody): StoredScript {
  const [key] = Object.keys(json);
  const refuse = (reason: string, part?: 'name') => {
    const place = key === undefined ? locate(json) : locate(json, key, part);
    const metadata = placeMetadata(place);
    return new ApiError('parsing_exception', reason, { metadata });
  };
  if (key === undefined) throw refuse('unexpected token [END_OBJECT], expected [script]');
  if (key !== 'script') throw refuse(`unexpected field [${key}], expected [script]`, 'name');
  const { script = null } = json;
  if (!isJsonObject(script)) {
    throw refuse(`unexpected token [${tokenName(script)}], expected [{, <source>]`);
  }
  return storedScript(script, locate);
}

interface Draft {
  lang: string | undefined;
  source: JsonValue | undefined;
  options: Readonly<Record<string, string>>;
}

/** Ignores unknown keys, as OpenSearch does. */
function storedScript(json: JsonObject, locate: LocatedBody['locate']): StoredScript {
  const draft: Draft = { lang: undefined, source: undefined, options: {} };
  const readers: FieldReaders = {
    ...Object.fromEntries(Object.keys(json).map((key) => [key, () => undefined])),
    lang: into(draft, 'lang', 'string', String),
    source: into(draft, 'source', 'object_or_string', (source) => source),
    options: into(draft, 'options', 'object', textsIn),
  };
  readFields(json, readers, { name: 'stored script source', locate });
  const { lang, source, options } = draft;
  if (lang === undefined) throw illegalArgument('must specify lang for stored script');
  if (lang === '') throw illegalArgument('lang cannot be empty');
  if (source === undefined) throw illegalArgument('must specify source for stored script');
  // Only a template may be empty.
  if (source === '' && lang !== 'mustache') throw illegalArgument('source cannot be empty');
  checkOptions(options);
  if (typeof source === 'string') return { lang, source, options };
  return {
    lang,
    source: stringifyJson(source),
    options: { ...options, [CONTENT_TYPE_OPTION]: JSON_CONTENT_TYPE },
  };
}

function textsIn(json: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(json).map(([name, value = null]) => [name, textOf(value)]),
  );
}
