/**
 * The messages between the coordinating node and a shard during a search. They are plain data that
 * can be sent between threads and nodes.
 */
import type { PlainError } from '@skein/errors';
import type { SortKeyOrder, TotalHits } from '@skein/search_library';
import type { SearchPlan } from './plan/search_plan.js';
import type { FetchProfile, SearchProfile } from './profile/search_profile.js';
import type { QueryNode } from './queries/query_node.js';
import type { TermVectorsOptions } from './request/parse_term_vectors.js';
import type { SearchRequest } from './request/search_request.js';
import type { UnreadSearch } from './request/unread_search.js';
import type { ShardHit } from './shard_hit.js';
import type { SuggestionAnswer } from './suggest/suggestion.js';
import type { Visibility } from './visibility/visibility.js';

/**
 * Everything a search thread must know about the index. It is sent once per version; requests refer
 * to it by their shard.
 */
export interface ShardContext {
  readonly index: string;
  /** The names of its aliases. */
  readonly aliases: readonly string[];
  /** Increases with each change of the index's aliases. */
  readonly aliasesVersion: number;
  readonly indexUuid: string;
  readonly shardId: number;
  /** The node that holds this copy. */
  readonly nodeId: string;
  /** The folder of the shard, for stored fields. */
  readonly path: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  /** The mapping as JSON text, and its version. */
  readonly mapping: string;
  readonly mappingVersion: number;
  /** Increases with each change of the index's settings. */
  readonly settingsVersion: number;
  /** `indices.query.bool.max_clause_count`; the default if absent. */
  readonly maxClauseCount?: number | undefined;
}

/** The location of a shard's copy, shown by explained hits. */
export interface ShardOrigin {
  readonly shardId: number;
  readonly nodeId: string;
}

/** A request on behalf of a caller. */
export interface Seen {
  /** The part of the index that the caller may see; everything if absent. */
  readonly visibility?: Visibility | undefined;
}

/** Values that a slow log shows besides the request. */
export interface AskedSearch {
  /** `X-Opaque-Id` of the caller. */
  readonly opaqueId: string | undefined;
  readonly searchType: 'query_then_fetch' | 'dfs_query_then_fetch';
  readonly totalShards: number;
}

/** The parameters of a search besides the search itself. */
interface ShardSearchTerms extends Seen {
  /** Present only for indices that log slow searches. */
  readonly asked?: AskedSearch | undefined;
  /**
   * The filter of the alias that the request names, if any; if the search is not parsed yet, the
   * filter needs no documents.
   */
  readonly aliasFilter: QueryNode | undefined;
  readonly nowMs: number;
}

export interface ShardSearchRequest extends ShardSearchTerms {
  readonly plan: SearchPlan;
}

/** A search of one shard: the same call in this thread, in another thread or on another node. */
export interface ShardSearchCall extends ShardSearchTerms {
  /** The search, parsed or as received: in the latter case the executing thread parses it. */
  readonly search: SearchPlan | UnreadSearch;
  /** If true, the page is fetched too, since the search targets a single shard. */
  readonly fetch: boolean;
  /** If present, the page is rendered as the complete response. */
  readonly render: AnswerForm | undefined;
}

export interface AnswerForm {
  /** The arrival of the request on the monotonic clock, from which `took` is computed. */
  readonly startMs: number;
  /** `rest_total_hits_as_int`. */
  readonly totalHitsAsInt: boolean;
}

export function isRead(search: ShardSearchCall['search']): search is SearchPlan {
  return 'needs' in search;
}

export interface ShardQueryResult {
  /** The point in time to which document numbers refer: the fetch phase must read the same one. */
  readonly snapshotVersion: number;
  /** `undefined` if hits are not counted (`track_total_hits: false`). */
  readonly total: TotalHits | undefined;
  /** NaN if nothing matched or nothing was scored. */
  readonly maxScore: number;
  readonly hits: readonly ShardHit[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean | undefined;
  /** The comparison and rendering of this shard's sort keys, one per entry of `sort`. */
  readonly sortFormats: readonly SortKeyFormat[];
  /** One part per top-level aggregation; absent if none were requested. */
  readonly aggregations?: readonly unknown[] | undefined;
  /** One part per requested suggestion; absent if none were requested. */
  readonly suggest?: readonly SuggestionAnswer[] | undefined;
  /** Absent if it was not requested. */
  readonly profile?: SearchProfile | undefined;
  readonly tookMs: number;
}

/** The rule that merges a sort key across shards. */
export type SortKeyFormat = SortKeyOrder;

export interface ShardFetchRequest extends ShardSearchRequest {
  readonly snapshotVersion: number;
  readonly hits: readonly ShardHit[];
}

/**
 * Encoded hits as JSON objects (`_index`, `_id`, `_score`, `_source` …), separated by commas. They
 * have memory of their own, so that they can be transferred between threads without a copy.
 */
export interface ShardFetchResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end offset of each hit, without the comma. */
  readonly ends: readonly number[];
  /** Absent if it was not requested. */
  readonly profile?: FetchProfile | undefined;
}

