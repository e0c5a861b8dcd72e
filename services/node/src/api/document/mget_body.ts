/**
 * The body of a multi-get: `{"docs": [{"_index", "_id", …}]}` or `{"ids": […]}`. Errors are in
 * OpenSearch's words.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { versionTypeOf } from '@skein/ingest/calls';
import { askedVersion, isScalar } from '@skein/reading';
import { parseSource, tokenName } from '@skein/search';
import type { SourceFilter } from '@skein/shard';
import type { RoutedGet } from '../../document_router/mod.js';
import { effectiveSource } from './read_params.js';
import { refuse } from './validate_write.js';
import { longIn } from './write_params.js';

/** Defaults of the request for all documents; an entry can override them. */
interface MultiGetDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly realtime: boolean;
  readonly preference: string | undefined;
  readonly refresh: boolean;
  readonly source: SourceFilter | undefined;
  readonly storedFields: readonly string[] | undefined;
  /** True if `_type` is ignored. */
  readonly takesTypes?: boolean;
}

interface Entry {
  index: string | undefined;
  id: string | undefined;
  routing: string | undefined;
  storedFields: readonly string[] | undefined;
  source: SourceFilter | undefined;
  version: number | undefined;
  versionType: RoutedGet['versionType'];
}

/** Pauses after each document. */
export function* parseMultiGet(
  body: JsonObject,
  defaults: MultiGetDefaults,
): Generator<void, RoutedGet[]> {
  const entries: Entry[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (!Array.isArray(value)) {
      const reason = `unexpected token [${tokenName(value ?? null)}], expected [FIELD_NAME] or [START_ARRAY]`;
      throw new ApiError('parsing_exception', reason);
    }
    if (key !== 'docs' && key !== 'ids') {
      const reason = `unknown key [${key}] for a START_ARRAY, expected [docs] or [ids]`;
      throw new ApiError('parsing_exception', reason);
    }
    const entryOf = key === 'docs' ? docEntry : idEntry;
    for (const each of value) {
      entries.push(entryOf(each, defaults));
      yield;
    }
  }
  refuse(yield* problems(entries));
  const requests: RoutedGet[] = [];
  for (const entry of entries) {
    requests.push(request(entry, defaults));
    yield;
  }
  return requests;
}

function* problems(entries: readonly Entry[]): Generator<void, string[]> {
  if (entries.length === 0) return ['no documents to get'];
  const found: string[] = [];
  for (const [i, entry] of entries.entries()) {
    if (entry.index === undefined) found.push(`index is missing for doc ${i}`);
    if (entry.id === undefined) found.push(`id is missing for doc ${i}`);
    yield;
  }
  return found;
}

function newEntry({ index, routing, storedFields, source }: MultiGetDefaults): Entry {
  return {
    index,
    id: undefined,
    routing,
    storedFields,
    source,
    version: undefined,
    versionType: 'internal',
  };
}

function idEntry(value: JsonValue, defaults: MultiGetDefaults): Entry {
  if (typeof value === 'object') {
    throw new ApiError('illegal_argument_exception', 'ids array element should only contain ids');
  }
  return { ...newEntry(defaults), id: String(value) };
}

function docEntry(value: JsonValue, defaults: MultiGetDefaults): Entry {
  if (!isJsonObject(value)) {
    throw new ApiError('illegal_argument_exception', 'docs array element should include an object');
  }
  const entry = newEntry(defaults);
  for (const [key, field] of Object.entries(value)) {
    if (key === '_type' && defaults.takesTypes === true) continue;
    if (field !== undefined && field !== null) readField(entry, key, field);
  }
  return entry;
}

function readField(entry: Entry, key: string, value: JsonValue): void {
  switch (key) {
    case '_index':
      entry.index = wordOf(key, value);
      return;
    case '_id':
      entry.id = wordOf(key, value);
      return;
    case 'routing':
      entry.routing = wordOf(key, value);
      return;
    case 'stored_fields':
      entry.storedFields = (Array.isArray(value) ? value : [value]).map(String);
      return;
    case '_source':
      // As in OpenSearch, a boolean may be a text here, though not in a search.
      entry.source = parseSource(value === 'true' || value === 'false' ? value === 'true' : value);
      return;
    case 'version':
      entry.version = askedVersion(longIn(key, value));
      return;
    case 'version_type':
      entry.versionType = versionTypeOf(wordOf(key, value));
      return;
    default:
      throw failure(`failed to parse multi get request. unknown field [${key}]`);
  }
}

function request(entry: Entry, { realtime, refresh, preference }: MultiGetDefaults): RoutedGet {
  const { index = '', id = '', routing, storedFields, source, version, versionType } = entry;
  return {
    index,
    id,
    routing,
    preference,
    realtime,
    refresh,
    version,
    versionType,
    source: effectiveSource(source, storedFields),
    storedFields: storedFields ?? [],
  };
}

function wordOf(key: string, value: JsonValue): string {
  if (isScalar(value)) return String(value);
  throw failure(`failed to parse multi get request. [${key}] must be a text`);
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
