/**
 * The hits of all shards in one order, cut to the page asked for. Pure: the same shards in any order of arrival give the same
 * answer, for ties go by shard and then by document.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { compareSortKeys, type GroupKey, type TotalHits } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { ShardQueryResult, SortKeyFormat } from '../shard_messages.js';
import { reduceSuggestions, suggestJson } from '../suggest/reduce_suggestions.js';

/** One shard's answer; `shardIndex` is its place among all shards asked. */
export interface ShardPart {
  readonly shardIndex: number;
  readonly result: ShardQueryResult;
}

export interface MergedHit {
  readonly shardIndex: number;
  readonly hit: ShardHit;
}

export interface MergedResult {
  /** `undefined`: not counted. */
  readonly total: TotalHits | undefined;
  /** NaN: nothing was scored. */
  readonly maxScore: number;
  /** The page, best first. */
  readonly hits: readonly MergedHit[];
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean | undefined;
  /** As the answer shows them, put in by whoever finishes them; absent: none were asked for. */
  readonly aggregations?: JsonValue | undefined;
  /** Absent: nothing was asked for. */
  readonly suggest?: JsonValue | undefined;
  /** As the answer shows it, put in by whoever finishes it. */
  readonly profile?: JsonValue | undefined;
  /** How often answers of shards were put together; absent: once. */
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

/** The parts without the hits that will not be in the page, whatever other shards have. */
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

/** Default of `search.max_buckets`. */
export const DEFAULT_MAX_BUCKETS = 65_535;

function page(hits: readonly MergedHit[], { from, size }: SearchRequest): readonly MergedHit[] {
  return hits.slice(from, from + size);
}

/** The first of each group, in order. */
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

/** Shards must agree on what their keys are: a keyword in one index and a number in another have no common order. */
function commonFormats(
  request: SearchRequest,
  parts: readonly ShardPart[],
): readonly SortKeyFormat[] {
  const [first] = parts;
  const formats = first?.result.sortFormats ?? [];
  for (const { result } of parts) {
    for (const [i, format] of formats.entries()) {
      const other = result.sortFormats[i];
      if (other && other.kind !== format.kind) {
        throw mixedTypes(request.sort[i]?.field ?? '', [format.kind, other.kind]);
      }
    }
  }
  return formats;
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
