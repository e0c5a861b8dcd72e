/** The page of a search: the query phase on its shards, the merge, the fetch phase. */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import {
  finished,
  finishesInThread,
  fromBytes,
  type MergedResult,
  mergeQueryResults,
  type RenderedSearch,
  reduceFailed,
  type SearchRequest,
  type UnfinishedAggregations,
  unfinishedAggregations,
} from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import { type FetchedHits, fetchHits } from './fetch_hits.js';
import type { SearchCall } from './mod.js';
import { profileOfShards } from './profile_shards.js';
import type { EndedSearch } from './request_slow_log.js';
import type { PlannedSearch, SearchCaller } from './search.js';
import { isLostNode, phaseFailed, type ShardFailure } from './shard_failures.js';
import { type AnsweredShard, type QueryPhase, queryShards } from './shard_queries.js';
import { shardsJson } from './shards_json.js';

/** A page of hits, not yet rendered. */
export interface FoundPage {
  readonly merged: MergedResult;
  readonly hits: readonly Uint8Array[];
  readonly shards: RenderedSearch['shards'];
  readonly answered: readonly AnsweredShard[];
  readonly failures: readonly ShardFailure[];
  readonly each: FetchedHits['each'];
  readonly phasesMs: EndedSearch['phasesMs'];
}

/** How often a page is begun while nodes are lost between its phases. */
const MAX_ATTEMPTS = 3;

/**
 * A copy's hits mean nothing to another copy, so when a node is lost that had answered the query phase, the page is found again on the copies that
 * are left. The points in time of a scroll are not anywhere else: what it loses has failed.
 */
export async function findPage(
  call: SearchCall,
  planned: PlannedSearch,
  caller: SearchCaller,
): Promise<FoundPage> {
  const attempts = planned.ground.source.isHeld ? 1 : MAX_ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    const { page, lost } = await tryPage(call, planned, caller);
    if (lost && attempt < attempts && !caller.options.signal.aborted) continue;
    const { total, successful } = page.shards;
    if (successful === 0 && total > 0) {
      throw phaseFailed('fetch', 'all shards failed', page.failures);
    }
    return page;
  }
}

interface Attempt {
  readonly page: FoundPage;
  /** A node that answered the query phase was not there for the fetch phase. */
  readonly lost: boolean;
}

async function tryPage(
  call: SearchCall,
  { ground, request, skipped, requestFor }: PlannedSearch,
  { options, parts }: SearchCaller,
): Promise<Attempt> {
  const { state, shards, source } = ground;
  const maxConcurrent = call.maxConcurrentShardRequests;
  const { clock } = parts;
  const startMs = clock.monotonicMs();
  const asked = { state, shards, maxConcurrent, source, options, requestFor, clock };
  const phase = await queryShards(asked);
  const memory = parts.requests.lease();
  try {
    checkFailures(phase, allowsPartial(call, state));
    memory.grow(queryBytes(phase), '<partial_results>');
    const merged = await merge(request, phase, { options, parts });
    const foundMs = clock.monotonicMs();
    const { hits, each, sizeBytes, failures, profiles } = await fetchHits(
      merged.hits,
      phase.answered,
      (answer) => requestFor(answer.shard),
      options,
    );
    const phasesMs = { query: foundMs - startMs, fetch: clock.monotonicMs() - foundMs };
    memory.grow(sizeBytes, '<fetched_hits>');
    const { answered } = phase;
    const profile = profileOfShards(answered, profiles);
    const failed = [...phase.failures, ...failures];
    const total = phase.total + skipped;
    const successful = total - failed.length;
    const told = shardsJson({ total, successful, skipped, failures: failed });
    return {
      page: {
        merged: { ...merged, profile },
        hits,
        shards: told,
        answered,
        failures: failed,
        each,
        phasesMs,
      },
      lost: failures.some(({ error }) => isLostNode(error)),
    };
  } finally {
    memory.end();
    phase.release();
  }
}

/** A hit of the query phase as an object, and each of its sort values; measured, about. */
const HIT_BYTES = 120;
const SORT_VALUE_BYTES = 24;

/** What the partial answers take until the page is known; those that came with their hits are the page. */
function queryBytes({ answered }: QueryPhase): number {
  let bytes = 0;
  for (const { result } of answered) {
    const values = result.hits[0]?.sort.length ?? 0;
    bytes += result.hits.length * (HIT_BYTES + values * SORT_VALUE_BYTES);
  }
  return bytes;
}

export function checkFailures(phase: QueryPhase, allowPartial: boolean): void {
  if (phase.failures.length === 0) return;
  if (phase.answered.length === 0) throw phaseFailed('query', 'all shards failed', phase.failures);
  if (!allowPartial) {
    throw phaseFailed('query', 'Partial shards failure', phase.failures);
  }
}

export type PartialChoice = Pick<SearchCall, 'allowPartialSearchResults'>;

/** Whether an answer without some of its shards will do. */
export function allowsPartial(call: PartialChoice, state: ClusterState): boolean {
  const { allowPartial } = CLUSTER.search;
  return call.allowPartialSearchResults ?? readSetting(clusterSettings(state), allowPartial);
}

async function merge(
  request: SearchRequest,
  phase: QueryPhase,
  caller: SearchCaller,
): Promise<MergedResult> {
  try {
    const merged = mergeQueryResults(request, phase.answered);
    const unfinished = unfinishedAggregations(request, phase.answered);
    if (unfinished === undefined) return merged;
    return { ...merged, aggregations: await finish(unfinished, caller) };
  } catch (thrown) {
    throw reduceFailed(asApiError(thrown));
  }
}

async function finish(
  unfinished: UnfinishedAggregations,
  { options: { signal }, parts }: SearchCaller,
): Promise<MergedResult['aggregations']> {
  if (!finishesInThread(unfinished)) {
    return finished(unfinished, { checkCancelled: () => signal.throwIfAborted() });
  }
  const { shardHost } = parts;
  const { json } = await shardHost.runShardless('finish_aggregations', unfinished, signal);
  return fromBytes(json);
}
