/**
 * A search as it was read, and what it needs: made once, where its bytes are first read. Plain data, which crosses threads and nodes; nodes of other releases may
 * make plans of another version.
 */
import { ApiError } from '@skein/errors';
import { needsOf, type TreeNeeds } from '../queries/visit_queries.js';
import { queriesOf } from '../request/request_queries.js';
import type { SearchRequest } from '../request/search_request.js';

import { isReusable } from './reusable.js';

/** Grows when a node of the release before would misread a plan. */
export const PLAN_VERSION = 5;

export interface PlanNeeds extends TreeNeeds {
  /** It speaks of more than one shard has: documents elsewhere, boosts of indices, a point in time, groups to be searched, names it is counted under, a search pipeline. */
  readonly coordinator: boolean;
  /** What it is prepared to at a point in time may serve again: it depends on nothing but the index. */
  readonly repeats: boolean;
  /** What a shard answers to it at a point in time stays true. */
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
      cost: own === 'light' ? needs.cost : 'heavy',
      coordinator: documents.length > 0 || speaksOfMore(request),
      reusable: isReusable(request, needs),
      repeats: own !== 'single' && !now && !scripts && !otherDocuments,
    },
  };
}

function speaksOfMore(request: SearchRequest): boolean {
  const { indicesBoost, pit, collapse, statsGroups, searchPipeline, verbosePipeline } = request;
  if (searchPipeline !== undefined || verbosePipeline === true) return true;
  // Whoever counts the search by its groups has to know their names.
  if (statsGroups !== undefined && statsGroups.length > 0) return true;
  if (indicesBoost.length > 0 || pit !== undefined) return true;
  return collapse !== undefined && collapse.innerHits.length > 0;
}

export function isOfThisRelease({ version }: Pick<SearchPlan, 'version'>): boolean {
  return version === PLAN_VERSION;
}

/** Refuses what another release has made. */
export function checkPlan(plan: Pick<SearchPlan, 'version'>): void {
  if (isOfThisRelease(plan)) return;
  const { version } = plan;
  throw new ApiError(
    'illegal_argument_exception',
    `a search of version [${version}] is not understood by this node, which reads version [${PLAN_VERSION}]`,
  );
}

/**
 * What a request becomes by a member that is not at its default: `light`, made of small steps; `repeats`, not that, but what it is prepared to may serve
 * again; `single`: neither. A new member has to say which.
 */
const MEMBERS: Readonly<Record<keyof SearchRequest, 'light' | 'repeats' | 'single'>> = {
  query: 'light',
  from: 'light',
  size: 'light',
  source: 'light',
  trackTotalHits: 'light',
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
  postFilter: 'repeats',
  storedFields: 'repeats',
  trackScores: 'repeats',
  terminateAfter: 'repeats',
  includeNamedQueriesScore: 'repeats',
  indicesBoost: 'repeats',
  pit: 'repeats',
  aggregations: 'single',
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
  sort: 'single',
  shardPlace: 'single',
  statistics: 'single',
  suggest: 'single',
};

const KEYS = Object.keys(MEMBERS) as readonly (keyof SearchRequest)[];
const HEAVY_KEYS = KEYS.filter((key) => MEMBERS[key] === 'repeats');
const SINGLE_KEYS = KEYS.filter((key) => MEMBERS[key] === 'single');
/** Each hit is a document to be read. */
const MAX_LIGHT_HITS = 50;

function kindOf(request: SearchRequest): 'light' | 'repeats' | 'single' {
  if (hasGiven(request, SINGLE_KEYS)) return 'single';
  if (hasGiven(request, HEAVY_KEYS)) return 'repeats';
  return request.from + request.size <= MAX_LIGHT_HITS ? 'light' : 'repeats';
}

function hasGiven(request: SearchRequest, keys: readonly (keyof SearchRequest)[]): boolean {
  for (const key of keys) if (isGiven(request[key])) return true;
  return false;
}

/** Members of those two kinds are absent, false or empty by default. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}
