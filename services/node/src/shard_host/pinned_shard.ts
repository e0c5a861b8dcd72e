/**
 * A shard's newest point in time, held for one search or for the lifetime of a scroll or a point in
 * time.
 */
import type { Clock } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import {
  isRead,
  isSuggestOnly,
  type ShardFetchRequest,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import { INDEX, readSetting } from '@skein/settings';
import type { SearchCalls } from '@skein/shard';
import type { PinnedShard, PinPurpose } from './contract.js';
import type { HostedShard } from './hosted_shard.js';
import { type KeptPoint, keptSearch } from './kept_searches.js';
import { mappingText } from './mapping_text.js';
import { notAvailable } from './not_available.js';
import type { AskedOf, IndexVersion, LocalPoint, SearchPlaces } from './places/mod.js';
import type { Measured, SearchCounts } from './search_counts.js';
import type { SearchThreads } from './threads/search_threads.js';

interface Pinning {
  readonly threads: SearchThreads;
  readonly places: SearchPlaces;
  readonly purpose: PinPurpose;
  readonly clock: Clock;
  /** `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: number;
}

/**
 * Undefined if the shard has not published anything yet. A shard that must refresh first is pinned
 * after the refresh.
 */
export function pinShard(
  shard: HostedShard,
  index: IndexMetadata,
  pinning: Pinning,
): PinnedShard | undefined {
  const awakened = shard.awakened();
  if (awakened === undefined) return pinNow(shard, index, pinning);
  const pinned = awakened.then(() => {
    const pin = pinNow(shard, index, pinning);
    if (pin === undefined) throw notAvailable(shard.open.index, shard.open.shardId);
    return pin;
  });
  // Callers of the pinned shard get the error.
  pinned.catch(() => undefined);
  return pinnedLater(shard, pinned);
}

function pinnedLater(shard: HostedShard, pinned: Promise<PinnedShard>): PinnedShard {
  return {
    isLost: () => shard.state === 'gone',
    call: async (kind, request, signal) => (await pinned).call(kind, request, signal),
    release: () => {
      pinned.then((pin) => pin.release()).catch(() => undefined);
    },
  };
}

function pinNow(
  shard: HostedShard,
  index: IndexMetadata,
  { threads, places, purpose, maxClauseCount, clock }: Pinning,
): PinnedShard | undefined {
  const snapshot = shard.snapshots.pin();
  if (snapshot === undefined) return undefined;
  const indexVersion = versionOf(index, shard, maxClauseCount);
  let released = false;
  const kept: KeptPoint = {
    cache: shard.requestCache,
    point: `${snapshot.version}@${indexVersion.version}`,
    byDefault: () => readSetting(index.settings, INDEX.engine.requestCache),
    monotonicMs: () => clock.monotonicMs(),
    isHeld: () => !released && shard.state !== 'gone',
  };
  const { searches } = shard;
  const closed = searches.contextOpened(purpose);
  const at = (): LocalPoint => ({ key: shard.readerKey, snapshot, index: indexVersion });
  const search = (asked: AskedOf<ShardSearchCall>): Promise<ShardSearchReply> =>
    countedSearch(
      asked.request,
      keptSearch(asked.request, kept, () => places.search(at(), asked)),
      searches,
    );
  return {
    isLost: () => shard.state === 'gone',
    call: <K extends keyof SearchCalls>(
      kind: K,
      request: SearchCalls[K]['request'],
      signal: AbortSignal,
    ): Promise<SearchCalls[K]['reply']> => {
      // The kind tells the type of the request, here and below.
      if (kind === 'search') return search({ request: request as ShardSearchCall, signal });
      if (kind !== 'fetch') return threads.call(kind, at(), { request, signal });
      const call = places.fetch(at(), { request: request as ShardFetchRequest, signal });
      return searches.phase('fetch', call, groupsOf(request));
    },
    release: () => {
      if (released) return;
      released = true;
      closed();
      shard.snapshots.release(snapshot.version);
    },
  };
}

function countedSearch(
  request: ShardSearchCall,
  call: Promise<ShardSearchReply>,
  searches: SearchCounts,
): Promise<ShardSearchReply> {
  return request.fetch
    ? searches.whole(call, (reply) => measured(reply, request), groupsOf(request))
    : searches.phase(phaseOf(request), call, groupsOf(request));
}

/** Undefined if nothing was searched. */
function measured(reply: ShardSearchReply, request: ShardSearchCall): Measured | undefined {
  if (reply.kind === 'rendered') return reply;
  if (reply.kind !== 'found') return undefined;
  return { queryMs: reply.result.tookMs, suggests: phaseOf(request) === 'suggest' };
}

/**
 * The phase under which the search is counted. An unparsed request counts as `query` here; if it
 * had only suggestions, its rendered answer says so.
 */
function phaseOf({ search }: ShardSearchCall): 'query' | 'suggest' {
  return isRead(search) && isSuggestOnly(search.request) ? 'suggest' : 'query';
}

/**
 * The stats groups under which a phase is counted. An unparsed search has none: the shard returns
 * the plan of a search with groups, and is then asked again with the plan.
 */
function groupsOf(
  request: SearchCalls[keyof SearchCalls]['request'],
): readonly string[] | undefined {
  if ('plan' in request) return request.plan.request.statsGroups;
  const isPlan = 'search' in request && isRead(request.search);
  return isPlan ? request.search.request.statsGroups : undefined;
}

function versionOf(
  index: IndexMetadata,
  { open }: HostedShard,
  maxClauseCount: number,
): IndexVersion {
  return {
    version: `${index.mappingVersion}/${index.settingsVersion}/${index.aliasesVersion}/${maxClauseCount}`,
    context: () => ({
      index: index.name,
      aliases: [...index.aliases.keys()],
      aliasesVersion: index.aliasesVersion,
      indexUuid: index.uuid,
      shardId: open.shardId,
      nodeId: open.nodeId,
      path: open.path,
      indexSettings: Object.fromEntries(index.settings),
      settingsVersion: index.settingsVersion,
      mapping: mappingText(index),
      mappingVersion: index.mappingVersion,
      maxClauseCount,
    }),
  };
}
