/** The page of a search: the query phase on its shards, the reduce, the fetch phase. */

import { type ClusterState, clusterSettings } from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';
import type { SearchCall } from './contract.js';
import { fetchHits } from './fetch_hits.js';
import type { FoundPage } from './found_page.js';
import { profileOfShards } from './profile_shards.js';
import { ReducedShards } from './reduced_shards.js';
import type { SearchCaller } from './search_caller.js';
import type { ReadySearch } from './search_ground.js';
import { isLostNode, phaseFailed, type ShardFailure } from './shard_failures.js';
import {
  type AnsweredShard,
  type QueryObserver,
  type QueryPhase,
  queryShards,
} from './shard_queries.js';
import { shardsJson } from './shards_json.js';

/** Default of `batched_reduce_size`. */
const BATCHED_REDUCE_SIZE = 512;
/** Limit of attempts at a page when nodes are lost between its phases. */
const MAX_ATTEMPTS = 3;

/**
 * Finds the page. Document numbers of one copy mean nothing to another, so if a node is lost after
 * the query phase, the page is found again on the remaining copies. A scroll's points in time have
 * no other copies: a lost one is a failure.
 */
export async function findPage(
  call: SearchCall,
  planned: ReadySearch,
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
  /** True if a node that answered the query phase was lost before the fetch phase. */
  readonly lost: boolean;
}

async function tryPage(
  call: SearchCall,
  { ground, request, skipped, requestFor, phasesMs: before }: ReadySearch,
  { options, parts }: SearchCaller,
): Promise<Attempt> {
  const { state, shards, source } = ground;
  const maxConcurrent = call.maxConcurrentShardRequests;
  const { clock } = parts;
  const startMs = clock.monotonicMs();
  const memory = parts.requests.lease();
  const failed: ShardFailure[] = [];
  const reduced = new ReducedShards<AnsweredShard>({
    request,
    batchSize: Math.min(call.batchedReduceSize ?? BATCHED_REDUCE_SIZE, Math.max(1, shards.length)),
    memory: parts.requests.lease(),
    signal: options.signal,
    clock,
    shardHost: parts.shardHost,
    shown: {
      startMs,
      totalHitsAsInt: call.restTotalHitsAsInt,
      shards: (answered) =>
        shardsJson({
          total: shards.length + skipped,
          successful: answered + skipped,
          skipped,
          failures: failed,
        }),
    },
  });
  options.progress?.(() => reduced.look());
  const observer: QueryObserver = {
    answered: (answer) => reduced.answered(answer),
    failed: (failure) => void failed.push(failure),
  };
  const asked = { state, shards, maxConcurrent, source, options, requestFor, clock };
  const phase = await queryShards({ ...asked, observer });
  try {
    checkFailures(phase, allowsPartial(call, state));
    const merged = await reduced.finish();
    const foundMs = clock.monotonicMs();
    const { hits, each, sizeBytes, failures, profiles } = await fetchHits(
      merged.hits,
      phase.answered,
      (answer) => requestFor(answer.shard),
      options,
    );
    const phasesMs = withPhases(before, foundMs - startMs, clock.monotonicMs() - foundMs);
    memory.grow(sizeBytes, '<fetched_hits>');
    const { answered } = phase;
    const allFailures = [...phase.failures, ...failures];
    const told = countedShards(phase.total + skipped, skipped, allFailures);
    return {
      page: {
        merged: { ...merged, profile: profileOfShards(answered, profiles) },
        hits,
        shards: told,
        answered,
        failures: allFailures,
        each,
        phasesMs,
      },
      lost: failures.some(({ error }) => isLostNode(error)),
    };
  } finally {
    memory.end();
    reduced.close();
    phase.release();
  }
}

function countedShards(total: number, skipped: number, failures: readonly ShardFailure[]) {
  return shardsJson({ total, successful: total - failures.length, skipped, failures });
}

export function checkFailures(phase: QueryPhase, allowPartial: boolean): void {
  if (phase.failures.length === 0) return;
  if (phase.answered.length === 0) throw phaseFailed('query', 'all shards failed', phase.failures);
  if (!allowPartial) {
    throw phaseFailed('query', 'Partial shards failure', phase.failures);
  }
}

export type PartialChoice = Pick<SearchCall, 'allowPartialSearchResults'>;

/** True if a response without some of the shards is allowed. */
export function allowsPartial(call: PartialChoice, state: ClusterState): boolean {
  const { allowPartial } = CLUSTER.search;
  return call.allowPartialSearchResults ?? readSetting(clusterSettings(state), allowPartial);
}

/** A query phase after a DFS phase has a name of its own. */
function withPhases(
  before: FoundPage['phasesMs'],
  queryMs: number,
  fetchMs: number,
): FoundPage['phasesMs'] {
  const query = 'dfs_pre_query' in before ? 'dfs_query' : 'query';
  return { ...before, [query]: queryMs, fetch: fetchMs };
}
