/**
 * What the coordinating node and a shard say to each other during a search. Plain data: it crosses threads, later nodes.
 */
import type { JsonObject } from '@skein/content';
import type { SortValue, TotalHits } from '@skein/search_library';
import type { SearchRequest } from './request/search_request.js';

/** Everything a search worker must know of the index to answer. Sent once a version; requests refer to it by the shard they go to. */
export interface ShardContext {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  /** Folder of the shard, for stored fields. */
  readonly path: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  /** JSON text of the mapping, and its version. */
  readonly mapping: string;
  readonly mappingVersion: number;
  /** Grows with each change of the index's settings. */
  readonly settingsVersion: number;
}

export interface ShardSearchRequest {
  readonly request: SearchRequest;
  /** Filter of the alias the request came through, if any: query JSON. */
  readonly aliasFilter: JsonObject | undefined;
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
  /** The point in time the documents are numbered in: the fetch phase must read the same one. */
  readonly snapshotVersion: number;
  /** `undefined` when hits are not counted (`track_total_hits: false`). */
  readonly total: TotalHits | undefined;
  /** NaN when nothing matched or nothing was scored. */
  readonly maxScore: number;
  readonly hits: readonly ShardHit[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean | undefined;
  /** How sort keys of this shard compare and print, one an entry of `sort`. */
  readonly sortFormats: readonly SortKeyFormat[];
  readonly tookMs: number;
}

/** How a sort key merges across shards. */
export interface SortKeyFormat {
  readonly reverse: boolean;
  /** Where documents without a value go. */
  readonly missingFirst: boolean;
  /** Keys of different kinds cannot be merged. */
  readonly kind: 'score' | 'doc' | 'number' | 'unsigned_long' | 'bytes';
}

export interface ShardFetchRequest {
  readonly request: SearchRequest;
  readonly aliasFilter: JsonObject | undefined;
  readonly nowMs: number;
  readonly snapshotVersion: number;
  readonly hits: readonly ShardHit[];
}

/**
 * Hits as JSON objects (`_index`, `_id`, `_score`, `_source` …), encoded, ready to splice: one after the other with commas between, in memory of
 * their own, so that they change threads without a copy.
 */
export interface ShardFetchResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each hit ends, without the comma. */
  readonly ends: readonly number[];
}

/** The bytes of one hit. */
export function hitAt({ bytes, ends }: ShardFetchResult, place: number): Uint8Array {
  const before = ends[place - 1];
  return bytes.subarray(before === undefined ? 0 : before + 1, ends[place]);
}

/** Both phases in one: for a search of a single shard, whose hits need no merging. `result` is without its hits. */
export interface ShardSearchResult {
  readonly result: ShardQueryResult;
  readonly fetched: ShardFetchResult;
}
