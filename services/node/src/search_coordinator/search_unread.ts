/**
 * A search whose body is not parsed yet. If one shard is targeted, its thread parses the body and
 * returns the finished response. Any other search is parsed here and searched in phases.
 */

import { assert, soonInSlices } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import { asApiError, fromPlainError } from '@skein/errors';
import {
  type RenderedAnswer,
  readingSearch,
  readSearch,
  type SearchRequest,
  type ShardSearchReply,
} from '@skein/search';
import { logsSlowSearches } from '@skein/shard';
import { cancelledAfter } from './cancel_after.js';
import { openScroll } from './contexts/scroll.js';
import type { SearchAnswer, SearchOptions, SearchTerms, UnreadSearchCall } from './contract.js';
import { searchNow } from './search.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { cancelledAfterMs, limitedSearch, showsPhases } from './search_limits.js';
import { checkPipelineName } from './search_pipelines.js';
import { loneShard, type ShardToAsk } from './search_targets.js';
import { phaseFailed, placedInIndex } from './shard_failures.js';
import { askOffers, callOffer, currentShards } from './shard_source.js';

export function searchUnread(
  call: UnreadSearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<SearchAnswer> {
  const afterMs = cancelledAfterMs(call.terms, parts.masterService.state());
  const { timers } = parts;
  const answer =
    afterMs === undefined
      ? answerUnread(call, options, parts)
      : cancelledAfter(afterMs, { options, timers }, (limited) =>
          answerUnread(call, limited, parts),
        );
  return parts.searchTimes.during(answer);
}

async function answerUnread(
  call: UnreadSearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<SearchAnswer> {
  if (call.scroll) {
    const request = await soonInSlices(readingSearch(call.unread), parts);
    return openScroll({ ...call.terms, ...call.scroll, request }, { options, parts });
  }
  const situation = { startMs: parts.clock.monotonicMs(), options, parts };
  const caller = { ...options, security: parts.security };
  const state = parts.masterService.state();
  const { terms } = call;
  if (terms.searchPipeline !== undefined) checkPipelineName(terms.searchPipeline, state);
  const alone = isReadHere(terms, state) ? undefined : loneShard(state, terms, caller);
  const reply = alone && (await askShard(call, alone, situation));
  if (reply?.kind === 'rendered') return answered(call, reply, situation);
  const request = requestIn(reply) ?? (await soonInSlices(readingSearch(call.unread), parts));
  return searchNow({ ...call.terms, request }, options, parts);
}

/** True if the response shows phases or pipelines, which a shard that renders it does not know. */
function isReadHere(terms: SearchTerms, state: ClusterState): boolean {
  return terms.verbosePipeline === true || showsPhases(terms, state);
}

interface Situation {
  readonly startMs: number;
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

const ONE_SHARD = { total: 1, successful: 1, skipped: 0, failed: 0 };

function answered(
  { unread }: UnreadSearchCall,
  { bytes, queryMs, fetchMs, total }: RenderedAnswer,
  { startMs, options, parts }: Situation,
): SearchAnswer {
  parts.endedSearches.ended({
    tookMs: parts.clock.monotonicMs() - startMs,
    phasesMs: { query: queryMs, fetch: fetchMs },
    total,
    searchType: 'query_then_fetch',
    shards: ONE_SHARD,
    request: () => readSearch(unread),
    opaqueId: options.opaqueId,
  });
  return { status: 200, chunks: [bytes] };
}

/** The request as parsed by a shard that could not answer it; undefined if none has parsed it. */
function requestIn(reply: ShardSearchReply | undefined): SearchRequest | undefined {
  if (reply === undefined) return undefined;
  if (reply.kind === 'malformed') throw fromPlainError(reply.error);
  assert(reply.kind === 'planned', 'what is asked for as an answer is one, or none');
  return reply.plan?.request;
}

async function askShard(
  { unread, terms }: UnreadSearchCall,
  shard: ShardToAsk,
  { startMs, options, parts }: Situation,
): Promise<ShardSearchReply> {
  const { aliasFilter, index } = shard;
  const { nowMs, signal, opaqueId } = options;
  const state = parts.masterService.state();
  const call = {
    search: limitedSearch(unread, state, options.typed),
    asked: logsSlowSearches(index.settings) ? asked(opaqueId) : undefined,
    aliasFilter,
    nowMs,
    fetch: true,
    render: { startMs, totalHitsAsInt: unread.totalHitsAsInt },
  };
  let nodeId: string | undefined;
  try {
    const source = currentShards(parts.shardRouter, {
      state,
      preference: terms.preference,
      options,
    });
    return await askOffers(source.offers(shard), signal, (offer) => {
      nodeId = offer.nodeId;
      return callOffer(offer, { kind: 'search', request: call }, signal);
    });
  } catch (thrown) {
    const error = placedInIndex(asApiError(thrown), shard);
    // The error arose when the shard rendered the response: the shard itself has not failed.
    if (error.type === 'search_phase_execution_exception') throw error;
    // If no shard has read the body, it is read here: a malformed one is refused for its own fault,
    // as OpenSearch does, and the client does not repeat it.
    await soonInSlices(readingSearch(unread), parts);
    throw phaseFailed('query', 'all shards failed', [{ shard, nodeId, error }]);
  }
}

function asked(opaqueId: string | undefined) {
  return { opaqueId, searchType: 'query_then_fetch', totalShards: 1 } as const;
}
