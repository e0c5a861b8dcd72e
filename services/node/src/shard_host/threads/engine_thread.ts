/**
 * The inside of an engine thread: its shards, which stay on the thread for life, one timer for all
 * of them (`ShardRounds`), and one fsync for all pending requests (group commit).
 *
 * Each turn of the event loop takes all waiting messages; each write is applied at once and asks
 * for durability. At the end of the turn each touched translog is synced once and all writes are
 * answered.
 */
import type { Clock, Log, Random, Timers } from '@skein/base';
import type { CopyReply } from '@skein/cluster';
import { stringifyJson } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { CallHandlers } from '@skein/platform';
import type { ScriptService } from '@skein/script';
import {
  beginDocument,
  type Directory,
  endDocument,
  type FlushJob,
  type FlushRun,
  type Kernels,
  letGoOfParts,
} from '@skein/search_library';
import {
  type AnalysisFiles,
  type CopyMessage,
  type CopyPorts,
  LocalShard,
  type MappingVersion,
  type OpenShardRequest,
  type ReadCall,
  type WriteCalls,
} from '@skein/shard';
import { HeldCommits } from '../held_commits.js';
import { lettingGo } from '../let_go.js';
import { localShards, tailOf } from '../local_shards.js';
import type { BufferBudget } from '../memory/buffer_budget.js';
import { type PackedBulk, PackedResults, unpackItems } from '../packed_bulk.js';
import { SearchableShards } from '../searchable_shards.js';
import { ShardRounds } from '../shard_rounds.js';
import {
  type EngineHostCalls,
  type EngineThreadCalls,
  type ShardKey,
  shardKey,
  type WrittenReply,
} from './thread_calls.js';
import { ThreadFlush } from './thread_flush.js';
import { ignoreDeadThread, type ThreadLink } from './thread_link.js';
import type { WorkMark } from './work_mark.js';

export interface EngineThreadPorts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly scripts: ScriptService;
  readonly files: AnalysisFiles;
  readonly kernels: Kernels;
  readonly buffers: BufferBudget;
  readonly mark: WorkMark;
  readonly shardInactiveMs: number;
  /** See `EngineThreadData`. */
  readonly flushesElsewhere: boolean;
  /** The current `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: () => number;
  openDirectory(path: string): Directory;
  /** Calls back when the messages that wait now have been handled. */
  afterTurn(callback: () => void): void;
}

export class EngineThread {
  readonly handlers: CallHandlers<EngineThreadCalls>;
  readonly #ports: EngineThreadPorts;
  readonly #host: () => ThreadLink<EngineHostCalls>['channel'];
  readonly #shards = new Map<ShardKey, LocalShard>();
  readonly #searchable: SearchableShards;
  /** By shard: the number of its opening, which names the shard in a `WorkMark`. */
  readonly #openings = new Map<ShardKey, number>();
  readonly #held = new HeldCommits();
  /** The newest flush in another thread. */
  #flush: ThreadFlush | undefined;
  /** The shards whose translog is synced at the end of the turn. */
  readonly #unsynced = new Set<LocalShard>();
  readonly #rounds: ShardRounds<LocalShard>;
  /** The size last reported to the host for each shard. */
  readonly #reportedBytes = new Map<LocalShard, number>();
  /** Resolves the calls that wait for the sync at the end of this turn. */
  #waiting: (() => void)[] = [];

  constructor(ports: EngineThreadPorts, host: () => ThreadLink<EngineHostCalls>['channel']) {
    this.#ports = ports;
    this.#host = host;
    this.#searchable = new SearchableShards(ports, host);
    this.#rounds = new ShardRounds({
      ...ports,
      onTick: (shard) => this.#tellBytes(shard),
      roundOver: () => {
        ports.buffers.keep(this.#rounds.attended());
        letGoOfParts();
      },
    });
    this.handlers = lettingGo<CallHandlers<EngineThreadCalls>>({
      ...this.#writeHandlers(),
      open: ({ key, open, opening }) => this.#opened(key, open, opening),
      close: (request) => this.#close(request),
      change_mapping: ({ key, mapping }) => {
        this.#changeMapping(key, mapping);
        return {};
      },
      change_settings: ({ key, settings }) => {
        this.#woken(key)?.changeSettings(new Map(Object.entries(settings)));
        return {};
      },
      change_scripts: (configuration) => {
        ports.scripts.configure(configuration);
        return {};
      },
      apply_copies: ({ key, applied }) => {
        this.#woken(key)?.applyCopies(applied);
        return {};
      },
      receive: ({ key, message }) => this.#received(key, message),
      take_file: ({ key, message }) => this.#shard(key).takeFile(message),
      recovery: ({ key }) => (this.#searchable.get(key) ?? this.#withoutWaking(key)).progress.state,
      hold_commit: ({ key }) => this.#held.hold(this.#shard(key)),
      let_go_commit: ({ hold }) => this.#held.letGo(hold),
      release: ({ key, snapshotVersion }) => {
        this.#shards.get(key)?.releaseSnapshot(snapshotVersion);
        return {};
      },
    });
  }

