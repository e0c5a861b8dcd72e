/**
 * A search whose body was not looked into: where it goes to one shard alone, it goes there as it is and comes back as the answer. Any other is
 * read here and searched in phases.
 */
import { asApiError } from '@skein/errors';
import { readSearch, type UnreadSearch } from '@skein/search';
import type { AnswerReply } from '../shard_host/mod.js';
import { openScroll } from './contexts/scroll.js';
import type { SearchAnswer, SearchOptions, UnreadSearchCall } from './mod.js';
import { search } from './search.js';
import type { SearchCoordinatorParts } from './search_coordinator.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { phaseFailed, placedInIndex } from './shard_failures.js';
import { nodeOf } from './shard_queries.js';

export async function searchUnread(
  call: UnreadSearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<SearchAnswer> {
  if (call.scroll) {
    const request = readSearch(call.unread);
    return openScroll({ ...call, ...call.scroll, request }, { options, parts });
  }
  const startMs = parts.clock.monotonicMs();
  const alone = onlyShard(call, options, parts);
  const chunks = alone && (await answerAlone(call, alone, { startMs, options, parts }));
  if (chunks !== undefined) return { status: 200, chunks };
  return search({ ...call, request: readSearch(call.unread) }, options, parts);
}

/** The shard, when there is just one. Faults of the target wait until the request has been read: the reference finds faults of form first. */
function onlyShard(
  call: UnreadSearchCall,
  options: SearchOptions,
  { masterService, security }: SearchCoordinatorParts,
): ShardToAsk | undefined {
  try {
    const { targets } = readableTargets(masterService.state(), call, { ...options, security });
    const [shard, ...more] = shardsToAsk(targets, call.preference);
    return more.length === 0 ? shard : undefined;
  } catch {
    return undefined;
  }
}

interface Situation {
  readonly startMs: number;
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

/** `undefined`: the request asks for more than the shard has. */
async function answerAlone(
  { unread }: UnreadSearchCall,
  shard: ShardToAsk,
  situation: Situation,
): Promise<readonly Uint8Array[] | undefined> {
  const reply = await askShard(unread, shard, situation);
  if (reply.kind === 'malformed') throw reply.error;
  return reply.kind === 'answered' ? [reply.bytes] : undefined;
}

async function askShard(
  unread: UnreadSearch,
  shard: ShardToAsk,
  { startMs, options, parts }: Situation,
): Promise<AnswerReply> {
  const { index, shardId, aliasFilter } = shard;
  try {
    const pinned = parts.shardHost.search(index.uuid, shardId);
    try {
      const { nowMs, signal } = options;
      return await pinned.answer({ unread, aliasFilter, nowMs, startMs }, signal);
    } finally {
      pinned.release();
    }
  } catch (thrown) {
    const nodeId = nodeOf(parts.masterService.state(), shard);
    const error = placedInIndex(asApiError(thrown), shard);
    throw phaseFailed('query', 'all shards failed', [{ shard, nodeId, error }]);
  }
}
