/** `profile` of a response: one tree of times per shard. */
import type { AggregationProfile } from '@skein/aggregations';
import type { JsonObject } from '@skein/content';
import type { QueryProfile } from '@skein/search_library';
import type { CollectorProfile, FetchProfile, SearchProfile } from './search_profile.js';

export interface ShardProfile {
  readonly nodeId: string;
  readonly index: string;
  readonly shardId: number;
  readonly search: SearchProfile;
  /** Absent if the shard had nothing to fetch. */
  readonly fetch?: FetchProfile | undefined;
  /**
   * The times at which the shard was asked and its response arrived, on the coordinating node's
   * wall clock.
   */
  readonly askedMs: number;
  readonly answeredMs: number;
}

export function profileJson(shards: readonly ShardProfile[]): JsonObject {
  const shown = shards.map((shard) => ({ id: idOf(shard), shard }));
  shown.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { shards: shown.map(({ id, shard }) => shardJson(id, shard)) };
}

function idOf({ nodeId, index, shardId }: ShardProfile): string {
  return `[${nodeId}][${index}][${shardId}]`;
}

function shardJson(id: string, { search, fetch, askedMs, answeredMs }: ShardProfile): JsonObject {
  return {
    id,
    // The clocks of two nodes differ: a negative difference is shown as 0.
    inbound_network_time_in_millis: Math.max(0, Math.round(search.beganMs - askedMs)),
    outbound_network_time_in_millis: Math.max(0, Math.round(answeredMs - search.endedMs)),
    searches: [
      {
        query: search.queries.map(queryJson),
        rewrite_time: search.rewriteNanos,
        collector: [collectorJson(search.collector)],
      },
    ],
    aggregations: search.aggregations.map(aggregationJson),
    ...(fetch && { fetch: fetchJson(fetch) }),
  };
}

function queryJson({ type, description, nanos, breakdown, children }: QueryProfile): JsonObject {
  return {
    type,
    description,
    time_in_nanos: nanos,
    breakdown: { ...breakdown },
    ...childrenJson(children, queryJson),
  };
}

function collectorJson({ name, reason, nanos, children }: CollectorProfile): JsonObject {
  return { name, reason, time_in_nanos: nanos, ...childrenJson(children, collectorJson) };
}

function aggregationJson(profile: AggregationProfile): JsonObject {
  const { type, description, nanos, breakdown, debug, children } = profile;
  return {
    type,
    description,
    time_in_nanos: nanos,
    breakdown: { ...breakdown },
    ...(debug && { debug }),
    ...childrenJson(children, aggregationJson),
  };
}

function fetchJson({ type, nanos, breakdown, children }: FetchProfile): JsonObject {
  return {
    type,
    description: '',
    time_in_nanos: nanos,
    breakdown: { ...breakdown },
    ...childrenJson(children, fetchJson),
  };
}

function childrenJson<T>(children: readonly T[], json: (child: T) => JsonObject): JsonObject {
  return children.length === 0 ? {} : { children: children.map(json) };
}
