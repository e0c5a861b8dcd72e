/** What a search is asked, and how it is answered, as whoever asks sees it. */
import type { JsonObject } from '@skein/content';
import type { ApiError, PlainError } from '@skein/errors';
import type { QueryNode, SearchRequest, TermVectorsRequest, UnreadSearch } from '@skein/search';
import type { Identity } from '../security/mod.js';

export interface SearchOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  /** Hits show types; absent: they do not. */
  readonly typed?: object | undefined;
  /** `X-Opaque-Id` of the request. */
  readonly opaqueId?: string | undefined;
  /**
   * Told when shards are being asked, so that somebody may look at what they have answered; absent:
   * nobody looks.
   */
  readonly progress?: ((look: PartialLook) => void) | undefined;
}

/** The answer as it would be of the shards that have answered by now, without their hits: JSON. */
export type PartialLook = () => Promise<Uint8Array>;

export interface MultiSearchOptions extends SearchOptions {
  readonly maxConcurrent: number | undefined;
  /** Told of each search that has failed, by its number from 0. */
  readonly itemFailed: (item: number, error: PlainError) => void;
}

export interface IndexExpression {
  /** Names, wildcards, aliases, date math; empty means all. */
  readonly indices: readonly string[];
  /** `undefined`: the default of the search APIs. */
  readonly ignoreUnavailable: boolean | undefined;
  readonly allowNoIndices: boolean | undefined;
  readonly expandWildcards: readonly string[] | undefined;
  /** No index is ever throttled: accepted, without effect. */
  readonly ignoreThrottled?: boolean | undefined;
}

/** What a search is beside its body. */
export interface SearchTerms {
  readonly target: IndexExpression;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
  readonly searchType: SearchType;
  readonly restTotalHitsAsInt: boolean;
  readonly allowPartialSearchResults: boolean | undefined;
  /** Shards of a node asked at the same time. */
  readonly maxConcurrentShardRequests: number | undefined;
  /** With more shards than this, those that cannot match are left out; `undefined`: 128. */
  readonly preFilterShardSize: number | undefined;
  /** So many answers of shards are put together at a time; absent: 512. */
  readonly batchedReduceSize?: number | undefined;
  /**
   * The search is cancelled when it takes longer; below 0 never, absent: as
   * `search.cancel_after_time_interval` says.
   */
  readonly cancelAfterMs?: number | undefined;
  /** By its name; absent: as the body or the index says. */
  readonly searchPipeline?: string | undefined;
  readonly verbosePipeline?: boolean | undefined;
  /** The answer tells how long each phase took; absent: as `search.phase_took_enabled` says. */
  readonly phaseTook?: boolean | undefined;
}

export interface SearchCall extends SearchTerms {
  readonly request: SearchRequest;
}

/** A search nobody has looked into yet. */
export interface UnreadSearchCall {
  /**
   * The same object for requests that differ in their bodies alone: what is found out about one
   * holds for the next.
   */
  readonly terms: SearchTerms;
  readonly unread: UnreadSearch;
  /** `undefined`: it ends with its first page. */
  readonly scroll: ScrollTerms | undefined;
}

export interface ScrollTerms {
  readonly keepAliveMs: number;
  /** `request_cache` was asked for. */
  readonly requestCache: boolean;
}

export interface ScrollCall extends SearchCall, ScrollTerms {}

export interface ScrollPageCall {
  readonly id: string;
  /** From now on; `undefined`: as before. */
  readonly keepAliveMs: number | undefined;
  readonly restTotalHitsAsInt: boolean;
}

export interface ReadAllCall extends SearchCall {
  /** Whether the hits are going to be changed: then the indices must be writable too. */
  readonly toChange: boolean;
}

export interface HitReader {
  /** Matches of all pages together. */
  readonly total: number;
  readonly timedOut: boolean;
  /** Names of the indices that are read. */
  readonly indexNames: readonly string[];
  /** Encoded hits, one or several with commas between; nothing when all have been read. */
  next(options: SearchOptions): Promise<readonly Uint8Array[]>;
  close(): void;
}

