/**
 * Merges the hits of all shards and cuts the page from them. Pure: the result is independent of the
 * order in which shards respond, because ties are broken by shard and then by document.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { compareSortKeys, type GroupKey, type TotalHits } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { ShardQueryResult, SortKeyFormat } from '../shard_messages.js';
import { reduceSuggestions, suggestJson } from '../suggest/reduce_suggestions.js';

/** One shard's result; `shardIndex` is its position among all target shards. */
export interface ShardPart {
  readonly shardIndex: number;
  readonly result: ShardQueryResult;
}

export interface MergedHit {
  readonly shardIndex: number;
  readonly hit: ShardHit;
}

export interface MergedResult {
  /** `undefined` if hits are not counted. */
  readonly total: TotalHits | undefined;
  /** NaN if nothing was scored. */
  readonly maxScore: number;
  /** The page, best hit first. */
  readonly hits: readonly MergedHit[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean | undefined;
  /**
   * The aggregations in the form of the response, set by the caller that finishes them; absent if
   * none were requested.
   */
  readonly aggregations?: JsonValue | undefined;
  /** Absent if none were requested. */
  readonly suggest?: JsonValue | undefined;
  /** The profile in the form of the response, set by the caller that finishes it. */
  readonly profile?: JsonValue | undefined;
  /** The number of reductions of shard results; one if absent. */
  readonly reducePhases?: number | undefined;
}

export function mergeQueryResults(
  request: SearchRequest,
  parts: readonly ShardPart[],
): MergedResult {
  const formats = commonFormats(request, parts);
  const all = parts.flatMap(({ shardIndex, result }) =>
    result.hits.map((hit) => ({ shardIndex, hit })),
  );
  all.sort((a, b) => compareHits(a, b, formats));
  return {
    total: mergeTotals(request, parts),
    maxScore: parts.reduce(largest, Number.NaN),
    hits: page(request.collapse ? bestOfGroups(all) : all, request),
    timedOut: parts.some((part) => part.result.timedOut),
    terminatedEarly: mergeTerminated(parts),
    suggest: mergeSuggestions(request, parts),
  };
}

function mergeSuggestions(
  { suggest, typedKeys = false }: SearchRequest,
  parts: readonly ShardPart[],
): JsonValue | undefined {
  if (suggest === undefined) return undefined;
  const inOrder = parts.toSorted((a, b) => a.shardIndex - b.shardIndex);
  const answers = inOrder.flatMap(({ result }) => (result.suggest ? [result.suggest] : []));
  return suggestJson(suggest, reduceSuggestions(suggest, answers), typedKeys);
}

/** Removes hits that cannot be in the page, whatever other shards return. */
export function keepBestHits<P extends ShardPart>(
  request: SearchRequest,
  parts: readonly P[],
): P[] {
  const { from, size } = request;
  const kept = new Map<number, ShardHit[]>();
  const { hits } = mergeQueryResults({ ...request, from: 0, size: from + size }, parts);
  for (const { shardIndex, hit } of hits) {
    const own = kept.get(shardIndex);
    if (own === undefined) kept.set(shardIndex, [hit]);
    else own.push(hit);
  }
  return parts.map((part) => ({
    ...part,
    result: { ...part.result, hits: kept.get(part.shardIndex) ?? [] },
  }));
}

/** The default of `search.max_buckets`. */
export const DEFAULT_MAX_BUCKETS = 65_535;

function page(hits: readonly MergedHit[], { from, size }: SearchRequest): readonly MergedHit[] {
  return hits.slice(from, from + size);
}

/** The first hit of each group, in order. */
function bestOfGroups(hits: readonly MergedHit[]): readonly MergedHit[] {
  const seen = new Set<GroupKey>();
  return hits.filter(({ hit: { group = null } }) => {
    const isNew = !seen.has(group);
    seen.add(group);
    return isNew;
  });
}

function largest(max: number, { result }: ShardPart): number {
  if (Number.isNaN(result.maxScore)) return max;
  return Number.isNaN(max) ? result.maxScore : Math.max(max, result.maxScore);
}

function compareHits(a: MergedHit, b: MergedHit, formats: readonly SortKeyFormat[]): number {
  if (formats.length === 0 && a.hit.score !== b.hit.score) return b.hit.score - a.hit.score;
  for (const [i, format] of formats.entries()) {
    const order = compareSortKeys(a.hit.sort[i] ?? null, b.hit.sort[i] ?? null, format);
    if (order !== 0) return order;
  }
  return a.shardIndex - b.shardIndex || a.hit.doc - b.hit.doc;
}

/**
 * The order of the hits. Throws if the keys have no common order, such as those of a keyword in one
 * index and a number in another. As in OpenSearch, a shard without hits brings no keys, but may not
 * mix unsigned longs with other numbers.
 */
function commonFormats(
  request: SearchRequest,
  parts: readonly ShardPart[],
): readonly SortKeyFormat[] {
  const found = parts.filter(({ result }) => result.hits.length > 0);
  if (request.size > 0) {
    for (const [i, { field }] of request.sort.entries()) {
      const all = kindsOfKey(parts, i);
      const kinds = all.has('unsigned_long') ? all : kindsOfKey(found, i);
      if (kinds.size > 1) throw mixedTypes(field, [...kinds]);
    }
  }
  return found[0]?.result.sortFormats ?? [];
}

function kindsOfKey(parts: readonly ShardPart[], i: number): ReadonlySet<SortKeyFormat['kind']> {
  return new Set(parts.flatMap(({ result }) => result.sortFormats[i]?.kind ?? []));
}

function mixedTypes(field: string, kinds: readonly SortKeyFormat['kind'][]): ApiError {
  const reason = kinds.includes('unsigned_long')
    ? "Can't do sort across indices, as a field has [unsigned_long] type in one index, and different type in another index!"
    : `Can't sort on field [${field}]; the field has incompatible sort types: [LONG] and [STRING] across shards!`;
  return new ApiError('illegal_argument_exception', reason);
}

function mergeTotals(request: SearchRequest, parts: readonly ShardPart[]): TotalHits | undefined {
  if (request.trackTotalHits < 0) return undefined;
  let value = 0;
  let relation: TotalHits['relation'] = 'eq';
  for (const { result } of parts) {
    value += result.total?.value ?? 0;
    if (result.total?.relation === 'gte') relation = 'gte';
  }
  if (value > request.trackTotalHits) return { value: request.trackTotalHits, relation: 'gte' };
  return { value, relation };
}

function mergeTerminated(parts: readonly ShardPart[]): boolean | undefined {
  const answers = parts.map((part) => part.result.terminatedEarly);
  if (answers.every((answer) => answer === undefined)) return undefined;
  return answers.includes(true);
}
