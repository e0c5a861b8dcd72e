/**
 * `collapse` bound to a shard: the column that documents are grouped by, and the best document of
 * each of the best groups.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  type GroupOf,
  groupByField,
  type IndexSearcher,
  type Query,
  type SortField,
} from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { CollapseSpec, SearchRequest } from '../request/search_request.js';
import { type FoundHits, inTime, NOTHING_IN_TIME } from './found.js';
import { type SortPlan, searchAfterValues } from './sort/sort_plan.js';

const BY_SCORE: readonly SortField[] = [{ kind: 'score', reverse: false }];

interface Collapsing {
  readonly request: SearchRequest;
  readonly plan: SortPlan;
  readonly groupOf: GroupOf;
}

/** Refuses a field that has no groups, and options that grouped hits cannot have. */
export function bindGroups(
  request: SearchRequest,
  collapse: CollapseSpec,
  shard: QueryShardContext,
): GroupOf {
  refuseCombinations(request, collapse);
  return groupsOf(collapse, shard);
}

export function collectGroups(
  searcher: IndexSearcher,
  query: Query,
  { request, plan, groupOf }: Collapsing,
): FoundHits {
  const isByScore = plan.fields.length === 0;
  const options = {
    size: request.from + request.size,
    totalHitsThreshold: Math.max(0, request.trackTotalHits),
    minScore: request.minScore,
    terminateAfter: request.terminateAfter,
    sort: isByScore ? BY_SCORE : plan.fields,
    after: request.searchAfter && searchAfterValues(plan, request.searchAfter, true),
    trackScores: request.trackScores || isByScore,
    groupOf,
  };
  const found = inTime(searcher.checkCancelled, () => searcher.topGroups(query, options));
  if (found === undefined) return NOTHING_IN_TIME;
  if (!isByScore) return found;
  const hits = found.hits.map((hit) => ({ ...hit, sort: [] }));
  return { ...found, hits, maxScore: request.size === 0 ? Number.NaN : found.maxScore };
}

function groupsOf({ field: name, innerHits }: CollapseSpec, shard: QueryShardContext): GroupOf {
  const field = shard.mapping.field(name);
  if (field === undefined)
    throw illegalArgument(`no mapping found for \`${name}\` in order to collapse on`);
  const column = columnOf(name, field);
  if (innerHits.length > 0 && field.spec.postings === 'none' && !field.spec.points) {
    throw illegalArgument(
      `cannot expand \`inner_hits\` for collapse field \`${name}\`, only indexed field can retrieve \`inner_hits\``,
    );
  }
  const refuseSeveral = (doc: number): never => {
    throw new ApiError(
      'illegal_state_exception',
      `failed to collapse ${doc}, the collapse field must be single valued`,
    );
  };
  return groupByField({ field: field.spec.name, column, refuseSeveral });
}

function columnOf(name: string, { collapses, spec }: MappedField): 'long' | 'double' | 'ordinal' {
  const { column } = spec;
  if (!collapses) {
    throw illegalArgument(
      `unknown type for collapse field \`${name}\`, only keywords and numbers are accepted`,
    );
  }
  if (column === 'long' || column === 'double' || column === 'ordinal') return column;
  throw illegalArgument(`cannot collapse on field \`${name}\` without \`doc_values\``);
}

/**
 * `search_after` identifies the position of a page by sort values alone, so it works only if the
 * groups are sorted by the collapse field.
 */
function refuseCombinations(request: SearchRequest, { field }: CollapseSpec): void {
  const { scroll, searchAfter, rescores, sort } = request;
  if (scroll) throw unusable('cannot use `collapse` in a scroll context');
  const isByGroup = sort.length === 1 && sort[0]?.field === field;
  if (searchAfter && !isByGroup) {
    throw unusable('cannot use `collapse` in conjunction with `search_after`');
  }
  if (rescores.length > 0) throw unusable('cannot use `collapse` in conjunction with `rescore`');
}

function unusable(reason: string): ApiError {
  return new ApiError('search_exception', reason);
}
