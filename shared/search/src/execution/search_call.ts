/**
 * Executes a shard's part of a search: parses it unless that is done, runs it, and for a search of
 * a single shard fetches and renders the response at once. Request and response stay bytes, so
 * nothing is cloned between threads, and the calling thread inspects nothing.
 */

import type { TakesSegment } from '@skein/aggregations';
import type { JsonBuffer } from '@skein/content';
import { ApiError, toPlainError } from '@skein/errors';
import { INDEX, readSetting } from '@skein/settings';
import { type ReadPlan, readPlan } from '../plan/plan_cache.js';
import { isKept } from '../plan/reusable.js';
import type { SearchPlan } from '../plan/search_plan.js';
import { isSuggestOnly } from '../request/suggest_only.js';
import {
  type FoundSearch,
  isRead,
  type ShardQueryResult,
  type ShardSearchCall,
  type ShardSearchReply,
} from '../shard_messages.js';
import { aggregateSome } from './aggregations/aggregate.js';
import { renderAlone } from './answer_alone.js';
import type { ExecutionEnvironment } from './environment.js';
import { keepPrepared, preparedAgain } from './prepared_again.js';
import type { PreparedSearch } from './prepared_search.js';
import { prepareQuery, runQuery } from './query_phase.js';
import { searchPage } from './search_page.js';
import { searchedPhase } from './searched_phase.js';
import type { HelpedPart } from './segment_help.js';

export interface SearchWork {
  /** The buffer that holds the reply's bytes; they are valid until the buffer is used again. */
  readonly buffer: JsonBuffer;
  /** The plan, if this thread has already parsed the search. */
  readonly read?: ReadPlan | undefined;
}

/** Throws errors of the search. */
export function executeSearch(
  call: ShardSearchCall,
  environment: ExecutionEnvironment,
  { buffer, read: known }: SearchWork,
): ShardSearchReply {
  const read = known ?? readOrRefuse(call.search, environment);
  if (read instanceof ApiError) return { kind: 'malformed', error: toPlainError(read) };
  const { plan } = read;
  if (!isRead(call.search) && plan.needs.coordinator) return { kind: 'planned', plan };
  const startMs = environment.clock.monotonicMs();
  const prepared = prepare(read, call, environment);
  if (call.render === undefined) return found(call, { plan, prepared, buffer }, environment);
  const page = renderAlone(call.render, prepared, environment, { asked: call.asked, buffer });
  const { tookMs: queryMs, total } = page.result;
  return {
    kind: 'rendered',
    kept: isKeptAnswer(plan, page.result, environment),
    bytes: buffer.bytes,
    suggests: isSuggestOnly(prepared.request),
    queryMs,
    fetchMs: page.endMs - startMs - queryMs,
    total,
  };
}

/** Helps a thread that executes the same call: aggregates the segments that `takes` gives it. */
export function helpSearch(
  call: ShardSearchCall,
  environment: ExecutionEnvironment,
  takes: TakesSegment,
): HelpedPart {
  const read = readOrRefuse(call.search, environment);
  if (read instanceof ApiError) throw read;
  return aggregateSome(prepare(read, call, environment), takes);
}

interface Prepared {
  readonly plan: SearchPlan;
  readonly prepared: PreparedSearch;
  readonly buffer: JsonBuffer;
}

function found(
  { fetch, asked }: ShardSearchCall,
  { plan, prepared, buffer }: Prepared,
  environment: ExecutionEnvironment,
): FoundSearch {
  const { profiler, request } = prepared;
  if (!fetch) {
    const result = runQuery(prepared, environment);
    environment.phases?.query(searchedPhase({ request, asked }, result.total, result.tookMs));
    const kept = isKeptAnswer(plan, result, environment);
    return { kind: 'found', kept, result, fetched: undefined };
  }
  const { result, ends } = searchPage(prepared, environment, { buffer, asked });
  const fetched = { bytes: buffer.bytes, ends, profile: profiler?.fetch.profile() };
  return { kind: 'found', kept: isKeptAnswer(plan, result, environment), result, fetched };
}

function isKeptAnswer(
  { needs, request }: SearchPlan,
  { timedOut }: ShardQueryResult,
  { index }: ExecutionEnvironment,
): boolean {
  const { derived, runtime } = index.mapping;
  // Fields that the mapping derives are computed by scripts.
  if (!needs.reusable || timedOut || derived !== undefined || runtime !== undefined) return false;
  return isKept(request, () => readSetting(index.settings, INDEX.engine.requestCache));
}

function prepare(
  read: ReadPlan,
  { aliasFilter, nowMs }: ShardSearchCall,
  environment: ExecutionEnvironment,
): PreparedSearch {
  const search = { plan: read.plan, aliasFilter, nowMs };
  if (aliasFilter !== undefined) return prepareQuery(search, environment);
  const again = preparedAgain(read, environment);
  if (again !== undefined) return again;
  const prepared = prepareQuery(search, environment);
  keepPrepared(read, prepared, environment);
  return prepared;
}

function readOrRefuse(
  search: ShardSearchCall['search'],
  { plans }: ExecutionEnvironment,
): ReadPlan | ApiError {
  if (isRead(search)) return { plan: search, prepared: undefined };
  try {
    return plans === undefined ? readPlan(search) : plans.read(search);
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
}
