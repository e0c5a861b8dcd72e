/** The work of the repository thread: the open repositories, and the jobs running in them. */
import { BytePace, type Clock, type Random, randomId, type Timers } from '@skein/base';
import type { BlockCache, CallHandlers } from '@skein/platform';
import type { BlobStore, RepositoryOptions } from '@skein/snapshots';
import { type Job, type OperationName, type OperationReply, operationOf } from './operations.js';
import type {
  CopyProgress,
  OperateRequest,
  RepositoryRef,
  RepositoryThreadCalls,
} from './repository_calls.js';
import type { RepositoryPlan } from './repository_plan.js';
import type { RepositorySecrets } from './repository_secrets.js';

interface ThreadWorkParts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly openStore: (plan: RepositoryPlan, secrets: RepositorySecrets) => Promise<BlobStore>;
  readonly report: (job: number, progress: CopyProgress) => void;
  readonly openBlocks: () => Promise<BlockCache>;
}

interface OpenRepository {
  readonly store: Promise<BlobStore>;
  readonly secrets: string;
  readonly up: BytePace;
  readonly down: BytePace;
}

export class ThreadWork {
  readonly handlers: CallHandlers<RepositoryThreadCalls> = {
    operate: (request) => this.#operate(request),
    cancel: ({ job }) => {
      this.#jobs.get(job)?.abort();
      return {};
    },
    drop_blocks: async ({ folder }) => {
      await (await this.#fileCache()).drop(folder);
      return {};
    },
    forget: ({ uuid }) => {
      this.#close(uuid);
      return {};
    },
  };
  readonly #parts: ThreadWorkParts;
  readonly #jobs = new Map<number, AbortController>();
  readonly #open = new Map<string, OpenRepository>();
  /** The pace of restores on this node, over all repositories. */
  readonly #recoveries: BytePace;
  #blocks: Promise<BlockCache> | undefined;

  constructor(parts: ThreadWorkParts) {
    this.#parts = parts;
    this.#recoveries = new BytePace(parts);
  }

  async #operate<Name extends OperationName>(
    asked: OperateRequest<Name>,
  ): Promise<OperationReply<Name>> {
    const { job, repository: ref, name, request } = asked;
    const controller = new AbortController();
    this.#jobs.set(job, controller);
    try {
      const open = this.#opened(ref);
      const repository = this.#repository(ref, await open.store);
      const operate = operationOf(name);
      return await operate(repository, request, this.#job(asked, open, controller.signal));
    } finally {
      this.#jobs.delete(job);
    }
  }

  #job(
    { job, repository, recoveryBytesPerSecond }: OperateRequest,
    open: OpenRepository,
    signal: AbortSignal,
  ): Job {
    const { maxSnapshotBytes = 0, maxRestoreBytes = 0 } = repository.plan;
    return {
      signal,
      blocks: () => this.#fileCache(),
      report: (progress) => this.#parts.report(job, progress),
      admitUp: async (bytes) => void (await open.up.admit(bytes, maxSnapshotBytes)),
      admitDown: async (bytes) => {
        await open.down.admit(bytes, maxRestoreBytes);
        await this.#recoveries.admit(bytes, recoveryBytesPerSecond);
      },
    };
  }

  #repository({ plan, writer }: RepositoryRef, store: BlobStore): RepositoryOptions {
    const { clock, random } = this.#parts;
    return {
      name: plan.name,
      store,
      nowMs: () => clock.nowMs(),
      newUuid: () => randomId(random),
      writer,
      isCompressed: plan.isCompressed,
      chunkBytes: plan.chunkBytes,
      turns: this.#parts,
    };
  }

  /** Opens the file cache when it is first needed. After a failure the next call tries again. */
  #fileCache(): Promise<BlockCache> {
    this.#blocks ??= this.#parts.openBlocks().catch((error: unknown) => {
      this.#blocks = undefined;
      throw error;
    });
    return this.#blocks;
  }

  /** Opens the repository with the current secrets: the keystore may have been reloaded. */
  #opened({ uuid, plan, secrets }: RepositoryRef): OpenRepository {
    const known = this.#open.get(uuid);
    const given = JSON.stringify(secrets);
    if (known?.secrets === given) return known;
    this.#close(uuid);
    const store = this.#parts.openStore(plan, secrets);
    const open = {
      store,
      secrets: given,
      up: new BytePace(this.#parts),
      down: new BytePace(this.#parts),
    };
    this.#open.set(uuid, open);
    // After a failure the next call tries again.
    store.catch(() => {
      if (this.#open.get(uuid) === open) this.#open.delete(uuid);
    });
    return open;
  }

  #close(uuid: string): void {
    const open = this.#open.get(uuid);
    this.#open.delete(uuid);
    open?.store.then(
      (store) => store.close(),
      () => undefined,
    );
  }
}
