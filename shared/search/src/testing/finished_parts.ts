/** Parts of several shards as one answer, for tests of aggregations without scripts. */
import { type AggregationTree, finishAggregations } from '@skein/aggregations';
import { type JsonObject, stringifyJson } from '@skein/content';
import { parseSearchRequest } from '../request/parse_search_request.js';
import type { TestIndex } from './test_index.js';

/** The `aggregations` of the body's answer; parts are reduced in the order of the shards. */
export function finishedParts(
  body: JsonObject,
  shards: readonly TestIndex[],
): Readonly<Record<string, JsonObject>> {
  const { aggregations } = parseSearchRequest(body, {});
  const parts = shards.map((shard) => shard.part(body));
  const finished = finishAggregations(aggregations as AggregationTree, parts, {
    maxBuckets: 100,
    typedKeys: false,
    checkCancelled: () => undefined,
    reduceScript: () => ({ json: null, number: undefined }),
    script: () => () => null,
  });
  return JSON.parse(stringifyJson(finished));
}
