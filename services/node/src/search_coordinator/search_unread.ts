/**
 * A search whose body was not looked into: where it goes to one shard alone, it goes there as it is and comes back as the answer. Any other is
 * read here and searched in phases.
 */
import { asApiError } from '@skein/errors';
import { readSearch, type SearchRequest } from '@skein/search';
import { logsSlowSearches } from '@skein/shard';
import type { AnswerReply } from '../shard_host/mod.js';
import { limitedSearch } from './bucket_limit.js';
import { openScroll } from './contexts/scroll.js';
import type { LoneShards } from './lone_shard.js';
import type { SearchAnswer, SearchOptions, UnreadSearchCall } from './mod.js';
import { search } from './search.js';
import type { SearchCoordinatorParts } from './search_coordinator.js';
import type { ShardToAsk } from './search_targets.js';
import { phaseFailed, placedInIndex } from './shard_failures.js';
import { askOffers, currentShards } from './shard_source.js';

interface UnreadSearchParts extends SearchCoordinatorParts {
  readonly loneShards: LoneShards;
}

export async function searchUnread(
  call: UnreadSearchCall,
  options: SearchOptions,
  parts: UnreadSearchParts,
): Promise<SearchAnswer> {
  if (call.scroll) {
    const request = readSearch(call.unread);
    return openScroll({ ...call, ...call.scroll, request }, { options, parts });
  }
  const startMs = parts.clock.monotonicMs();
  const { masterService, security, loneShards } = parts;
  const alone = loneShards.find(masterService.state(), call, { ...options, security });
  const answer = alone && (await answerAlone(call, alone, { startMs, options, parts }));
  if (answer?.chunks !== undefined) return { status: 200, chunks: answer.chunks };
  return search({ ...call, request: answer?.request ?? readSearch(call.unread) }, options, parts);
}

interface Situation {
  readonly startMs: number;
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

const ONE_SHARD = { total: 1, successful: 1, skipped: 0, failed: 0 };

interface AloneAnswer {
  /** Absent: the search needs more than the shard has. */
  readonly chunks?: readonly Uint8Array[];
  /** As the shard has read it then. */
  readonly request?: SearchRequest | undefined;
}

async function answerAlone(
  { unread, preference }: UnreadSearchCall,
  shard: ShardToAsk,
  situation: Situation,
): Promise<AloneAnswer> {
  const reply = await askShard({ unread, preference }, shard, situation);
  if (reply.kind === 'malformed') throw reply.error;
  if (reply.kind === 'planned') return { request: reply.plan?.request };
  const { startMs, options, parts } = situation;
  parts.slowRequests.ended({
    tookMs: parts.clock.monotonicMs() - startMs,
    phasesMs: { query: reply.queryMs, fetch: reply.fetchMs },
    total: reply.total,
    searchType: 'query_then_fetch',
    shards: ONE_SHARD,
    request: () => readSearch(unread),
    opaqueId: options.opaqueId,
  });
  return { chunks: [reply.bytes] };
}

async function askShard(
  { unread, preference }: Pick<UnreadSearchCall, 'unread' | 'preference'>,
  shard: ShardToAsk,
  { startMs, options, parts }: Situation,
): Promise<AnswerReply> {
  const { aliasFilter } = shard;
  const { nowMs, signal } = options;
  const opaqueId = logsSlowSearches(shard.index.settings) ? options.opaqueId : undefined;
  const state = parts.masterService.state();
  let nodeId: string | undefined;
  try {
    const source = currentShards(parts.shardRouter, { state, preference, options });
    return await askOffers(source.offers(shard), signal, async (offer) => {
      nodeId = offer.nodeId;
      const pinned = offer.pin();
      try {
        const search = {
          unread: limitedSearch(unread, state),
          aliasFilter,
          nowMs,
          startMs,
          opaqueId,
        };
        return await pinned.answer(search, signal);
      } finally {
        pinned.release();
      }
    });
  } catch (thrown) {
    const error = placedInIndex(asApiError(thrown), shard);
    // Found when the shard put its answer together: the shard has not failed.
    if (error.type === 'search_phase_execution_exception') throw error;
    throw phaseFailed('query', 'all shards failed', [{ shard, nodeId, error }]);
  }
}