  /**
   * Number of mapped fields of all shards here, which approximates the heap their mappings take.
   */
  get mappedFields(): number {
    let count = this.#searchable.mappedFields;
    for (const { mapping } of this.#shards.values()) count += mapping.fieldCount;
    return count;
  }

  /**
   * Changes the mapping. If the new mapping exceeds the memory limit, the shard keeps its old one,
   * and writes that need the new one are refused.
   */
  #changeMapping(key: ShardKey, mapping: MappingVersion): void {
    try {
      this.#woken(key)?.changeMapping(mapping);
    } catch (thrown) {
      const { type, reason } = asApiError(thrown);
      if (type !== 'circuit_breaking_exception') throw thrown;
      this.#ports.log.warn('no memory for a mapping', { shard: key, reason });
    }
  }

  #writeHandlers(): CallHandlers<Pick<EngineThreadCalls, keyof WriteCalls>> {
    const call =
      <K extends ReadCall>(kind: K) =>
      ({ key, request }: { readonly key: ShardKey; readonly request: WriteCalls[K]['request'] }) =>
        this.#searchable.get(key)?.call(kind, request) ?? this.#shard(key).call(kind, request);
    return {
      bulk: ({ key, packed }) => this.#bulk(key, packed),
      get: call('get'),
      multi_get: call('multi_get'),
      refresh: call('refresh'),
      next_refresh: call('next_refresh'),
      flush: call('flush'),
      force_merge: call('force_merge'),
      stats: ({ key }) => (this.#searchable.get(key) ?? this.#withoutWaking(key)).stats(),
    };
  }