/** The bytes of one hit. */
export function hitAt({ bytes, ends }: ShardFetchResult, place: number): Uint8Array {
  const before = ends[place - 1];
  return bytes.subarray(before === undefined ? 0 : before + 1, ends[place]);
}

export type ShardSearchReply = FoundSearch | RenderedAnswer | PlannedSearch | MalformedSearch;

interface Keepable {
  /**
   * True if the reply may be cached: each such call at this point in time has the same reply, and
   * it is worth the memory.
   */
  readonly kept: boolean;
}

export interface FoundSearch extends Keepable {
  readonly kind: 'found';
  /**
   * The result. If the page was fetched too, it has only the hits that are needed further on: of a
   * scroll the last one, of a collapsed search all.
   */
  readonly result: ShardQueryResult;
  /** The encoded hits of the page, if the call requested them with `fetch`. */
  readonly fetched: ShardFetchResult | undefined;
}

/** The complete response; if cached, only its `took` changes. */
export interface RenderedAnswer extends Keepable {
  readonly kind: 'rendered';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True if only suggestions were requested and no documents were searched. */
  readonly suggests: boolean;
  readonly queryMs: number;
  readonly fetchMs: number;
  readonly total: TotalHits | undefined;
}

/**
 * The search was parsed and needs more than the shard can provide. `plan` is undefined if the plan
 * comes from a node of another release: then the caller parses the search itself.
 */
interface PlannedSearch {
  readonly kind: 'planned';
  readonly plan: SearchPlan | undefined;
}

/** The request itself is invalid, not its execution. */
interface MalformedSearch {
  readonly kind: 'malformed';
  readonly error: PlainError;
}

/** Explains why one document matches a query or does not. */
export interface ShardExplainRequest extends Seen {
  readonly id: string;
  readonly query: QueryNode;
  readonly aliasFilter: QueryNode | undefined;
  readonly nowMs: number;
  /** The parts of the document to show in addition; `undefined` for none. */
  readonly shown: Pick<SearchRequest, 'source' | 'storedFields'> | undefined;
}

export interface ShardExplainResult {
  readonly exists: boolean;
  readonly matched: boolean;
  /** The explanation as JSON; `undefined` if there is no such document. */
  readonly explanation: Uint8Array<ArrayBuffer> | undefined;
  /** The parts of the document that `shown` requests, as JSON. */
  readonly get: Uint8Array<ArrayBuffer> | undefined;
}

/** Asks if a query may match any document of the shard, so that other shards can be skipped. */
export interface ShardCanMatchRequest extends Seen {
  readonly query: QueryNode;
  readonly nowMs: number;
}

export interface ShardCanMatchResult {
  /** `false` means certainly not, `true` perhaps. */
  readonly canMatch: boolean;
}

/** Requests the terms of a field with a given prefix. */
export interface ShardTermsRequest extends Seen {
  readonly field: string;
  readonly string: string;
  readonly size: number;
  readonly caseInsensitive: boolean;
  /** Terms up to and including this one are omitted; absent if none are. */
  readonly after: string | undefined;
  /** A shard on which this query cannot match returns no terms. */
  readonly filter: QueryNode | undefined;
  readonly aliasFilter: QueryNode | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

export interface ShardTermsResult {
  /** Terms in byte order. */
  readonly terms: readonly Uint8Array[];
  /** `false` if the time ran out. */
  readonly isComplete: boolean;
}

/** Asks if a query can be bound to the index, and for its text. */
export interface ShardValidateRequest extends Seen {
  readonly query: QueryNode;
  readonly nowMs: number;
  /** If true, the query is shown after it was rewritten for the shard's documents. */
  readonly rewrite: boolean;
}

export interface ShardValidateResult {
  /** The query in Lucene's notation. */
  readonly query: string;
}

export interface ShardTermVectorsRequest extends Seen {
  /**
   * The source of the document, or an artificial one, as JSON. Empty if the index stores no source.
   */
  readonly source: Uint8Array;
  readonly isArtificial: boolean;
  /** The document that has the source; absent for an artificial one. */
  readonly document?: { readonly id: string; readonly seqNo: number } | undefined;
  readonly options: TermVectorsOptions;
  readonly nowMs: number;
}

export interface ShardTermVectorsResult {
  /** A JSON object with term vectors by field. */
  readonly vectors: Uint8Array<ArrayBuffer>;
}
