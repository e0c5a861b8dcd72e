/**
 * What the coordinating node and a shard say to each other during a search. Plain data: it crosses threads, later nodes.
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

/** Everything a search worker must know of the index to answer. Sent once a version; requests refer to it by the shard they go to. */
export interface ShardContext {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  /** The node this copy is on. */
  readonly nodeId: string;
  /** Folder of the shard, for stored fields. */
  readonly path: string;
  readonly indexSettings: Readonly<Record<string, string>>;
  /** JSON text of the mapping, and its version. */
  readonly mapping: string;
  readonly mappingVersion: number;
  /** Grows with each change of the index's settings. */
  readonly settingsVersion: number;
  /** `indices.query.bool.max_clause_count`; absent: the standard. */
  readonly maxClauseCount?: number | undefined;
}

/** Where a shard's copy is: hits that are explained say it. */
export interface ShardOrigin {
  readonly shardId: number;
  readonly nodeId: string;
}

/** What is asked in somebody's name. */
export interface Seen {
  /** What they may see of the index; absent: everything. */
  readonly visibility?: Visibility | undefined;
}

/** What a line of a slow log says of a search beyond its request. */
export interface AskedSearch {
  /** `X-Opaque-Id` of whoever asked. */
  readonly opaqueId: string | undefined;
  readonly searchType: 'query_then_fetch' | 'dfs_query_then_fetch';
  readonly totalShards: number;
}

/** What is said of a search beside what it searches for. */
export interface SearchTerms extends Seen {
  /** Only for indices that log slow searches. */
  readonly asked?: AskedSearch | undefined;
  /** Filter of the alias the request came through, if any; that of a search not read yet needs no documents. */
  readonly aliasFilter: QueryNode | undefined;
  readonly nowMs: number;
}

export interface ShardSearchRequest extends SearchTerms {
  readonly plan: SearchPlan;
}

/** A search of one shard: the same call whether it is asked in this thread, in another one or on another node. */
export interface ShardSearchCall extends SearchTerms {
  /** Read already, or as it came: then it is read where it is searched. */
  readonly search: SearchPlan | UnreadSearch;
  /** Its page comes along, for a shard that is alone. */
  readonly fetch: boolean;
  /** The page is to be the answer itself. */
  readonly render: AnswerForm | undefined;
}

export interface AnswerForm {
  /** When the request came, on the monotonic clock: `took` counts from there. */
  readonly startMs: number;
  /** `rest_total_hits_as_int`. */
  readonly totalHitsAsInt: boolean;
}

export function isRead(search: ShardSearchCall['search']): search is SearchPlan {
  return 'needs' in search;
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
  /** One part for each aggregation at the top; absent: none were asked for. */
  readonly aggregations?: readonly unknown[] | undefined;
  /** One for each suggestion that was asked for; absent: none was. */
  readonly suggest?: readonly SuggestionAnswer[] | undefined;
  /** Absent: it was not asked for. */
  readonly profile?: SearchProfile | undefined;
  readonly tookMs: number;
}

/** How a sort key merges across shards. */
export type SortKeyFormat = SortKeyOrder;

export interface ShardFetchRequest extends ShardSearchRequest {
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
  /** Absent: it was not asked for. */
  readonly profile?: FetchProfile | undefined;
}

/** The bytes of one hit. */
export function hitAt({ bytes, ends }: ShardFetchResult, place: number): Uint8Array {
  const before = ends[place - 1];
  return bytes.subarray(before === undefined ? 0 : before + 1, ends[place]);
}

export type ShardSearchReply = FoundSearch | RenderedAnswer | PlannedSearch | MalformedSearch;

/** Whether the same call has the same answer at this point in time, and is worth keeping for that. */
interface Keepable {
  readonly kept: boolean;
}

export interface FoundSearch extends Keepable {
  readonly kind: 'found';
  /** Without its hits when those are fetched. */
  readonly result: ShardQueryResult;
  /** The page, if it was asked for: its hits need no merging. */
  readonly fetched: ShardFetchResult | undefined;
}

/** The whole answer; kept, it serves again but for its `took`. */
export interface RenderedAnswer extends Keepable {
  readonly kind: 'rendered';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** It asked for suggestions alone: no documents were looked for. */
  readonly suggests: boolean;
  readonly queryMs: number;
  readonly fetchMs: number;
  readonly total: TotalHits | undefined;
}

/** It was read, and needs more than the shard has; without the plan: another release made it, and it has to be read anew. */
export interface PlannedSearch {
  readonly kind: 'planned';
  readonly plan: SearchPlan | undefined;
}

/** The request itself is at fault, not the search. */
export interface MalformedSearch {
  readonly kind: 'malformed';
  readonly error: PlainError;
}

/** One document explained: why it matches a query, or why it does not. */
export interface ShardExplainRequest extends Seen {
  readonly id: string;
  readonly query: QueryNode;
  readonly aliasFilter: QueryNode | undefined;
  readonly nowMs: number;
  /** What of the document to show beside; `undefined`: nothing. */
  readonly shown: Pick<SearchRequest, 'source' | 'storedFields'> | undefined;
}

export interface ShardExplainResult {
  readonly exists: boolean;
  readonly matched: boolean;
  /** JSON; `undefined` when there is no such document. */
  readonly explanation: Uint8Array<ArrayBuffer> | undefined;
  readonly get: Uint8Array<ArrayBuffer> | undefined;
}

/** Whether a query can be bound to the index, and what it is to the library then. */
export interface ShardCanMatchRequest extends Seen {
  readonly query: QueryNode;
  readonly nowMs: number;
}

export interface ShardCanMatchResult {
  /** `false`: certainly not; `true`: perhaps. */
  readonly canMatch: boolean;
}

/** The terms of a field that begin so. */
export interface ShardTermsRequest extends Seen {
  readonly field: string;
  readonly string: string;
  readonly size: number;
  readonly caseInsensitive: boolean;
  /** Terms up to this one are left out; absent: none. */
  readonly after: string | undefined;
  /** A shard where it can match nothing has no terms. */
  readonly filter: QueryNode | undefined;
  readonly aliasFilter: QueryNode | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

export interface ShardTermsResult {
  /** In the order of their bytes. */
  readonly terms: readonly Uint8Array[];
  /** `false`: time was up. */
  readonly isComplete: boolean;
}

export interface ShardValidateRequest extends Seen {
  readonly query: QueryNode;
  readonly nowMs: number;
  /** Show it as it is rewritten for the documents of the shard. */
  readonly rewrite: boolean;
}

export interface ShardValidateResult {
  /** In Lucene's notation. */
  readonly query: string;
}

export interface ShardTermVectorsRequest extends Seen {
  /** The document's source, or a made-up one: JSON. Empty where the index keeps none. */
  readonly source: Uint8Array;
  readonly isArtificial: boolean;
  /** Which the source is that of; absent when it is made up. */
  readonly document?: { readonly id: string; readonly seqNo: number } | undefined;
  readonly options: TermVectorsOptions;
  readonly nowMs: number;
}

export interface ShardTermVectorsResult {
  /** JSON object: vectors by field. */
  readonly vectors: Uint8Array<ArrayBuffer>;
}
