/**
 * The implementation of `Snapshots`. It orders work from the master by commands and waits for the
 * outcome in the cluster state; it reads the contents of snapshots from the repositories.
 */
import { type Random, randomId } from '@skein/base';
import { type ClusterNode, type ClusterState, requireRepository } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { Repositories } from '../repositories/mod.js';
import type { EndedWork, Snapshots } from './contract.js';
import type { ShardTakings, TakingProgress } from './shard_takings.js';
import type { SnapshotCalls } from './snapshot_calls.js';

/** The longest time from when the master makes a record until this node sees it. */
const APPEARS_MS = 30_000;

interface ClusterSnapshotsParts {
  readonly links: Pick<NodeLinks<SnapshotCalls>, 'localNodeId' | 'call' | 'handle'>;
  readonly masterService: Pick<MasterService, 'state' | 'submit' | 'waitFor'>;
  readonly repositories: Repositories;
  readonly takings: Pick<ShardTakings, 'progress'>;
  readonly random: Random;
}

export class ClusterSnapshots implements Snapshots {
  readonly #parts: ClusterSnapshotsParts;

  /** From here on this node answers other nodes' snapshot calls. */
  constructor(parts: ClusterSnapshotsParts) {
    this.#parts = parts;
    const { links, repositories, takings } = parts;
    links.handle('snapshots/verify', async ({ repository, seed }) => {
      const request = { seed, nodeId: links.localNodeId };
      await repositories.operate(repository, 'verify_node', request);
      return {};
    });
    links.handle('snapshots/progress', ({ uuids }) => {
      const wanted = new Set(uuids);
      const own = takings.progress().filter(({ snapshotUuid }) => wanted.has(snapshotUuid));
      return Promise.resolve({ takings: own });
    });
  }

  check(record: Parameters<Snapshots['check']>[0]): void {
    this.#parts.repositories.check(record);
  }

  checkWritable(repository: string): void {
    const record = requireRepository(this.#parts.masterService.state(), repository);
    if (!this.#parts.repositories.isReadOnly(record)) return;
    const reason = `[${repository}] repository is readonly`;
    throw new ApiError('repository_exception', reason);
  }

  operate: Snapshots['operate'] = (repository, name, request, signal) =>
    this.#parts.repositories.operate(repository, name, request, { signal });

  async verify(repository: string, signal: AbortSignal) {
    const { masterService, links, repositories } = this.#parts;
    const record = requireRepository(masterService.state(), repository);
    const nodes = workers(masterService.state());
    if (repositories.isReadOnly(record)) {
      await repositories.operate(repository, 'read_root', {}, { signal });
      return nodes;
    }
    const seed = this.newUuid();
    await this.operate(repository, 'verify_master', { seed }, signal);
    try {
      const asked = nodes.map(({ id }) =>
        links.call(id, 'snapshots/verify', { repository, seed }, { signal }),
      );
      const outcomes = await Promise.allSettled(asked);
      const failed = outcomes.flatMap((outcome, at) =>
        outcome.status === 'rejected'
          ? [`[${nodes[at]?.id}, '${asApiError(outcome.reason).reason}']`]
          : [],
      );
      if (failed.length > 0) {
        const reason = `[${repository}] [${failed.join(', ')}]`;
        throw new ApiError('repository_verification_exception', reason);
      }
    } finally {
      await this.operate(repository, 'end_verification', { seed }, new AbortController().signal);
    }
    return nodes.map(({ id, name }) => ({ id, name }));
  }

  async remove(...[repository, snapshots, options]: Parameters<Snapshots['remove']>) {
    const { masterService } = this.#parts;
    const { masterTimeoutMs, signal } = options;
    this.checkWritable(repository);
    const uuid = this.newUuid();
    const request = { repository, uuid, snapshots };
    const submitted = { timeoutMs: masterTimeoutMs, masterTimeoutMs };
    await masterService.submit('delete_snapshots', request, submitted);
    const { result, reason } = await this.ended('snapshotDeletions', uuid, signal);
    if (result !== 'SUCCESS') {
      throw new ApiError('repository_exception', `[${repository}] ${reason ?? 'not removed'}`);
    }
    return masterService.state().metadata.snapshotDeletions.get(uuid)?.removed;
  }

  async ended(...[kind, uuid, signal]: Parameters<Snapshots['ended']>): Promise<EndedWork> {
    const { masterService } = this.#parts;
    const recordIn = ({ metadata }: ClusterState) => metadata[kind].get(uuid);
    const isThere = await masterService.waitFor((state) => recordIn(state) !== undefined, {
      timeoutMs: APPEARS_MS,
      signal,
    });
    let outcome: EndedWork | undefined;
    const isOver =
      isThere &&
      (await masterService.waitFor(
        (state) => {
          const record = recordIn(state);
          outcome = record?.outcome;
          return record === undefined || outcome !== undefined;
        },
        { timeoutMs: -1, signal },
      ));
    signal.throwIfAborted();
    if (outcome !== undefined) return outcome;
    // The record is dropped a while after the work ends; this node may not have seen its outcome.
    const what = isOver ? 'ended unseen by this node' : 'not yet seen by this node';
    throw new ApiError('process_cluster_event_timeout_exception', `the work [${uuid}] is ${what}`);
  }

  async progress(uuids: readonly string[], signal: AbortSignal) {
    const { links, masterService } = this.#parts;
    const nodes = workers(masterService.state());
    const outcomes = await Promise.allSettled(
      nodes.map(({ id }) => links.call(id, 'snapshots/progress', { uuids }, { signal })),
    );
    return outcomes.flatMap((outcome): readonly TakingProgress[] =>
      outcome.status === 'fulfilled' ? outcome.value.takings : [],
    );
  }

  newUuid(): string {
    return randomId(this.#parts.random);
  }
}

/** The nodes that work in repositories: those that are master-eligible or hold data. */
function workers({ nodes }: ClusterState): readonly ClusterNode[] {
  return [...nodes.values()].filter(
    ({ roles }) => roles.includes('master') || roles.includes('data'),
  );
}
