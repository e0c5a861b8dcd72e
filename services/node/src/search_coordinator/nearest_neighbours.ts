/**
 * The `knn` section over several shards: each shard returns its nearest documents, the nearest of
 * all are kept, and every shard is told its own among them before the search begins.
 */
import { isJsonObject, parseJson } from '@skein/content';
import {
  emptyRequest,
  mergeQueryResults,
  neighboursWanted,
  type SearchRequest,
  withNeighbours,
} from '@skein/search';
import { fetchHits } from './fetch_hits.js';
import type { ShardToAsk } from './search_targets.js';
import { phaseFailed } from './shard_failures.js';
import { type QueryPhase, type QueryPhaseRequest, queryShards } from './shard_queries.js';

/** Scores by document id, for each shard. */
type Neighbours = ReadonlyMap<ShardToAsk, ReadonlyMap<string, number>>;

interface Phase extends Omit<QueryPhaseRequest, 'requestFor'> {
  /** Throws if too many shards failed. */
  readonly check: (answers: QueryPhase) => void;
}

/**
 * Undefined if the shards find the neighbours themselves: there is at most one shard, or no `knn`
 * section.
 */
export async function nearestNeighbours(
  request: SearchRequest,
  phase: Phase,
): Promise<Neighbours | undefined> {
  if (request.knn.length === 0 || phase.shards.length <= 1) return undefined;
  const found = new Map<ShardToAsk, Map<string, number>>();
  for (const shard of phase.shards) found.set(shard, new Map());
  for (const section of request.knn) {
    const query = withNeighbours(section, request.size);
    const size = neighboursWanted(section, request.size);
    await addNearest({ ...emptyRequest(), query, size, source: NO_SOURCE }, phase, found);
  }
  return found;
}

const NO_SOURCE = { enabled: false, includes: [], excludes: [] };

async function addNearest(
  request: SearchRequest,
  phase: Phase,
  found: ReadonlyMap<ShardToAsk, Map<string, number>>,
): Promise<void> {
  const answers = await queryShards({ ...phase, requestFor: () => request });
  try {
    phase.check(answers);
    const { hits } = mergeQueryResults(request, answers.answered);
    const { options } = phase;
    const fetched = await fetchHits(hits, answers.answered, () => request, options);
    if (fetched.failures.length > 0) {
      throw phaseFailed('fetch', 'Partial shards failure', fetched.failures);
    }
    fetched.hits.forEach((bytes, place) => {
      const hit = parseJson(bytes);
      const shard = phase.shards[hits[place]?.shardIndex ?? -1];
      const scores = shard && found.get(shard);
      if (!scores || !isJsonObject(hit)) return;
      const id = String(hit._id);
      scores.set(id, (scores.get(id) ?? 0) + Number(hit._score));
    });
  } finally {
    answers.release();
  }
}
