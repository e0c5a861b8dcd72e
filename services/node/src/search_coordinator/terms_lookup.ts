/** Fetches the documents of terms lookups and puts their values into the query. Each document is read once. */
import { type ClusterState, requireReadTarget, shardOf } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import {
  findTermsLookups,
  lookupValues,
  replaceTermsLookups,
  type SearchRequest,
  type TermsLookup,
} from '@skein/search';
import { authorizeName } from '../security/index_access.js';
import type { Security } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { SearchOptions } from './mod.js';

export interface LookupSource {
  readonly state: ClusterState;
  readonly shardHost: Pick<ShardHost, 'write'>;
  readonly security: Security;
  readonly options: SearchOptions;
}

export async function resolveTermsLookups(
  request: SearchRequest,
  source: LookupSource,
): Promise<SearchRequest> {
  const { query, postFilter } = request;
  const lookups = [query, postFilter].flatMap((each) => (each ? findTermsLookups(each) : []));
  if (lookups.length === 0) return request;
  const found = new Map<string, JsonValue>();
  for (const lookup of lookups) {
    const key = documentKey(lookup);
    if (!found.has(key)) found.set(key, await readDocument(lookup, source));
  }
  const replace = (json: JsonObject | undefined) =>
    json && objectOf(replaceTermsLookups(json, valuesOf));
  const valuesOf = (lookup: TermsLookup) =>
    lookupValues(found.get(documentKey(lookup)) ?? null, lookup.path);
  return { ...request, query: replace(query), postFilter: replace(postFilter) };
}

function objectOf(json: JsonValue): JsonObject | undefined {
  return isJsonObject(json) ? json : undefined;
}

function documentKey({ index, id, routing }: TermsLookup): string {
  return JSON.stringify([index, id, routing]);
}

/** The document, `null` when it is not there: then the lookup matches nothing. */
async function readDocument(lookup: TermsLookup, source: LookupSource): Promise<JsonValue> {
  const { state, shardHost, security, options } = source;
  const { identity, nowMs } = options;
  authorizeName(state, lookup.index, { security, identity, nowMs }, ['indices:read']);
  const target = requireReadTarget(state, {
    name: lookup.index,
    routing: lookup.routing,
    nowMs,
  });
  const shardId = shardOf(target.index, lookup.id, target.routing);
  const result = await shardHost.write(target.index.uuid, shardId).call('get', {
    id: lookup.id,
    routing: target.routing,
    realtime: true,
    refresh: false,
    version: undefined,
    versionType: 'internal',
    source: { enabled: true, includes: [], excludes: [] },
    storedFields: [],
  });
  return result.source === undefined ? null : parseJson(result.source);
}