export interface PointInTimeCall {
  readonly target: IndexExpression;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
  readonly keepAliveMs: number;
  /** Without the shards that cannot be had. */
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

export interface ClosedPointInTime {
  readonly id: string;
  readonly wasOpen: boolean;
}

export type SearchType = 'query_then_fetch' | 'dfs_query_then_fetch';

/** The answer as JSON already encoded, in pieces: hits are spliced, never parsed here. */
export interface SearchAnswer {
  readonly status: number;
  readonly chunks: readonly Uint8Array[];
}

export interface CountCall {
  readonly target: IndexExpression;
  readonly query: QueryNode | undefined;
  /** As it was given, for slow logs. */
  readonly given: JsonObject | undefined;
  readonly routing: readonly string[];
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
  /** What of the document to show beside; `undefined`: nothing. */
  readonly shown: Pick<SearchRequest, 'source' | 'storedFields'> | undefined;
}

export interface ValidateCall {
  readonly target: IndexExpression;
  /** `ApiError`: its form is wrong already. */
  readonly query: QueryNode | ApiError | undefined;
  readonly explain: boolean;
  readonly rewrite: boolean;
  readonly allShards: boolean;
}

export interface FieldCapabilitiesCall {
  readonly target: IndexExpression;
  /** Names and patterns. */
  readonly fields: readonly string[];
  readonly includeUnmapped: boolean;
  /** Indices where it can match nothing are left out. */
  readonly indexFilter: QueryNode | undefined;
  /** Runtime fields that are told of as if each index had them. */
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

export interface SearchShardsCall {
  readonly target: IndexExpression;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
  readonly slice: { readonly id: number; readonly max: number } | undefined;
}

export interface ExplainAnswer {
  /** 404: there is no such document. */
  readonly status: number;
  readonly body: JsonObject;
}

export interface SearchCoordinator {
  /** `shownStatus`: what the answer itself says of its status; absent: nothing. */
  search(
    call: SearchCall,
    options: SearchOptions,
    situation?: { readonly shownStatus?: number },
  ): Promise<SearchAnswer>;
  /** Read where it is searched, if one shard is enough; else here. */
  searchUnread(call: UnreadSearchCall, options: SearchOptions): Promise<SearchAnswer>;
  /**
   * Begins to read all hits of a search, page by page, for somebody in this node. The shards are
   * pinned until it is closed.
   */
  readAll(call: ReadAllCall, options: SearchOptions): Promise<HitReader>;
  /** The next page of a scroll; for anybody but its owner there is none. */
  nextPage(call: ScrollPageCall, options: SearchOptions): Promise<SearchAnswer>;
  /** Ends scrolls of the caller, all when none is named; how many shards were let go. */
  clearScrolls(ids: readonly string[] | undefined, options: SearchOptions): Promise<number>;
  /** Holds the shards as they are now. */
  openPointInTime(call: PointInTimeCall, options: SearchOptions): Promise<OpenedPointInTime>;
  /** Those of the caller, oldest first. */
  listPointsInTime(options: SearchOptions): Promise<readonly OpenPointInTime[]>;
  /** Those of the caller, all when none is named. */
  closePointsInTime(
    ids: readonly string[] | undefined,
    options: SearchOptions,
  ): Promise<readonly ClosedPointInTime[]>;
  count(call: CountCall, options: SearchOptions): Promise<JsonObject>;
  multiSearch(
    /** An error stands for a search that could not be made: it is the answer in its place. */
    calls: readonly (SearchCall | ApiError)[],
    options: MultiSearchOptions,
  ): Promise<SearchAnswer>;
  /** Why a document matches a query, or why it does not. */
  explain(call: ExplainCall, options: SearchOptions): Promise<ExplainAnswer>;
  /** The terms of a document of an index, or of a made-up one. */
  termVectors(
    request: TermVectorsRequest,
    call: { readonly realtime: boolean; readonly preference: string | undefined },
    options: SearchOptions,
  ): Promise<JsonObject>;
  /** Whether a query can be run on the indices. */
  validate(call: ValidateCall, options: SearchOptions): Promise<JsonObject>;
  /** What can be done with fields, over all indices. */
  fieldCapabilities(call: FieldCapabilitiesCall, options: SearchOptions): Promise<JsonObject>;
  /** Terms of a field that begin so. */
  termsEnum(call: TermsEnumCall, options: SearchOptions): Promise<JsonObject>;
  /** The shards a search would ask, and the aliases it would come through. */
  searchShards(call: SearchShardsCall, options: SearchOptions): JsonObject;
}
