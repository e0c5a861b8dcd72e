/**
 * Traffic of the copies here with copies on other nodes and with the master, in both directions:
 * between the engine threads and the node's links.
 */
import type { Clock, Log, Timers } from '@skein/base';
import { type CopyRef, type CopyReply, clusterSettings, type Report } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import type { CopyMessage, FileMessage, FileReply } from '@skein/shard';
import type { MasterService } from '../../master_service/mod.js';
import type { NodeLinks } from '../../node_links/mod.js';
import type { HostedShard } from '../hosted_shard.js';
import type { IndexingPressure } from '../indexing_pressure.js';
import { RecoveryPace } from '../recovery_pace.js';
import { CopyAsks } from './copy_asks.js';
import { addressOf, type ReplicationCalls, type ShardAddress } from './replication_calls.js';

const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;
const MASTER_OPTIONS = { timeoutMs: 30_000, masterTimeoutMs: 30_000 } as const;
const OVER: ReadonlySet<string> = new Set([
  'no_longer_primary_shard_exception',
  'node_closed_exception',
]);
interface CopyTrafficOptions {
  readonly links: Pick<NodeLinks<ReplicationCalls>, 'call' | 'handle'>;
  readonly master: Pick<MasterService, 'state' | 'submit'>;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
  readonly pressure: IndexingPressure;
  /** The open shard with this address; throws when there is none. */
  readonly shard: (address: ShardAddress) => HostedShard;
  /**
   * Resolves when the shards here have applied this version of the cluster state or a later one, or
   * when `signal` is aborted.
   */
  readonly applied: (stateVersion: number, signal: AbortSignal) => Promise<unknown>;
}

export class CopyTraffic {
  readonly #options: CopyTrafficOptions;
  readonly #asks: CopyAsks;
  readonly #pace: RecoveryPace;

  constructor(options: CopyTrafficOptions) {
    const { links, shard, applied, timers, clock } = options;
    this.#options = options;
    this.#asks = new CopyAsks(options);
    this.#pace = new RecoveryPace(timers, clock);
    links.handle('replication/request', ({ message, stateVersion, ...address }, { signal }) => {
      const receive = async () => {
        if (stateVersion !== undefined) await applied(stateVersion, signal);
        return shard(address).receive(message);
      };
      if (message.head.kind !== 'replicate') return receive();
      return options.pressure.during('replica', { bytes: message.frames.length }, receive);
    });
    links.handle('replication/file', ({ message, ...address }) => shard(address).takeFile(message));
  }

  /** Resolves to undefined if the other copy has not answered within the limits. */
  ask(shard: HostedShard, to: CopyRef, message: CopyMessage): Promise<CopyReply | undefined> {
    return this.#asks.ask(shard, to, message);
  }

  /** Sends at the pace of recoveries, or of segment replication rounds. */
  async sendFile(shard: HostedShard, to: CopyRef, message: FileMessage): Promise<FileReply> {
    const { links, master } = this.#options;
    const isRound = typeof message.attempt === 'string';
    if (message.kind === 'chunk') {
      await this.#pace.admit(message.bytes.length, isRound, master.state());
    }
    const asked = { ...addressOf(shard), message };
    const settings = clusterSettings(master.state());
    const timeoutMs = readSetting(settings, CLUSTER.recovery.action);
    const answer = await links.call(to.nodeId, 'replication/file', asked, { timeoutMs });
    return { ...answer, chunksAtOnce: readSetting(settings, CLUSTER.recovery.fileChunks) };
  }

  /**
   * Repeats the report until the master has answered or the shard is gone. False if the master
   * refuses, or if this node left the cluster and its copies with it.
   */
  async report(shard: HostedShard, report: Report): Promise<boolean> {
    // The engine thread may be ahead of this thread, which answers searches of a copy that has
    // started.
    if (report.kind === 'shard_started') {
      await shard.opened;
      shard.isComplete = true;
    }
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        await this.#submit(shard, report);
        return true;
      } catch (error) {
        const { type, reason } = asApiError(error);
        if (OVER.has(type)) return false;
        if (shard.state === 'gone') throw error;
        this.#options.log.warn('report about a copy not delivered to the master', {
          shard: shard.key,
          error: reason,
        });
      }
      await this.#pause(pauseMs);
    }
  }

  #submit(shard: HostedShard, report: Report): Promise<unknown> {
    const { master } = this.#options;
    const { index, indexUuid, shardId } = shard.open;
    const { allocationId, term: primaryTerm } = report;
    const ref = { index, indexUuid, shardId, allocationId, primaryTerm };
    switch (report.kind) {
      case 'shard_started':
        return master.submit('shard_started', ref, MASTER_OPTIONS);
      case 'mark_stale':
        return master.submit('mark_copy_stale', { ...ref, primaryId: report.by }, MASTER_OPTIONS);
      default: {
        const reason = 'the copy did not answer its primary';
        const failed = { ...ref, reason, reportedBy: 'primary', primaryId: report.by } as const;
        return master.submit('shard_failed', failed, MASTER_OPTIONS);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.timers.after(ms, resolve));
  }
}
