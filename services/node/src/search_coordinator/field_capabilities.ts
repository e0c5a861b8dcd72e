/**
 * `_field_caps`: answered from the mappings. The shards are asked only if there is an index filter,
 * which must match.
 */

import { type IndexMetadata, mappingContext } from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';
import { asApiError } from '@skein/errors';
import {
  fieldCapabilities as capabilitiesOf,
  IndexMapping,
  mergeCapabilities,
  parseRuntimeMappings,
} from '@skein/mapping';
import type { QueryNode } from '@skein/search';
import { visibleMapping } from '../security/visible_mapping.js';
import type { FieldCapabilitiesCall, SearchOptions } from './contract.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { readableTargets } from './search_targets.js';
import { callShard, currentShards } from './shard_source.js';

export async function fieldCapabilities(
  { target, fields, includeUnmapped, indexFilter, runtimeMappings }: FieldCapabilitiesCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<JsonObject> {
  const request = { target, routing: undefined, preference: undefined };
  const caller = { ...options, security: parts.security };
  const { targets } = readableTargets(parts.masterService.state(), request, caller);
  const open = targets.map(({ index }) => index).sort((a, b) => (a.name < b.name ? -1 : 1));
  const indices =
    indexFilter === undefined ? open : await matching(open, indexFilter, { options, parts });
  const found = indices.map((index) => {
    const mapping = withRuntime(visibleMapping(index, options.identity), runtimeMappings);
    const parsed = IndexMapping.parse(mapping, mappingContext(index.settings));
    return { index: index.name, fields: capabilitiesOf(parsed, fields) };
  });
  return {
    indices: found.map(({ index }) => index),
    fields: mergeCapabilities(found, { includeUnmapped }),
  };
}

function withRuntime(mapping: JsonObject, given: JsonObject | undefined): JsonObject {
  if (given === undefined) return mapping;
  const own = isJsonObject(mapping.runtime) ? mapping.runtime : {};
  return { ...mapping, runtime: { ...own, ...parseRuntimeMappings(given) } };
}

interface Asking {
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

async function matching(
  indices: readonly IndexMetadata[],
  filter: QueryNode,
  asking: Asking,
): Promise<readonly IndexMetadata[]> {
  const verdicts = await Promise.all(indices.map((index) => canMatch(index, filter, asking)));
  return indices.filter((_, i) => verdicts[i]);
}

/** Asks one shard after another, because the first one can usually answer. */
async function canMatch(
  index: IndexMetadata,
  query: QueryNode,
  { options, parts }: Asking,
): Promise<boolean> {
  const state = parts.masterService.state();
  const source = currentShards(parts.shardRouter, { state, preference: undefined, options });
  for (let shardId = 0; shardId < index.numberOfShards; shardId++) {
    try {
      const request = { query, nowMs: options.nowMs };
      const call = { shard: { index, shardId }, kind: 'can_match', request } as const;
      const verdict = await callShard(source, call, options.signal);
      if (verdict.canMatch) return true;
    } catch (thrown) {
      // A filter that does not fit the types of an index, such as a wrong date, matches nothing
      // there: it may be meant for other indices.
      if (options.signal.aborted || asApiError(thrown).status >= 500) throw thrown;
    }
  }
  return false;
}
