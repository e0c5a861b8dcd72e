/**
 * In an engine thread: the shards of searchable snapshots. They have no maintenance rounds, since
 * they never have work due.
 */
import type { Log } from '@skein/base';
import { type OpenShardRequest, SearchableShard } from '@skein/shard';
import type { EngineThreadPorts } from './threads/engine_thread.js';
import type { EngineHostCalls, ShardKey } from './threads/thread_calls.js';
import type { ThreadLink } from './threads/thread_link.js';

type Ports = Pick<EngineThreadPorts, 'clock' | 'scripts' | 'files' | 'openDirectory'> & {
  readonly log: Pick<Log, 'error'>;
};

export class SearchableShards {
  readonly #ports: Ports;
  readonly #host: () => ThreadLink<EngineHostCalls>['channel'];
  readonly #shards = new Map<ShardKey, SearchableShard>();

  constructor(ports: Ports, host: () => ThreadLink<EngineHostCalls>['channel']) {
    this.#ports = ports;
    this.#host = host;
  }

  get(key: ShardKey): SearchableShard | undefined {
    return this.#shards.get(key);
  }

  get mappedFields(): number {
    let count = 0;
    for (const { mapping } of this.#shards.values()) count += mapping.fieldCount;
    return count;
  }

  open(key: ShardKey, request: OpenShardRequest): void {
    const { log } = this.#ports;
    const shard = new SearchableShard({
      ...this.#ports,
      request,
      indexDirectory: this.#ports.openDirectory(`${request.path}/index`),
      onEvent: (event) => {
        this.#host()
          .call('shard_event', { key, event })
          .catch((error: unknown) => log.error('shard event lost', { error: String(error) }));
      },
    });
    this.#shards.set(key, shard);
  }

  close(key: ShardKey): void {
    this.#shards.get(key)?.close();
    this.#shards.delete(key);
  }
}
