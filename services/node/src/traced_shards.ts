/**
 * The shards of this node with a span for each phase a shard is asked to run: a decorator, used
 * only if tracing is on.
 */
import type { SearchCalls } from '@skein/shard';
import type {
  PinnedShard,
  PinPurpose,
  ShardHost,
  ShardPlace,
  ShardWriter,
} from './shard_host/mod.js';
import type { Attributes, Tracing } from './tracing/mod.js';

interface TracedParts {
  readonly shardHost: ShardHost;
  readonly tracing: Tracing;
  /** The name of the index with this uuid. */
  readonly nameOf: (indexUuid: string) => string | undefined;
}

export function tracedShards({ shardHost, tracing, nameOf }: TracedParts): ShardHost {
  const of = (indexUuid: string, shardId: number): Attributes => ({
    'skein.index': nameOf(indexUuid) ?? indexUuid,
    'skein.shard': shardId,
  });
  return {
    read: (...at) => shardHost.read(...at),
    sizes: () => shardHost.sizes(),
    searchQueue: () => shardHost.searchQueue(),
    recoveries: (...of) => shardHost.recoveries(...of),
    holdCommit: (...at) => shardHost.holdCommit(...at),
    aggregationUses: () => shardHost.aggregationUses(),
    threadPools: () => shardHost.threadPools(),
    apply: (...states) => shardHost.apply(...states),
    stop: () => shardHost.stop(),
    runShardless: (kind, request, signal) =>
      tracing.run({ name: kind, kind: 'internal', attributes: {} }, () =>
        shardHost.runShardless(kind, request, signal),
      ),
    callEach: (call, shards: readonly ShardPlace[], request) =>
      tracing.run(
        { name: `shards ${call}`, kind: 'internal', attributes: { 'skein.shards': shards.length } },
        () => shardHost.callEach(call, shards, request),
      ),
    write: (indexUuid, shardId) =>
      tracedWriter(shardHost.write(indexUuid, shardId), tracing, of(indexUuid, shardId)),
    search: (indexUuid, shardId, purpose?: PinPurpose) =>
      tracedPin(shardHost.search(indexUuid, shardId, purpose), tracing, of(indexUuid, shardId)),
  };
}

function tracedWriter(writer: ShardWriter, tracing: Tracing, attributes: Attributes): ShardWriter {
  return {
    bulk: (packed) =>
      tracing.run({ name: 'shard bulk', kind: 'internal', attributes }, () => writer.bulk(packed)),
    call: (kind, request) =>
      tracing.run({ name: `shard ${kind}`, kind: 'internal', attributes }, () =>
        writer.call(kind, request),
      ),
  };
}

function tracedPin(pin: PinnedShard, tracing: Tracing, attributes: Attributes): PinnedShard {
  return {
    isLost: () => pin.isLost(),
    call: <K extends keyof SearchCalls>(
      kind: K,
      request: SearchCalls[K]['request'],
      signal: AbortSignal,
    ) =>
      tracing.run({ name: `shard ${kind}`, kind: 'internal', attributes }, () =>
        pin.call(kind, request, signal),
      ),
    release: () => pin.release(),
  };
}