  async #bulk(key: ShardKey, packed: PackedBulk): Promise<WrittenReply> {
    try {
      const shard = this.#shard(key);
      const results = new PackedResults(packed.ids.length);
      const items = unpackItems(packed);
      const outcome = await shard.bulk({ items, refresh: packed.refresh }, results);
      const reply = results.reply(outcome);
      this.#ports.buffers.keep(this.#rounds.attended());
      return { ...reply, maxSeqNo: shard.engine.sequenceStats().maxSeqNo };
    } finally {
      /**
       * The bodies are in the translog and in the index buffer by now, so their memory is freed
       * without waiting for the garbage collector.
       */
      packed.bodies.buffer.transfer(0);
    }
  }

  /** Wakes the shard and returns it. Throws if it is not open. */
  #shard(key: ShardKey): LocalShard {
    const shard = this.#withoutWaking(key);
    this.#rounds.wake(shard);
    return shard;
  }

  /** The shard, which stays asleep if it is (`ShardRounds`): for calls that do not change it. */
  #withoutWaking(key: ShardKey): LocalShard {
    const shard = this.#shards.get(key);
    if (shard === undefined) {
      throw new ApiError('shard_not_found_exception', `no such shard [${key}]`);
    }
    return shard;
  }

  /** Wakes the shard and returns it, if it is open. */
  #woken(key: ShardKey): LocalShard | undefined {
    const shard = this.#shards.get(key);
    if (shard !== undefined) this.#rounds.wake(shard);
    return shard;
  }

  #opened(key: ShardKey, request: OpenShardRequest, opening: number): Record<string, never> {
    const { mark } = this.#ports;
    mark.begin('opening', opening);
    try {
      if (request.isSearchable === true) {
        this.#searchable.open(key, request);
        return {};
      }
      this.#openings.set(key, opening);
      return this.#open(key, request);
    } finally {
      mark.end();
    }
  }

  #received(key: ShardKey, message: CopyMessage): Promise<CopyReply> {
    const { mark } = this.#ports;
    mark.begin('copying', this.#openings.get(key) ?? 0);
    try {
      return this.#shard(key).receive(message);
    } finally {
      mark.end();
    }
  }

  #open(key: ShardKey, request: OpenShardRequest): Record<string, never> {
    const { clock, random, log, scripts, files, kernels, maxClauseCount } = this.#ports;
    const indexDirectory = this.#ports.openDirectory(`${request.path}/index`);
    const translogDirectory = this.#ports.openDirectory(`${request.path}/translog`);
    const directories = { indexDirectory, translogDirectory };
    const openDirectory = (path: string) => this.#ports.openDirectory(path);
    const local = localShards(request, (path) => this.#ports.openDirectory(`${path}/index`));
    const shard: LocalShard = openShard(
      request,
      directories,
      (create) =>
        new LocalShard({
          request,
          create,
          local,
          tail:
            create && request.local?.tail !== undefined
              ? tailOf(request, openDirectory)
              : undefined,
          ...directories,
          clock,
          random,
          scripts,
          files,
          maxClauseCount,
          kernels,
          log: log.with({ index: request.index, shard: request.shardId }),
          durable: () => this.#durable(shard),
          documents: {
            begin: (id) => {
              this.#ports.mark.begin('document', this.#openings.get(key) ?? 0, id);
              beginDocument(id);
            },
            end: () => {
              endDocument();
              this.#ports.mark.end();
            },
          },
          merge: async (job) => {
            await this.#host().call('merge', { path: `${request.path}/index`, job });
          },
          flushElsewhere: this.#ports.flushesElsewhere
            ? (job) => this.#flushElsewhere(`${request.path}/index`, job)
            : undefined,
          copyPorts: this.#copyPorts(key),
          putMapping: (update) =>
            this.#host().call('put_mapping', { key, mapping: stringifyJson(update) }),
          onEvent: (event) => {
            this.#host()
              .call('shard_event', { key, event })
              .catch((error: unknown) => log.error('shard event lost', { error: String(error) }));
          },
        }),
    );
    this.#shards.set(key, shard);
    this.#woken(key);
    return {};
  }

  /** Each engine thread has one flush at a time in another thread, whichever shard's it is. */
  #flushElsewhere(path: string, job: FlushJob): FlushRun | undefined {
    if (this.#flush?.isOver === false) return undefined;
    this.#flush = new ThreadFlush({ path, job }, this.#host());
    return this.#flush;
  }

  #copyPorts(key: ShardKey): CopyPorts {
    return {
      // If the host has let go of the shard, the copy gets no answer.
      ask: (to, message) =>
        this.#host()
          .call('ask_copy', { key, to, message })
          .catch(() => undefined),
      sendFile: (to, message) => {
        const buffer = message.kind === 'chunk' ? message.bytes.buffer : undefined;
        const moved = buffer instanceof ArrayBuffer ? [buffer] : [];
        return this.#host().call('send_file', { key, to, message }, moved);
      },
      report: (report) => this.#host().call('report', { key, report }),
      remote: (message) => this.#host().call('remote', { key, message }),
    };
  }

  async #close({
    key,
    isDiscarded,
  }: EngineThreadCalls['close']['request']): Promise<Record<string, never>> {
    this.#searchable.close(key);
    const shard = this.#shards.get(key);
    this.#shards.delete(key);
    this.#openings.delete(key);
    if (shard !== undefined) {
      this.#rounds.forget(shard);
      this.#reportedBytes.delete(shard);
    }
    await shard?.close({ isDiscarded });
    return {};
  }

  /** Resolves when the translog was synced at the end of this turn. */
  #durable(shard: LocalShard): Promise<void> {
    this.#unsynced.add(shard);
    if (this.#waiting.length === 0) this.#ports.afterTurn(() => this.#syncAll());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Syncs every touched translog. A failed sync fails the engine, which its waiting requests notice
   * when they continue.
   */
  #syncAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const shard of this.#unsynced) shard.syncTranslog();
    this.#unsynced.clear();
    for (const resolve of waiting) resolve();
  }

  /** Reports the size of a shard when it changes, so that the host need not ask all of them. */
  #tellBytes(shard: LocalShard): void {
    const { storeBytes: bytes } = shard;
    const key = shardKey(shard.options.request.indexUuid, shard.options.request.shardId);
    if (bytes === this.#reportedBytes.get(shard) || this.#shards.get(key) !== shard) return;
    this.#reportedBytes.set(shard, bytes);
    this.#host().call('shard_size', { key, bytes }).catch(ignoreDeadThread);
  }
}

interface ShardDirectories {
  readonly indexDirectory: Directory;
  readonly translogDirectory: Directory;
}

/**
 * Opens the shard. A copy that recovers from a primary opens its existing files, which may lack
 * little; if there are none or they are damaged, it starts empty. Any other copy is opened from its
 * files or not at all.
 */
function openShard(
  { source }: OpenShardRequest,
  { indexDirectory, translogDirectory }: ShardDirectories,
  open: (create: boolean) => LocalShard,
): LocalShard {
  if (source === 'EXISTING_STORE') return open(false);
  if (source === 'PEER' && indexDirectory.list().length > 0) {
    try {
      return open(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  empty(indexDirectory);
  empty(translogDirectory);
  return open(true);
}

/** Removes all files: a shard that was never started may have left incomplete ones. */
function empty(directory: Directory): void {
  for (const name of directory.list()) directory.remove(name);
}
