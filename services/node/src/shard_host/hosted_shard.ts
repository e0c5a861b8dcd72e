/** One shard of this node, seen from the main thread: on which engine thread it lives, its points in time, how it is doing. */
import { ApiError, type PlainError } from '@skein/errors';
import type { OpenShardRequest, WriteCalls, WriteItem } from '@skein/shard';
import type { EngineSlot } from './engine_threads.js';
import { rejected } from './search_threads.js';
import { SnapshotKeeper } from './snapshot_keeper.js';
import type { EngineThreadCalls, ShardKey } from './thread_calls.js';

export interface HostedShardOptions {
  readonly key: ShardKey;
  readonly open: OpenShardRequest;
  readonly slot: EngineSlot;
  /** Unique among all openings here: names the shard's readers in the search threads, for versions start anew with each opening. */
  readonly readerKey: string;
  readonly writeQueueSize: number;
  /** No search here reads this point in time any more. */
  readonly onSnapshotUnused: (snapshotVersion: number) => void;
}

export class HostedShard {
  readonly key: ShardKey;
  readonly open: OpenShardRequest;
  readonly slot: EngineSlot;
  readonly readerKey: string;
  readonly snapshots: SnapshotKeeper;
  readonly #writeQueueSize: number;
  /** Versions of mapping and settings the engine thread has been told. */
  mappingVersion: number;
  settingsVersion: number;
  /** `opening` until the engine has recovered; `gone` when it failed or was closed. */
  state: 'opening' | 'started' | 'gone' = 'opening';
  failure: PlainError | undefined;

  constructor(options: HostedShardOptions & { readonly settingsVersion: number }) {
    this.key = options.key;
    this.open = options.open;
    this.slot = options.slot;
    this.readerKey = options.readerKey;
    this.mappingVersion = options.open.mappingVersion;
    this.settingsVersion = options.settingsVersion;
    this.#writeQueueSize = options.writeQueueSize;
    this.snapshots = new SnapshotKeeper((snapshotVersion) => {
      options.onSnapshotUnused(snapshotVersion);
      if (this.state === 'gone') return;
      this.tell('release', { key: this.key, snapshotVersion });
    });
  }

  /** A call of the write side; refused with 429 when too many wait for the thread already. */
  async call<K extends keyof WriteCalls>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']> {
    const { channel } = this.slot.link;
    if (channel.pendingCount >= this.#writeQueueSize) throw rejected('write', this.#writeQueueSize);
    if (kind !== 'bulk') return this.#send(kind, request, []);
    const packed = packBodies(request as WriteCalls['bulk']['request']);
    return this.#send(kind, packed.request as WriteCalls[K]['request'], [packed.buffer]);
  }

  /** Failed or closed: nothing reaches the engine any more. */
  end(): void {
    this.state = 'gone';
    this.snapshots.retire();
  }

  /** Something the thread need not answer. When the thread is gone the shard is too: nothing is lost. */
  tell<K extends 'release' | 'change_mapping' | 'change_settings'>(
    name: K,
    request: EngineThreadCalls[K]['request'],
  ): void {
    this.slot.link.channel.call(name, request as never).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.type === 'node_closed_exception')) throw error;
    });
  }

  #send<K extends keyof WriteCalls>(
    kind: K,
    request: WriteCalls[K]['request'],
    transfer: readonly ArrayBuffer[],
  ): Promise<WriteCalls[K]['reply']> {
    const call = { key: this.key, request } as never;
    return this.slot.link.channel.call(kind, call, transfer) as Promise<WriteCalls[K]['reply']>;
  }
}

/**
 * Copies the bodies into one buffer that can be handed over. They are views of a request's bytes: posting such a view would copy the
 * whole request for each shard, and handing it over would take it from the others.
 */
function packBodies(request: WriteCalls['bulk']['request']): {
  readonly request: WriteCalls['bulk']['request'];
  readonly buffer: ArrayBuffer;
} {
  const size = request.items.reduce((sum, item) => sum + (item.body?.length ?? 0), 0);
  const packed = new Uint8Array(size);
  let at = 0;
  const items = request.items.map((item): WriteItem => {
    if (item.body === undefined) return item;
    const body = packed.subarray(at, at + item.body.length);
    body.set(item.body);
    at += body.length;
    return { ...item, body };
  });
  return { request: { ...request, items }, buffer: packed.buffer };
}
