/** A shard's newest point in time, held for a search, or for as long as a scroll or a point in time is open. */
import type { Clock } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { ShardSearchCall, ShardSearchResult } from '@skein/search';
import { INDEX, readSetting } from '@skein/settings';
import type { SearchCalls } from '@skein/shard';
import type { PinnedShard, PinPurpose } from './contract.js';
import { mappingText } from './desired_shards.js';
import type { HostedShard } from './hosted_shard.js';
import { type KeptPoint, keptAnswer, keptSearch } from './kept_answers.js';
import { notAvailable } from './not_available.js';
import type { SearchCounts } from './search_counts.js';
import type { IndexVersion } from './search_slot.js';
import type { SearchThreads } from './search_threads.js';

interface Pinning {
  readonly searchers: SearchThreads;
  readonly purpose: PinPurpose;
  readonly clock: Clock;
  /** `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: number;
}

/** `undefined` when the shard has not published anything yet. One that has to refresh first is pinned as soon as it has. */
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
  // Told to whoever asks it something.
  pinned.catch(() => undefined);
  return pinnedLater(shard, pinned);
}

function pinnedLater(shard: HostedShard, pinned: Promise<PinnedShard>): PinnedShard {
  return {
    isLost: () => shard.state === 'gone',
    call: async (kind, request, signal) => (await pinned).call(kind, request, signal),
    answer: async (request, signal) => (await pinned).answer(request, signal),
    release: () => {
      pinned.then((pin) => pin.release()).catch(() => undefined);
    },
  };
}

function pinNow(
  shard: HostedShard,
  index: IndexMetadata,
  { searchers, purpose, maxClauseCount, clock }: Pinning,
): PinnedShard | undefined {
  const snapshot = shard.snapshots.pin();
  if (snapshot === undefined) return undefined;
  const indexVersion = versionOf(index, shard, maxClauseCount);
  let released = false;
  const kept: KeptPoint = {
    cache: shard.requestCache,
    point: `${snapshot.version}@${indexVersion.version}`,
    byDefault: () => readSetting(index.settings, INDEX.engine.requestCache),
    isHeld: () => !released && shard.state !== 'gone',
  };
  const closed = shard.searches.contextOpened(purpose);
  return {
    isLost: () => shard.state === 'gone',
    call: (kind, request, signal) => {
      const key = shard.readerKey;
      const run = () =>
        searchers.run({ kind, key, snapshot, index: indexVersion, request, signal });
      const call = kind === 'search' ? keptCall(kept, request, run) : run();
      return counted({ kind, request }, call, shard.searches);
    },
    answer: (request, signal) => {
      const key = shard.readerKey;
      const answer = keptAnswer(request, kept, {
        ask: () => searchers.answer({ key, snapshot, index: indexVersion, request, signal }),
        tookMs: () => clock.monotonicMs() - request.startMs,
      });
      return shard.searches.whole(answer, (reply) =>
        reply.kind === 'answered' ? reply.queryMs : undefined,
      );
    },
    release: () => {
      if (released) return;
      released = true;
      closed();
      shard.snapshots.release(snapshot.version);
    },
  };
}

function keptCall<K extends keyof SearchCalls>(
  kept: KeptPoint,
  request: SearchCalls[K]['request'],
  run: () => Promise<SearchCalls[K]['reply']>,
): Promise<SearchCalls[K]['reply']> {
  type Run = () => Promise<ShardSearchResult>;
  return keptSearch(request as ShardSearchCall, kept, run as Run);
}

function counted<K extends keyof SearchCalls>(
  { kind, request }: { readonly kind: K; readonly request: SearchCalls[K]['request'] },
  call: Promise<SearchCalls[K]['reply']>,
  searches: SearchCounts,
): Promise<SearchCalls[K]['reply']> {
  const groups = groupsOf(request);
  switch (kind) {
    case 'fetch':
      return searches.phase('fetch', call, groups);
    case 'search':
      return 'fetch' in request && request.fetch
        ? searches.whole(call, (reply) => (reply as ShardSearchResult).result.tookMs, groups)
        : searches.phase('query', call, groups);
    default:
      return call;
  }
}

/** The names that a phase of a search is counted under. */
function groupsOf(
  request: SearchCalls[keyof SearchCalls]['request'],
): readonly string[] | undefined {
  return 'plan' in request ? request.plan.request.statsGroups : undefined;
}

function versionOf(
  index: IndexMetadata,
  { open }: HostedShard,
  maxClauseCount: number,
): IndexVersion {
  return {
    version: `${index.mappingVersion}/${index.settingsVersion}/${maxClauseCount}`,
    context: () => ({
      index: index.name,
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
