/**
 * Carries requests of primaries on this node to the remote store: from the engine threads to the
 * repository thread and back. An index's metadata is written before anything that depends on it.
 */
import { type Clock, type Log, pauseFor, type Random, randomId, type Timers } from '@skein/base';
import { utf8 } from '@skein/bytes';
import { clusterSettings, encodeIndex, type IndexMetadata } from '@skein/cluster';
import { stringifyJson } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { CLUSTER, INDEX, readSetting } from '@skein/settings';
import type { OpenShardRequest, RemoteAnswer, RemoteMessage } from '@skein/shard';
import type { MasterService } from '../../master_service/mod.js';
import type { HostedShard } from '../hosted_shard.js';
import type { HeldSources } from '../local_sources.js';
import type { ShardKey } from '../threads/thread_calls.js';
import { fetchRemote } from './remote_files.js';
import { remotePlace } from './remote_place.js';
import type { RemotePort } from './remote_port.js';

interface RemoteTrafficOptions {
  readonly master: Pick<MasterService, 'state'>;
  readonly remotePort: RemotePort;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Removes a folder with its contents; does nothing when the folder does not exist. */
  readonly removeFolder: (path: string) => Promise<void>;
}

interface Known {
  /** The number of failed calls in a row. */
  failed: number;
  /** When the last record was asked for, on the monotonic clock. */
  lastCreateMs: number;
}

const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5000;

export class RemoteTraffic {
  readonly #options: RemoteTrafficOptions;
  readonly #known = new Map<ShardKey, Known>();
  /** Keyed by index UUID: the version of the metadata that is in the store. */
  readonly #metadata = new Map<string, number>();

  constructor(options: RemoteTrafficOptions) {
    this.#options = options;
  }

  /** Resolves with undefined, after a pause, when the store did not answer. */
  async call(shard: HostedShard, message: RemoteMessage): Promise<RemoteAnswer | undefined> {
    const known = this.#knownOf(shard.key);
    try {
      const index = this.#indexOf(shard.open);
      const answer = await this.#do(shard, index, { message, known });
      known.failed = 0;
      return answer;
    } catch (error) {
      const { reason } = asApiError(error);
      const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** known.failed++, MAX_PAUSE_MS);
      this.#options.log.warn('the remote store did not answer', {
        shard: shard.key,
        error: reason,
      });
      await pauseFor(pauseMs, this.#options.timers, shard.ended);
      return undefined;
    }
  }

  /**
   * Claims the shard's log and downloads the shard's files from the store. After the claim, earlier
   * writers can no longer write to the log.
   */
  fetch(open: OpenShardRequest, ended: AbortSignal): Promise<HeldSources> {
    const { random } = this.#options;
    const writeMetadata = (index: IndexMetadata) => this.#writeMetadata(index);
    const parts = { ...this.#options, writeMetadata, writer: randomId(random) };
    return fetchRemote(open, this.#indexOf(open), parts, ended);
  }

  forget(key: ShardKey): void {
    this.#known.delete(key);
  }

  /**
   * Ensures that the store has the metadata in the version of the state or a newer one; resolves
   * afterwards.
   */
  async #writeMetadata(index: IndexMetadata): Promise<number> {
    const { uuid: owner, version } = index;
    if ((this.#metadata.get(owner) ?? -1) >= version) return version;
    const { repository, indexId } = remotePlace(index);
    const payload = utf8(stringifyJson(encodeIndex(index)));
    const request = { indexId, owner, version, payload };
    await this.#options.remotePort.writeMetadata(repository, request);
    this.#metadata.set(owner, Math.max(version, this.#metadata.get(owner) ?? -1));
    return version;
  }

  async #do(
    shard: HostedShard,
    index: IndexMetadata,
    { message, known }: { readonly message: RemoteMessage; readonly known: Known },
  ): Promise<RemoteAnswer> {
    const { remotePort, clock } = this.#options;
    const { repository, indexId } = remotePlace(index);
    const { shardId, path } = shard.open;
    const place = { indexId, shard: shardId };
    switch (message.kind) {
      case 'find_end': {
        const asked = { ...place, segment: message.segment };
        return {
          kind: 'end',
          ...(await remotePort.findEnd(repository, asked)),
        };
      }
      case 'read': {
        const asked = { ...place, at: message.at };
        const { content } = await remotePort.read(repository, asked);
        return { kind: 'record', record: content?.record };
      }
      case 'create': {
        const { at, record } = message;
        known.lastCreateMs = clock.monotonicMs();
        const metadataVersion = await this.#writeMetadata(index);
        const asked = { ...place, at, content: { record, metadataVersion } };
        const { isNew } = await remotePort.create(repository, asked);
        return { kind: 'created', isNew };
      }
      case 'trim': {
        const { kind: _, ...request } = message;
        await remotePort.trim(repository, { ...place, ...request });
        return { kind: 'done' };
      }
      case 'take_commit': {
        const asked = { ...place, path, commit: message.generation, before: message.before };
        const taken = await remotePort.takeCommit(repository, asked, shard.ended);
        return { kind: 'taken', files: taken.list, newBytes: taken.newBytes };
      }
      default:
        await this.#rest(this.#restMs(index, known), shard.ended);
        return { kind: 'done' };
    }
  }

  /** Milliseconds until the next record of the shard may be asked for. */
  #restMs({ settings }: IndexMetadata, { lastCreateMs }: Known): number {
    const cluster = clusterSettings(this.#options.master.state());
    const { bufferInterval } = INDEX.remoteStore;
    const least = settings.has(bufferInterval.key)
      ? readSetting(settings, bufferInterval)
      : readSetting(cluster, CLUSTER.remoteStore.bufferInterval);
    const { durability, syncInterval } = INDEX.engine;
    const isAsync = readSetting(settings, durability).toLowerCase() === 'async';
    const interval = isAsync ? Math.max(least, readSetting(settings, syncInterval)) : least;
    return Math.max(0, lastCreateMs + interval - this.#options.clock.monotonicMs());
  }

  #indexOf(open: Pick<OpenShardRequest, 'index' | 'indexUuid'>): IndexMetadata {
    const index = this.#options.master.state().metadata.indices.get(open.index);
    if (index?.uuid === open.indexUuid) return index;
    throw new ApiError('index_not_found_exception', `no such index [${open.index}]`);
  }

  #knownOf(key: ShardKey): Known {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = { failed: 0, lastCreateMs: Number.NEGATIVE_INFINITY };
    this.#known.set(key, made);
    return made;
  }

  async #rest(ms: number, ended: AbortSignal): Promise<void> {
    if (ms > 0) await pauseFor(ms, this.#options.timers, ended);
  }
}
