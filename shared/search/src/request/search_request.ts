/**
 * A search request, parsed once and checked for form; its queries are bound to fields at the shard. Frozen plain data.
 */

import type { AggregationTree } from '@skein/aggregations';
import type { JsonObject, JsonValue } from '@skein/content';
import type { GeoValue } from '@skein/mapping';
import type { CorpusStatistics } from '@skein/search_library';
import type { GeoValidation } from '../geo/geo_validation.js';
import type { Highlight } from '../highlight/contract.js';
import type { KnnParams } from '../queries/knn_params.js';
import type { QueryNode } from '../queries/query_node.js';
import type { Rescore } from '../rescore/rescore.js';
import type { ShardHit } from '../shard_hit.js';
import type { SuggestRequest } from '../suggest/suggestion.js';
import type { ScriptField } from './parse_script_fields.js';
import type { ScriptSort } from './parse_script_sort.js';

export interface SearchRequest {
  /** Sections of nearest neighbours, each a `knn` query: their hits count beside those of the query. */
  readonly knn: readonly QueryNode<KnnParams>[];
  /** What the sections found at this shard, score by id, once the coordinating node has asked all shards. */
  readonly neighbours: ReadonlyMap<string, number> | undefined;
  readonly query: QueryNode | undefined;
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortSpec[];
  readonly searchAfter: readonly JsonValue[] | undefined;
  /** Of the shard at hand, among those of the point in time, set by the coordinating node where hits are sorted by it. */
  readonly shardPlace?: number | undefined;
  /** Count exactly up to this many; `Infinity` for true, -1 for false. */
  readonly trackTotalHits: number;
  readonly trackScores: boolean;
  readonly minScore: number | undefined;
  readonly terminateAfter: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly source: SourceSpec | undefined;
  readonly version: boolean;
  readonly seqNoPrimaryTerm: boolean;
  /** Hits tell how their scores came about. */
  readonly explain: boolean;
  /** The answer tells where its time went; absent: it does not. */
  readonly profile?: boolean;
  /** `undefined` not given; `['_none_']` neither `_id` nor `_source`. */
  readonly storedFields: readonly string[] | undefined;
  readonly docvalueFields: readonly FieldAndFormat[];
  readonly fields: readonly FieldAndFormat[] | undefined;
  readonly scriptFields: readonly ScriptField[];
  /** Absent: hits show none. */
  readonly highlight?: Highlight | undefined;
  /** Fields of this search alone, by name: `{type, script, …}`. */
  readonly derived: JsonObject | undefined;
  /** Runtime fields of this search, as given. */
  readonly runtimeMappings: JsonObject | undefined;
  readonly postFilter: QueryNode | undefined;
  /** Applied in order to the best hits of each shard. */
  readonly rescores: readonly Rescore[];
  /** Index boosts as they were asked for: by index name, alias or pattern; the first that fits counts. */
  readonly indicesBoost: readonly IndexBoost[];
  /** The factor of the index at hand, set for each shard by the coordinating node. */
  readonly indexBoost: number;
  /** Of all shards together, gathered by the coordinating node; absent: terms are counted in each shard. */
  readonly statistics?: CorpusStatistics;
  /** Of documents that share a value, only the best is a hit. */
  readonly collapse: CollapseSpec | undefined;
  /** The part of the documents that is searched. */
  readonly slice: SliceSpec | undefined;
  /** The point in time that is searched. */
  readonly pit: PointInTimeSpec | undefined;
  /** Set by the coordinating node: the search is a page of a scroll. */
  readonly scroll?: ScrollPage | undefined;
  /** `matched_queries` with their scores. */
  readonly includeNamedQueriesScore: boolean;
  /** Under which names the search is counted in `_stats`; absent: none. */
  readonly statsGroups?: readonly string[] | undefined;
  /** Absent: none were asked for. */
  readonly aggregations?: AggregationTree | undefined;
  /** Absent: nothing is to be suggested. */
  readonly suggest?: SuggestRequest | undefined;
  /** Names of aggregations and suggestions begin with their types. */
  readonly typedKeys?: boolean | undefined;
  /** `request_cache`: whether the answer of a shard may be kept; absent: as its index says. */
  readonly requestCache?: boolean | undefined;
  /** The name of a search pipeline, or the source of one; absent: the body says nothing of it. */
  readonly searchPipeline?: string | JsonObject | undefined;
  /** The answer tells what each processor of the pipeline did. */
  readonly verbosePipeline?: boolean | undefined;
  /** `search.max_buckets`, where it is not the standard. */
  readonly maxBuckets?: number | undefined;
  /** Hits show it as their type; absent: they have none. */
  readonly typeName?: string | undefined;
  /** The body it was read from, with the query of its URL: for slow logs. */
  readonly given?: JsonObject | undefined;
}

export interface CollapseSpec {
  readonly field: string;
  /** What each hit shows of its group. */
  readonly innerHits: readonly CollapseInnerHits[];
  /** Searches of groups at the same time. */
  readonly maxConcurrent: number | undefined;
}

export interface CollapseInnerHits {
  /** `undefined`: a hit that has them cannot be shown. */
  readonly name: string | undefined;
  readonly request: SearchRequest;
}

export interface SliceSpec {
  /** `_id`, or a numeric field. */
  readonly field: string;
  readonly id: number;
  readonly max: number;
  /** Set for each shard by the coordinating node: which of how many shards it is. */
  readonly shard?: { readonly ordinal: number; readonly count: number };
}

export interface PointInTimeSpec {
  readonly id: string;
  /** How long it is kept from now on; `undefined`: as long as before. */
  readonly keepAliveMs: number | undefined;
}

export interface ScrollPage {
  /** The last hit of this shard on the pages before; `undefined`: none of them had one. */
  readonly after: ShardHit | undefined;
  /** The total is known from the first page. */
  readonly counted: boolean;
}

export interface IndexBoost {
  readonly index: string;
  readonly boost: number;
}

export interface SourceSpec {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

export interface SortSpec {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: string | undefined;
  readonly missing: JsonValue | undefined;
  readonly unmappedType: string | undefined;
  readonly numericType: string | undefined;
  readonly format: string | undefined;
  /** Values are taken from nested documents. */
  readonly nested?: NestedSort | undefined;
  /** Of `_geo_distance`. */
  readonly geo?: GeoSort;
  /** Of `_script`. */
  readonly script?: ScriptSort;
}

/** `nested` of a sort: whose values count. */
export interface NestedSort {
  readonly path: string;
  /** The nested documents have to match it. */
  readonly filter: QueryNode | undefined;
  readonly maxChildren: number;
  /** A level further in. */
  readonly nested: NestedSort | undefined;
}

export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | undefined;
  /** Of `fields`: leaves of the document, too, that the mapping does not know. Absent: not. */
  readonly includeUnmapped?: boolean;
}

export interface GeoSort {
  readonly field: string;
  readonly origins: readonly GeoValue[];
  /** What is done at the shards about origins outside the globe. */
  readonly validation: GeoValidation;
  readonly metersPerUnit: number;
  readonly plane: boolean;
  readonly ignoreUnmapped: boolean;
  readonly mode: string | undefined;
  readonly descending: boolean;
  readonly nested: NestedSort | undefined;
}
