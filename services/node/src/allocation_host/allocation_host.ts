/**
 * Drives allocation on the elected master. It asks data nodes for copies of unassigned shards,
 * checks their disks every `cluster.info.update.interval`, and triggers a reroute when answers
 * arrive, when the delay of a replica has passed, and when disks have filled or emptied.
 */
import type { Clock, Log, Random, TimerHandle, Timers } from '@skein/base';
import {
  type ClusterState,
  clusterSettings,
  type DiskSpace,
  dataNodes,
  explainShard,
  type NodeRole,
  nextPlacementMs,
  type RerouteCommand,
  type RerouteExplanation,
  runRerouteCommands,
  type StoredCopy,
  storesToAskFor,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import type { MasterService, StateChange } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { AllocationCalls, CopyQuestion, ExplainReply, ShardRef } from './allocation_calls.js';
import type { CopyIdentities } from './copy_identities.js';
import { floodChanges } from './flood_stage.js';
import type { KnownDisks } from './known_disks.js';
import { StoreInquiry } from './store_inquiry.js';

export interface AllocationHostParts {
  readonly nodeId: string;
  readonly roles: readonly NodeRole[];
  readonly links: NodeLinks<AllocationCalls>;
  readonly master: Pick<MasterService, 'state' | 'submit'>;
  readonly disks: KnownDisks;
  readonly identities: CopyIdentities;
  /** Reports this node's disk. */
  readonly diskOf: () => AllocationCalls['allocation/disk']['reply'];
  readonly timers: Timers;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The answer of one node about some shards: a copy for each, in order, or the failure. */
export interface FoundStores {
  readonly nodeId: string;
  readonly copies?: readonly (StoredCopy | null)[];
  readonly failure?: ApiError;
}

const PLACE = { timeoutMs: -1, masterTimeoutMs: -1 } as const;

export class AllocationHost {
  readonly #parts: AllocationHostParts;
  readonly #inquiry: StoreInquiry;
  #wake: TimerHandle | undefined;
  #look: TimerHandle | undefined;
  #stopped = false;

  constructor(parts: AllocationHostParts) {
    this.#parts = parts;
    this.#inquiry = new StoreInquiry({
      ...parts,
      answered: () => this.#place('shard copies found'),
    });
    if (parts.roles.includes('data')) this.#answerForDisk();
    if (parts.roles.includes('master')) this.#answerAsMaster();
  }

  /** Number of copies being looked up: `number_of_in_flight_fetch`. */
  get lookingFor(): number {
    return this.#inquiry.waiting;
  }

  /** Copies of shards on disk, requested from all data nodes. */
  stores(shards: readonly ShardRef[]): Promise<readonly FoundStores[]> {
    const { links, master } = this.#parts;
    return Promise.all(
      dataNodes(master.state()).map(async ({ id: nodeId }): Promise<FoundStores> => {
        try {
          const { copies } = await links.call(nodeId, 'allocation/stores', { shards });
          return { nodeId, copies };
        } catch (thrown) {
          return { nodeId, failure: asApiError(thrown) };
        }
      }),
    );
  }

  /** Asks the master. Rejects with master_not_discovered_exception if there is none. */
  explain(question: CopyQuestion): Promise<ExplainReply> {
    return this.#parts.links.call(this.#master(), 'allocation/explain', question);
  }

  /** The result that reroute commands would have; rejects as they would. */
  async tryCommands(
    commands: readonly RerouteCommand[],
    explain: boolean,
  ): Promise<readonly RerouteExplanation[]> {
    const request = { commands, explain };
    return (await this.#parts.links.call(this.#master(), 'allocation/try', request)).explanations;
  }

  #master(): string {
    const { masterNodeId } = this.#parts.master.state();
    if (masterNodeId !== undefined) return masterNodeId;
    throw new ApiError('master_not_discovered_exception', 'no master is known');
  }

  #answerForDisk(): void {
    const { links, identities, diskOf } = this.#parts;
    links.handle('allocation/stores', async ({ shards }) => ({
      copies: await Promise.all(shards.map((shard) => identities.find(shard))),
    }));
    links.handle('allocation/disk', () => diskOf());
  }

  #answerAsMaster(): void {
    const { links } = this.#parts;
    links.handle('allocation/explain', (question) => {
      const state = this.#masterState();
      const explanation = explainShard(state, question, this.#environment());
      const disks = dataNodes(state).flatMap(({ id }): [string, DiskSpace][] => {
        const disk = this.#parts.disks.disk(id);
        return disk === undefined ? [] : [[id, disk]];
      });
      return { explanation, disks };
    });
    links.handle('allocation/try', ({ commands, explain }) => {
      const state = this.#masterState();
      const { explanations } = runRerouteCommands(state, commands, this.#environment(), explain);
      return { explanations };
    });
  }

  #masterState(): ClusterState {
    const state = this.#parts.master.state();
    if (state.masterNodeId === this.#parts.nodeId) return state;
    throw new ApiError('master_not_discovered_exception', 'this node is not the master');
  }

  #environment(): Parameters<typeof explainShard>[2] {
    const { clock, random, disks } = this.#parts;
    return { nowMs: clock.nowMs(), random, facts: disks };
  }

  /** Returns at once; the work it starts goes on in the background. */
  apply({ previous, current }: StateChange): void {
    if (this.#stopped) return;
    if (current.masterNodeId !== this.#parts.nodeId) {
      this.#rest();
      return;
    }
    this.#forget(previous, current);
    this.#lookForCopies(current);
    this.#wakeWhenDue(current);
    this.#look ??= this.#parts.timers.after(0, () => void this.#lookAtDisks());
  }

  stop(): void {
    this.#stopped = true;
    this.#rest();
  }

  /** Stops, because another node is master and this node's facts become stale. */
  #rest(): void {
    this.#wake?.cancel();
    this.#look?.cancel();
    this.#wake = undefined;
    this.#look = undefined;
    this.#parts.disks.forgetAll();
  }

  #forget(previous: ClusterState, current: ClusterState): void {
    const { disks } = this.#parts;
    for (const [id, node] of previous.nodes) {
      if (current.nodes.get(id)?.ephemeralId !== node.ephemeralId) disks.forgetNode(id);
    }
    const shards = disks.shards();
    if (shards.length === 0) return;
    const tables = new Map([...current.routing.values()].map((table) => [table.uuid, table]));
    for (const shard of shards) {
      const copies = tables.get(shard.indexUuid)?.shards[shard.shardId] ?? [];
      if (copies.every((copy) => copy.state !== 'UNASSIGNED')) disks.forgetStore(shard);
      else {
        for (const { nodeId } of copies) {
          if (nodeId !== undefined) disks.forgetStore(shard, nodeId);
        }
      }
    }
  }

  #lookForCopies(state: ClusterState): void {
    for (const question of storesToAskFor(state, this.#parts.disks)) this.#inquiry.ask(question);
  }

  #place(cause: string): void {
    const { master, log } = this.#parts;
    if (this.#stopped) return;
    master.submit('reroute_shards', { retryFailed: false, cause }, PLACE).catch((thrown) => {
      log.debug('shards not allocated', { cause, error: asApiError(thrown).reason });
    });
  }

  #wakeWhenDue(state: ClusterState): void {
    const { timers, clock } = this.#parts;
    this.#wake?.cancel();
    const waitMs = nextPlacementMs(state, clock.nowMs());
    this.#wake =
      waitMs === undefined
        ? undefined
        : timers.after(waitMs, () => this.#place('delayed replicas'));
  }

  /**
   * Checks the disks of all data nodes. A lone node cannot move copies, but its own watermarks
   * still apply. A check ends without effect when another node became master meanwhile, even if
   * this one is master again: then another check runs.
   */
  async #lookAtDisks(): Promise<void> {
    const { master, links, disks, timers, log } = this.#parts;
    const look = this.#look;
    const calls = dataNodes(master.state()).map(async ({ id }) => {
      try {
        const disk = await links.call(id, 'allocation/disk', {});
        if (this.#look === look) disks.tellDisk(id, disk);
      } catch (thrown) {
        log.debug('node does not report its disk', { id, error: asApiError(thrown).reason });
      }
    });
    await Promise.all(calls);
    if (this.#stopped || look === undefined || this.#look !== look) return;
    this.#heedWatermarks();
    this.#lookForCopies(master.state());
    const settings = clusterSettings(master.state());
    const waitMs = readSetting(settings, CLUSTER.allocation.infoInterval);
    this.#look = timers.after(waitMs, () => void this.#lookAtDisks());
  }

  #heedWatermarks(): void {
    const { master, disks, log } = this.#parts;
    const state = master.state();
    for (const change of floodChanges(state, disks)) {
      log.warn('write block of indices changed because of disk use', {
        indices: change.indices,
        blocked: change.isBlocked,
      });
      master.submit('update_index_settings', change.request, PLACE).catch((thrown) => {
        log.error('write block of indices not changed', { error: asApiError(thrown).reason });
      });
    }
    if (dataNodes(state).length > 1) this.#place('disk usage');
  }
}
