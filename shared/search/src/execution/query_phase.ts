/** The query phase of one shard: which documents match best, by number; nothing of them is read yet. */
import {
  createSearcher,
  type FieldDoc,
  type IndexSearcher,
  type Query,
  type ScoreDoc,
  type TopDocs,
  type TopFieldDocs,
} from '@skein/search_library';
import { isScoreOnly } from '../request/parse_sort.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit, ShardQueryResult, ShardSearchRequest } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { interruptionCheck, SearchTimeout } from './interruption.js';
import { checkLimits } from './limits.js';
import { queryShardContext, requestQuery } from './shard_context.js';
import { planSort, type SortPlan, searchAfterValues } from './sort_plan.js';

export function executeQueryPhase(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): ShardQueryResult {
  const startMs = environment.clock.monotonicMs();
  checkLimits(search.request, environment.index);
  const context = queryShardContext(environment.index, search.nowMs);
  const plan = planSort(sortOf(search.request), context);
  const query = requestQuery(search, context);
  const deadlineMs = search.timeoutMs === undefined ? undefined : startMs + search.timeoutMs;
  const checkCancelled = interruptionCheck(environment, deadlineMs);
  const searcher = createSearcher(environment.reader.segments, { checkCancelled });
  const found = collect(searcher, query, { request: search.request, plan });
  const { request } = search;
  return {
    snapshotVersion: environment.reader.snapshotVersion,
    total: request.trackTotalHits < 0 ? undefined : found.total,
    maxScore: found.maxScore,
    hits: found.hits.map((hit) => shardHit(hit, plan)),
    timedOut: found.timedOut,
    terminatedEarly: request.terminateAfter === undefined ? undefined : found.terminatedEarly,
    sortFormats: plan.formats,
    tookMs: environment.clock.monotonicMs() - startMs,
  };
}

/** No sort keys when the order is that of the scores; `search_after` needs one even then. */
export function sortOf(request: SearchRequest): SearchRequest['sort'] {
  return isScoreOnly(request.sort) && request.searchAfter === undefined ? [] : request.sort;
}

interface Found {
  readonly total: TopDocs['total'];
  readonly hits: readonly (ScoreDoc | FieldDoc)[];
  readonly maxScore: number;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

interface Collecting {
  readonly request: SearchRequest;
  readonly plan: SortPlan;
}

function collect(searcher: IndexSearcher, query: Query, { request, plan }: Collecting): Found {
  const options = {
    size: request.from + request.size,
    totalHitsThreshold: Math.max(0, request.trackTotalHits),
    minScore: request.minScore,
    terminateAfter: request.terminateAfter,
  };
  const after = request.searchAfter && searchAfterValues(plan, request.searchAfter);
  const { trackScores } = request;
  try {
    const found: TopDocs | TopFieldDocs =
      plan.fields.length === 0
        ? searcher.topDocs(query, options)
        : searcher.topFieldDocs(query, { ...options, sort: plan.fields, after, trackScores });
    return { ...found, timedOut: false };
  } catch (thrown) {
    if (!(thrown instanceof SearchTimeout)) throw thrown;
    return {
      total: { value: 0, relation: 'gte' },
      hits: [],
      maxScore: Number.NaN,
      terminatedEarly: false,
      timedOut: true,
    };
  }
}

/** A sort that has the score among its keys shows it as the hit's score too. */
function shardHit(hit: ScoreDoc | FieldDoc, plan: SortPlan): ShardHit {
  const sort = 'sort' in hit ? hit.sort : [];
  const scoreKey = sort[plan.fields.findIndex((field) => field.kind === 'score')];
  const score = Number.isNaN(hit.score) && typeof scoreKey === 'number' ? scoreKey : hit.score;
  return { doc: hit.doc, score, sort };
}
