/**
 * A parsed search and its requirements, created once where the bytes are first parsed. It is plain
 * data that is sent between threads and nodes; nodes of other releases may send other versions.
 */
import { isShortTree } from '@skein/aggregations';
import { isKeyOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { greaterCost } from '../queries/query_type.js';
import { needsOf, type TreeNeeds } from '../queries/visit_queries.js';
import { queriesOf } from '../request/request_queries.js';
import type { SearchRequest, SortSpec } from '../request/search_request.js';

import { isReusable } from './reusable.js';

/** Must be incremented whenever a node of the previous release would misread a plan. */
export const PLAN_VERSION = 5;

export interface PlanNeeds extends TreeNeeds {
  /**
   * True if the search needs more than one shard can provide: documents elsewhere, boosts of
   * indices, a point in time, expansion of groups, names of statistics groups, a search pipeline.
   */
  readonly coordinator: boolean;
  /**
   * True if the prepared search may be reused at the same point in time: it depends only on the
   * index.
   */
  readonly repeats: boolean;
  /** True if a shard's response at a point in time may be cached. */
  readonly reusable: boolean;
}

export interface SearchPlan {
  readonly version: number;
  readonly request: SearchRequest;
  readonly needs: PlanNeeds;
}

export function planOf(request: SearchRequest): SearchPlan {
  const needs = needsOf(queriesOf(request));
  const own = kindOf(request);
  const { now, scripts, documents, otherDocuments } = needs;
  return {
    version: PLAN_VERSION,
    request,
    needs: {
      ...needs,
      cost: greaterCost(needs.cost, own === 'light' || own === 'moderate' ? own : 'heavy'),
      coordinator: documents.length > 0 || speaksOfMore(request),
      reusable: isReusable(request, needs),
      repeats: REPEATING.has(own) && !now && !scripts && !otherDocuments,
    },
  };
}

function speaksOfMore(request: SearchRequest): boolean {
  const { indicesBoost, pit, collapse, statsGroups, searchPipeline, verbosePipeline } = request;
  if (searchPipeline !== undefined || verbosePipeline === true) return true;
  // The node that counts searches by group must know the names of the groups.
  if (statsGroups !== undefined && statsGroups.length > 0) return true;
  if (indicesBoost.length > 0 || pit !== undefined) return true;
  return collapse !== undefined && collapse.innerHits.length > 0;
}

export function isOfThisRelease({ version }: Pick<SearchPlan, 'version'>): boolean {
  return version === PLAN_VERSION;
}

/** Refuses plans of another release. */
export function checkPlan(plan: Pick<SearchPlan, 'version'>): void {
  if (isOfThisRelease(plan)) return;
  const { version } = plan;
  throw new ApiError(
    'illegal_argument_exception',
    `a search of version [${version}] is not understood by this node, which reads version [${PLAN_VERSION}]`,
  );
}

/**
 * The class of a request whose member differs from its default. `light` and `moderate` consist of
 * small steps, as in `QueryCost`. `repeats` does not, but its prepared form may be reused, as that
 * of `light` may. `single` is neither. Each new member must declare its class.
 */
type RequestKind = 'light' | 'moderate' | 'repeats' | 'single';

const REPEATING: ReadonlySet<RequestKind> = new Set<RequestKind>(['light', 'repeats']);

const MEMBERS: Readonly<Record<keyof SearchRequest, RequestKind>> = {
  query: 'light',
  from: 'light',
  size: 'light',
  source: 'light',
  trackTotalHits: 'light',
  totalHitsAsInt: 'light',
  timeoutMs: 'light',
  minScore: 'light',
  version: 'light',
  seqNoPrimaryTerm: 'light',
  given: 'light',
  indexBoost: 'light',
  maxBuckets: 'light',
  typeName: 'light',
  statsGroups: 'light',
  requestCache: 'light',
  typedKeys: 'light',
  searchPipeline: 'light',
  verbosePipeline: 'light',
  sort: 'moderate',
  aggregations: 'moderate',
  postFilter: 'repeats',
  storedFields: 'repeats',
  trackScores: 'repeats',
  terminateAfter: 'repeats',
  includeNamedQueriesScore: 'repeats',
  indicesBoost: 'repeats',
  pit: 'repeats',
  collapse: 'single',
  derived: 'single',
  runtimeMappings: 'single',
  docvalueFields: 'single',
  explain: 'single',
  highlight: 'single',
  fields: 'single',
  knn: 'single',
  profile: 'single',
  neighbours: 'single',
  rescores: 'single',
  scriptFields: 'single',
  scroll: 'single',
  searchAfter: 'single',
  slice: 'single',
  shardPlace: 'single',
  statistics: 'single',
  suggest: 'single',
};

const KEYS = Object.keys(MEMBERS).filter((key) => isKeyOf(MEMBERS, key));
const HEAVY_KEYS = KEYS.filter((key) => MEMBERS[key] === 'repeats');
const SINGLE_KEYS = KEYS.filter((key) => MEMBERS[key] === 'single');
/** Each hit requires reading a document. */
const MAX_LIGHT_HITS = 50;

function kindOf(request: SearchRequest): RequestKind {
  if (hasGiven(request, SINGLE_KEYS)) return 'single';
  const isShort = !hasGiven(request, HEAVY_KEYS) && request.from + request.size <= MAX_LIGHT_HITS;
  const { sort, aggregations } = request;
  if (sort.length === 0 && aggregations === undefined) return isShort ? 'light' : 'repeats';
  const isModerate =
    sort.every(readsColumn) && (aggregations === undefined || isShortTree(aggregations));
  return isShort && isModerate ? 'moderate' : 'single';
}

/** True if the sort compares values of documents as they are stored. */
function readsColumn({ geo, script, nested }: SortSpec): boolean {
  return script === undefined && nested === undefined && geo?.nested === undefined;
}

function hasGiven(request: SearchRequest, keys: readonly (keyof SearchRequest)[]): boolean {
  for (const key of keys) if (isGiven(request[key])) return true;
  return false;
}

/** Members of these two classes default to absent, false or empty. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}
