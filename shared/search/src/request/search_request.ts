/**
 * A search request, parsed once and checked for syntax; its queries are bound to fields at the
 * shard. Frozen plain data.
 */

import type { AggregationTree } from '@skein/aggregations';
import type { JsonObject, JsonValue } from '@skein/content';
import type { GeoValue } from '@skein/mapping';
import type { ScriptReference } from '@skein/script';
import type { CorpusStatistics, SortMode } from '@skein/search_library';
import type { GeoValidation } from '../geo/geo_validation.js';
import type { Highlight } from '../highlight/contract.js';
import type { KnnParams } from '../queries/knn_params.js';
import type { QueryNode } from '../queries/query_node.js';
import type { Rescore } from '../rescore/rescore.js';
import type { ShardHit } from '../shard_hit.js';
import type { SuggestRequest } from '../suggest/suggestion.js';
import type { ScriptField } from './parse_script_fields.js';

export interface SearchRequest {
  /** kNN sections, each a `knn` query: their hits are added to those of the query. */
  readonly knn: readonly QueryNode<KnnParams>[];
  /**
   * The sections' hits on this shard, score by id, set once the coordinating node has queried all
   * shards.
   */
  readonly neighbours: ReadonlyMap<string, number> | undefined;
  readonly query: QueryNode | undefined;
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortSpec[];
  readonly searchAfter: readonly JsonValue[] | undefined;
  /**
   * The number of the current shard among those of the point in time, set by the coordinating node
   * if hits are sorted by it.
   */
  readonly shardPlace?: number | undefined;
  /** Hits are counted exactly up to this number; `Infinity` for true, -1 for false. */
  readonly trackTotalHits: number;
  /** If true, hits show their total as a number: `rest_total_hits_as_int`. */
  readonly totalHitsAsInt: boolean;
  readonly trackScores: boolean;
  readonly minScore: number | undefined;
  readonly terminateAfter: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly source: SourceSpec | undefined;
  readonly version: boolean;
  readonly seqNoPrimaryTerm: boolean;
  /** If true, hits explain their scores. */
  readonly explain: boolean;
  /** If true, the response contains a profile. */
  readonly profile?: boolean;
  /** `undefined` if not given; `['_none_']` omits both `_id` and `_source`. */
  readonly storedFields: readonly string[] | undefined;
  readonly docvalueFields: readonly FieldAndFormat[];
  readonly fields: readonly FieldAndFormat[] | undefined;
  readonly scriptFields: readonly ScriptField[];
  /** Absent if hits show no highlights. */
  readonly highlight?: Highlight | undefined;
  /** Derived fields of this search, by name: `{type, script, …}`. */
  readonly derived: JsonObject | undefined;
  /** Runtime fields of this search, unparsed. */
  readonly runtimeMappings: JsonObject | undefined;
  readonly postFilter: QueryNode | undefined;
  /** Applied in order to the best hits of each shard. */
  readonly rescores: readonly Rescore[];
  /** Index boosts as requested: by index name, alias or pattern; the first match counts. */
  readonly indicesBoost: readonly IndexBoost[];
  /** The factor of the current index, set for each shard by the coordinating node. */
  readonly indexBoost: number;
  /**
   * Term statistics of all shards together, collected by the coordinating node; if absent, each
   * shard uses its own.
   */
  readonly statistics?: CorpusStatistics;
  /** Only the best of the documents that share a value is a hit. */
  readonly collapse: CollapseSpec | undefined;
  /** The slice of the documents that is searched. */
  readonly slice: SliceSpec | undefined;
  /** The point in time that is searched. */
  readonly pit: PointInTimeSpec | undefined;
  /** Set by the coordinating node if the search is a page of a scroll. */
  readonly scroll?: ScrollPage | undefined;
  /** If true, `matched_queries` includes scores. */
  readonly includeNamedQueriesScore: boolean;
  /** The groups in which `_stats` counts the search; absent if none. */
  readonly statsGroups?: readonly string[] | undefined;
  /** Absent if none were requested. */
  readonly aggregations?: AggregationTree | undefined;
  /** Absent if none were requested. */
  readonly suggest?: SuggestRequest | undefined;
  /** If true, names of aggregations and suggestions are prefixed with their types. */
  readonly typedKeys?: boolean | undefined;
  /** `request_cache`: true if a shard's response may be cached; if absent, the index decides. */
  readonly requestCache?: boolean | undefined;
  /** The name or the source of a search pipeline; absent if the body has neither. */
  readonly searchPipeline?: string | JsonObject | undefined;
  /** If true, the response describes the result of each processor of the pipeline. */
  readonly verbosePipeline?: boolean | undefined;
  /** `search.max_buckets`, if it is not the default. */
  readonly maxBuckets?: number | undefined;
  /** The `_type` of hits; absent if they have none. */
  readonly typeName?: string | undefined;
  /** The original body, with the query of the URL: for slow logs. */
  readonly given?: JsonObject | undefined;
}

export interface CollapseSpec {
  readonly field: string;
  /** The hits of its group that each hit shows. */
  readonly innerHits: readonly CollapseInnerHits[];
  /** The maximum number of concurrent group searches. */
  readonly maxConcurrent: number | undefined;
}

export interface CollapseInnerHits {
  /** The name of the inner hits; if `undefined`, a hit with them cannot be rendered. */
  readonly name: string | undefined;
  readonly request: SearchRequest;
}

export interface SliceSpec {
  /** `_id`, or a numeric field. */
  readonly field: string;
  readonly id: number;
  readonly max: number;
  /** The shard's ordinal and the number of shards, set for each shard by the coordinating node. */
  readonly shard?: { readonly ordinal: number; readonly count: number };
}

export interface PointInTimeSpec {
  readonly id: string;
  /** The remaining lifetime from now on; `undefined` leaves it unchanged. */
  readonly keepAliveMs: number | undefined;
}

export interface ScrollPage {
  /** The last hit of this shard on the previous pages; `undefined` if none of them had one. */
  readonly after: ShardHit | undefined;
  /** True if the first page has counted the total. */
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
  /** Values are read from nested documents if present. */
  readonly nested?: NestedSort | undefined;
  /** The options of `_geo_distance`. */
  readonly geo?: GeoSort;
  /** The options of `_script`. */
  readonly script?: ScriptSort;
}

/** `nested` of a sort: selects the nested documents that provide values. */
export interface NestedSort {
  readonly path: string;
  /** A filter that the nested documents must match. */
  readonly filter: QueryNode | undefined;
  readonly maxChildren: number;
  /** The next inner level. */
  readonly nested: NestedSort | undefined;
}

export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | undefined;
  /** If true, `fields` also shows leaves of the document without a mapping. */
  readonly includeUnmapped?: boolean;
}

export interface GeoSort {
  readonly field: string;
  readonly origins: readonly GeoValue[];
  /** The shards' treatment of origins outside the globe. */
  readonly validation: GeoValidation;
  readonly metersPerUnit: number;
  readonly plane: boolean;
  readonly ignoreUnmapped: boolean;
  readonly mode: SortMode | undefined;
  readonly descending: boolean;
  readonly nested: NestedSort | undefined;
}

export interface ScriptSort {
  readonly script: ScriptReference;
  readonly type: 'number' | 'string';
  readonly descending: boolean;
  /** Chooses among the results for nested documents. */
  readonly mode: ScriptSortMode;
  readonly nested: NestedSort | undefined;
}

export type ScriptSortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';
