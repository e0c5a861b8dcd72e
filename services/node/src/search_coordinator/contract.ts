/** The requests and responses of searches, and the interface of the coordinator. */
import type { JsonObject } from '@skein/content';
import type { ApiError, PlainError } from '@skein/errors';
import type { QueryNode, SearchRequest, TermVectorsRequest, UnreadSearch } from '@skein/search';
import type { SegmentFigures } from '@skein/search_library';
import type { Identity } from '../security/mod.js';

export interface SearchOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  /** Present if hits show types. */
  readonly typed?: object | undefined;
  /** `X-Opaque-Id` of the request. */
  readonly opaqueId?: string | undefined;
  /**
   * Called when the shards are being asked, with a function that renders the partial results of
   * the moment. Absent if no caller shows partial results.
   */
  readonly progress?: ((look: PartialLook) => void) | undefined;
}

/** Renders the response of the shards that have answered so far, without hits: JSON. */
export type PartialLook = () => Promise<Uint8Array>;

export interface MultiSearchOptions extends SearchOptions {
  readonly maxConcurrent: number | undefined;
  /** Called for each failed search, with its number from 0. */
  readonly itemFailed: (item: number, error: PlainError) => void;
}

export interface IndexExpression {
  /** Names, wildcards, aliases, date math; empty means all. */
  readonly indices: readonly string[];
  /** Undefined: the default of the search APIs. */
  readonly ignoreUnavailable: boolean | undefined;
  readonly allowNoIndices: boolean | undefined;
  readonly expandWildcards: readonly string[] | undefined;
  /** Accepted without effect, since no index is ever throttled. */
  readonly ignoreThrottled?: boolean | undefined;
}

/** The parameters of a search beside its body. */
export interface SearchTerms {
  readonly target: IndexExpression;
  /** Routing values, separated by commas; undefined: all shards are asked. */
  readonly routing: string | undefined;
  readonly preference: string | undefined;
  readonly searchType: SearchType;
  readonly restTotalHitsAsInt: boolean;
  readonly allowPartialSearchResults: boolean | undefined;
  /** Limit of concurrent shard requests per node. */
  readonly maxConcurrentShardRequests: number | undefined;
  /** If a search has more shards than this, those that cannot match are skipped; undefined: 128. */
  readonly preFilterShardSize: number | undefined;
  /** Number of shard results reduced at a time; absent: 512. */
  readonly batchedReduceSize?: number | undefined;
  /**
   * Time after which the search is cancelled; below 0: never; absent:
   * `search.cancel_after_time_interval`.
   */
  readonly cancelAfterMs?: number | undefined;
  /** Name of the search pipeline; absent: as set by the body or the index. */
  readonly searchPipeline?: string | undefined;
  readonly verbosePipeline?: boolean | undefined;
  /** True if the response shows the time of each phase; absent: `search.phase_took_enabled`. */
  readonly phaseTook?: boolean | undefined;
}

export interface SearchCall extends SearchTerms {
  readonly request: SearchRequest;
}

/** A search whose body is not parsed yet. */
export interface UnreadSearchCall {
  /**
   * The same object for requests that differ only in their bodies, so that results derived from it
   * can be cached.
   */
  readonly terms: SearchTerms;
  readonly unread: UnreadSearch;
  /** Undefined if the search is no scroll. */
  readonly scroll: ScrollTerms | undefined;
}

interface ScrollTerms {
  readonly keepAliveMs: number;
  /** True if `request_cache` was requested. */
  readonly requestCache: boolean;
}

export interface ScrollCall extends SearchCall, ScrollTerms {}

export interface ScrollPageCall {
  readonly id: string;
  /** The new keep-alive; undefined if unchanged. */
  readonly keepAliveMs: number | undefined;
  readonly restTotalHitsAsInt: boolean;
}

export interface ReadAllCall extends SearchCall {
  /** True if the hits will be changed: then the indices must be writable too. */
  readonly toChange: boolean;
}

export interface HitReader {
  /** Number of matches on all pages. */
  readonly total: number;
  readonly timedOut: boolean;
  /** Names of the searched indices. */
  readonly indexNames: readonly string[];
  /**
   * Encoded hits: each element is one hit, or several separated by commas. Empty when all have been
   * read.
   */
  next(options: SearchOptions): Promise<readonly Uint8Array[]>;
  close(): void;
}

export interface PointInTimeCall {
  readonly target: IndexExpression;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
  readonly keepAliveMs: number;
  /** True if missing shards are left out. */
  readonly allowPartial: boolean;
}

export interface OpenedPointInTime {
  readonly id: string;
  readonly shards: JsonObject;
  readonly createdMs: number;
}

export interface OpenPointInTime {
  readonly id: string;
  readonly createdMs: number;
  readonly keepAliveMs: number;
}

/** The segments that a point in time holds of one shard. */
export interface HeldSegments {
  readonly index: string;
  readonly shardId: number;
  /** The node of the copy. */
  readonly nodeId: string;
  readonly primary: boolean;
  readonly segments: readonly SegmentFigures[];
}

export interface ClosedPointInTime {
  readonly id: string;
  readonly wasOpen: boolean;
}

export type SearchType = 'query_then_fetch' | 'dfs_query_then_fetch';

/** The response as encoded JSON, in pieces: hits are spliced in and never parsed here. */
export interface SearchAnswer {
  readonly status: number;
  readonly chunks: readonly Uint8Array[];
}

