/**
 * What the coordinating node and a shard say to each other during a search. Plain data: it crosses threads, later nodes.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import type { SortValue, TotalHits } from '@skein/search_library';
import type { SearchRequest } from './request/search_request.js';

/** Everything a search worker must know of the index to answer; the worker caches what it builds by uuid and version. */
export interface ShardContext {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  /** Folder of the shard, for stored fields. */
  readonly path: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  readonly mapping: string;
  readonly mappingVersion: number;
  /** Filter of the alias the request came through, if any: query JSON. */
  readonly aliasFilter: JsonObject | undefined;
}

export interface ShardSearchRequest {
  readonly context: ShardContext;
  readonly request: SearchRequest;
  readonly nowMs: number;
  /** Milliseconds this shard may take; `undefined` no limit. */
  readonly timeoutMs: number | undefined;
}

/** One candidate hit: enough to merge shards. */
export interface ShardHit {
  readonly doc: number;
  /** NaN when not scored. */
  readonly score: number;
  /** Comparable sort values, empty when sorted by score alone. */
  readonly sort: readonly SortValue[];
}

export interface ShardQueryResult {
  readonly total: TotalHits | undefined;
  readonly maxScore: number;
  readonly hits: readonly ShardHit[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean | undefined;
  /** How sort keys of this shard compare and print, one an entry of `sort`. */
  readonly sortFormats: readonly SortKeyFormat[];
  readonly tookMs: number;
}

/** How a sort key merges across shards: `missing` values have been made explicit. */
export interface SortKeyFormat {
  readonly reverse: boolean;
  readonly missingFirst: boolean;
}

export interface ShardFetchRequest {
  readonly context: ShardContext;
  readonly request: SearchRequest;
  readonly nowMs: number;
  readonly hits: readonly ShardHit[];
}

/** A hit's JSON object (`_index`, `_id`, `_score`, `_source` …), encoded, ready to splice. */
export interface ShardFetchResult {
  readonly hits: readonly Uint8Array[];
}

export type { JsonObject, JsonValue };
