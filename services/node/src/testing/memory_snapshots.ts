/**
 * For tests of endpoints: an in-memory repository, of any name, with the operations of the
 * repository thread; its content is set as if it had been written.
 */
import { encodeJson, type JsonObject } from '@skein/content';
import {
  finalizeSnapshot,
  type RepositoryOptions,
  readRoot,
  type SnapshotDetails,
} from '@skein/snapshots';
import { type Job, OPERATIONS } from '../repositories/operations.js';
import type { Snapshots } from '../snapshot_host/mod.js';
import { REFERENCE_VERSION } from '../version.js';
import { memoryRepository } from './memory_repository.js';

export interface StoredSnapshot {
  readonly name: string;
  readonly details?: Partial<SnapshotDetails>;
  /** Its data streams and global state. */
  readonly general?: JsonObject;
  readonly indices?: readonly StoredIndexOf[];
}

export interface StoredIndexOf {
  readonly name: string;
  readonly metadata: JsonObject;
  /** By shard; undefined if the snapshot lacks it. */
  readonly shards: readonly (string | undefined)[];
}

type Operation = (repository: RepositoryOptions, request: unknown, job: Job) => Promise<unknown>;

export class MemorySnapshots
  implements Pick<Snapshots, 'operate' | 'newUuid' | 'checkWritable' | 'progress' | 'ended'>
{
  /** Names of the requested operations. */
  readonly asked: string[] = [];
  /** Called before an operation starts. */
  before: (operation: string) => void | Promise<void> = () => {};
  readonly #repository: RepositoryOptions;
  #uuids = 0;

  constructor() {
    this.#repository = memoryRepository({
      nowMs: () => 1_700_000_000_000,
      newUuid: () => this.newUuid(),
      writer: { clusterUuid: 'another-cluster', term: 1 },
    });
  }

  newUuid(): string {
    return `uuid-${String(++this.#uuids).padStart(17, '0')}`;
  }

  checkWritable(): void {}

  async ended() {
    return { result: 'SUCCESS' } as const;
  }

  async progress() {
    return [];
  }

  operate: Snapshots['operate'] = async (_repository, name, request, signal) => {
    this.asked.push(name);
    await this.before(name);
    const admit = async () => {};
    const blocks = () => Promise.reject(new Error('there is no file cache'));
    const job: Job = { signal, blocks, report: () => {}, admitUp: admit, admitDown: admit };
    const operation = OPERATIONS[name] as Operation;
    return (await operation(this.#repository, request, job)) as never;
  };

  /** Returns the UUID of the snapshot. */
  async put({ name, details = {}, general = {}, indices = [] }: StoredSnapshot): Promise<string> {
    const { generation } = await readRoot(this.#repository);
    const uuid = details.uuid ?? `of-${name}`;
    const shards = indices.flatMap((index) => index.shards);
    await finalizeSnapshot(this.#repository, {
      expectedGeneration: generation,
      startedGeneration: generation,
      details: {
        name,
        uuid,
        ...REFERENCE_VERSION,
        state: 'SUCCESS',
        startMs: 1,
        endMs: 2,
        reason: undefined,
        includeGlobalState: general.global !== undefined,
        isPartial: false,
        indices: indices.map((index) => index.name),
        dataStreams: [],
        metadata: undefined,
        totalShards: shards.length,
        successfulShards: shards.filter((one) => one !== undefined).length,
        failures: [],
        remoteStoreIndexShallowCopy: false,
        ...details,
      },
      globalMetadata: encodeJson(general),
      indices: indices.map((index) => ({
        name: index.name,
        id: `id-of-${index.name}`,
        metadata: encodeJson(index.metadata),
        shards: index.shards,
        bases: [],
      })),
    });
    return uuid;
  }
}