export interface CountCall {
  readonly target: IndexExpression;
  readonly query: QueryNode | undefined;
  /** The query as given, for slow logs. */
  readonly given: JsonObject | undefined;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
  readonly terminateAfter: number | undefined;
  readonly minScore: number | undefined;
}

export interface ExplainCall {
  readonly index: string;
  readonly preference: string | undefined;
  readonly id: string;
  readonly routing: string | undefined;
  readonly query: QueryNode;
  /** The parts of the document to show in addition; undefined if none. */
  readonly shown: Pick<SearchRequest, 'source' | 'storedFields'> | undefined;
}

export interface ValidateCall {
  readonly target: IndexExpression;
  /** An `ApiError` if the query cannot be parsed. */
  readonly query: QueryNode | ApiError | undefined;
  readonly explain: boolean;
  readonly rewrite: boolean;
  readonly allShards: boolean;
}

export interface FieldCapabilitiesCall {
  readonly target: IndexExpression;
  /** Field names and patterns. */
  readonly fields: readonly string[];
  readonly includeUnmapped: boolean;
  /** Indices where this filter can match nothing are left out. */
  readonly indexFilter: QueryNode | undefined;
  /** Runtime fields that are reported as if each index had them. */
  readonly runtimeMappings: JsonObject | undefined;
}

export interface TermsEnumCall {
  readonly target: IndexExpression;
  readonly field: string;
  readonly string: string;
  readonly size: number;
  readonly caseInsensitive: boolean;
  readonly after: string | undefined;
  readonly indexFilter: QueryNode | undefined;
  readonly timeoutMs: number;
}

/** The response of `_search_shards`. */
export interface SearchShards extends JsonObject {
  /** By name, with the aliases and filters of each. */
  readonly indices: JsonObject;
}

export interface SearchShardsCall {
  readonly target: IndexExpression;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
  readonly slice: { readonly id: number; readonly max: number } | undefined;
}

export interface ExplainAnswer {
  /** 404 if the document does not exist. */
  readonly status: number;
  readonly body: JsonObject;
}

export interface SearchCoordinator {
  /** `shownStatus`: the status shown in the response itself; absent if none. */
  search(
    call: SearchCall,
    options: SearchOptions,
    situation?: { readonly shownStatus?: number },
  ): Promise<SearchAnswer>;
  /** Parsed by the shard if one shard is enough; otherwise parsed here. */
  searchUnread(call: UnreadSearchCall, options: SearchOptions): Promise<SearchAnswer>;
  /**
   * Starts reading all hits of a search, page by page, for another actor of this node. The shards
   * are pinned until it is closed.
   */
  readAll(call: ReadAllCall, options: SearchOptions): Promise<HitReader>;
  /** The next page of a scroll, for its owner only. */
  nextPage(call: ScrollPageCall, options: SearchOptions): Promise<SearchAnswer>;
  /**
   * Uses the memory of an answer again. Call it when the client has the answer and nothing refers
   * to its chunks any more; it need not be called.
   */
  written(answer: SearchAnswer): void;
  /**
   * Ends scrolls of the caller, all if none is named. Returns the number of shards that were let
   * go.
   */
  clearScrolls(ids: readonly string[] | undefined, options: SearchOptions): Promise<number>;
  /** Opens a point in time on the current shards. */
  openPointInTime(call: PointInTimeCall, options: SearchOptions): Promise<OpenedPointInTime>;
  /** The caller's points in time, oldest first. */
  listPointsInTime(options: SearchOptions): Promise<readonly OpenPointInTime[]>;
  /**
   * The segments of points in time of the caller, all if none is named, by index and shard. Points
   * in time that do not exist are left out.
   */
  pointInTimeSegments(
    ids: readonly string[] | undefined,
    options: SearchOptions,
  ): Promise<readonly HeldSegments[]>;
  /** Closes points in time of the caller, all if none is named. */
  closePointsInTime(
    ids: readonly string[] | undefined,
    options: SearchOptions,
  ): Promise<readonly ClosedPointInTime[]>;
  count(call: CountCall, options: SearchOptions): Promise<JsonObject>;
  multiSearch(
    /**
     * An error stands for a search that could not be parsed; it becomes the response in that place.
     */
    calls: readonly (SearchCall | ApiError)[],
    options: MultiSearchOptions,
  ): Promise<SearchAnswer>;
  /** Explains why a document matches a query or does not. */
  explain(call: ExplainCall, options: SearchOptions): Promise<ExplainAnswer>;
  /** The terms of a document of an index, or of an artificial one. */
  termVectors(
    request: TermVectorsRequest,
    call: { readonly realtime: boolean; readonly preference: string | undefined },
    options: SearchOptions,
  ): Promise<JsonObject>;
  /** Checks that a query is valid for the indices. */
  validate(call: ValidateCall, options: SearchOptions): Promise<JsonObject>;
  /** The capabilities of fields, over all indices. */
  fieldCapabilities(call: FieldCapabilitiesCall, options: SearchOptions): Promise<JsonObject>;
  /** Terms of a field that begin with a prefix. */
  termsEnum(call: TermsEnumCall, options: SearchOptions): Promise<JsonObject>;
  /** The shards that a search would ask, and the alias filters it would use. */
  searchShards(call: SearchShardsCall, options: SearchOptions): SearchShards;
}
