/**
 * `MasterService` of a node, whichever node is the master: what this node has applied, and the way
 * of a command to the elected master and of its result back here.
 */
import type { Clock, Log, Random, Timers } from '@skein/base';
import {
  type AllocationFacts,
  type ClusterNode,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  chosenTemplate,
  concreteName,
  decodeCommandRequest,
  encodeCommandRequest,
  indexLookup,
  NOTHING_OF_ITS_OWN,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { Settings } from '@skein/settings';
import type { Coordination } from '../coordination_host/mod.js';
import { type NodeLinks, UNREACHABLE } from '../node_links/mod.js';
import { waitForActiveShards } from './active_shards.js';
import { AppliedState } from './applied_state.js';
import { checkAutoCreate } from './auto_create.js';
import type {
  MasterService,
  PendingTask,
  StateApplier,
  SubmitOptions,
  VotingConfiguration,
  WaitOptions,
} from './contract.js';
import { ElectedMaster, type StateUpdates, type Submitted } from './elected_master.js';
import type { MasterCalls } from './master_calls.js';
import { MasterOffice } from './master_office.js';
import { RoleWaiters } from './role_waiters.js';

export interface ClusterMasterParts {
  readonly localNode: ClusterNode;
  readonly coordination: Coordination;
  readonly links: NodeLinks<MasterCalls>;
  /** The state of a node that has not heard of any cluster yet. */
  readonly initialState: ClusterState;
  /** Cluster settings of this node's configuration. */
  readonly configuredSettings: Settings;
  /** `index.version.created` of new indices. */
  readonly indexVersion: string;
  readonly facts?: AllocationFacts;
  /** This node belongs to a cluster from now on. */
  readonly joinedCluster?: (clusterUuid: string) => void;
  /** Another node is master, or none is known. */
  readonly masterChanged?: (nodeId: string | undefined) => void;
  /** The disk cannot keep promises any more: the process must end. */
  readonly fatal: (reason: string) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

/** Errors after which the command is tried at the next master. */
const RETRIED: ReadonlySet<string> = new Set([
  'not_master_exception',
  ...UNREACHABLE,
  'node_closed_exception',
  'connect_transport_exception',
]);
/** How soon a command that found the master unreachable asks who the master is. */
const RETRY_MS = 100;

export class ClusterMaster implements MasterService {
  readonly #parts: ClusterMasterParts;
  readonly #applied: AppliedState;
  readonly #desk: ElectedMaster;
  readonly #office: MasterOffice;
  readonly #roles: RoleWaiters;
  /** It has left the cluster: it hears nothing more of it. */
  #hasLeft = false;

  constructor(parts: ClusterMasterParts) {
    const { coordination, links } = parts;
    this.#parts = parts;
    this.#roles = new RoleWaiters(parts.timers);
    this.#applied = new AppliedState({
      ...parts,
      initial: parts.initialState,
      applied: (state) => this.#onApplied(state),
    });
    this.#desk = new ElectedMaster({
      ...parts,
      facts: parts.facts,
      agreement: coordination.agreement,
    });
    this.#office = new MasterOffice({
      ...parts,
      desk: this.#desk,
      applied: this.#applied,
      roleChanged: (leader) => {
        parts.masterChanged?.(leader);
        this.#roles.notify();
      },
    });
    links.handle('master/submit', ({ command, request, ...options }) =>
      this.#desk.submit(command, decodeCommandRequest(request) as never, options),
    );
    links.handle('master/pending_tasks', () => this.#desk.pendingTasks());
  }

  /** What this node has published while it was the master. */
  get updates(): StateUpdates {
    return this.#desk.updates;
  }

  /** Appliers are registered before `start`; they see every state from the first one on. */
  addApplier(applier: StateApplier): void {
    this.#applied.addApplier(applier);
  }

  /** Resolves when this node has applied a state of a master, or when time is up. */
  async start(options: WaitOptions): Promise<void> {
    this.#parts.coordination.start(this.#office);
    await this.waitFor((state) => state.masterNodeId !== undefined, options);
  }

  /** Refuses new commands, lets the running batch finish, tells those who wait. */
  async stop(): Promise<void> {
    this.#goAway();
    await this.#desk.stop();
    await this.#parts.coordination.stop();
    await this.#applied.stop();
  }

  /**
   * Hands the mastership over, if this node has it. Resolves when another master is known; gives up
   * after `timeoutMs`.
   */
  async abdicate(timeoutMs: number): Promise<void> {
    if (!this.#hasOthers) return;
    const { coordination, localNode, clock } = this.#parts;
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    const isMine = () => (coordination.leader ?? localNode.id) === localNode.id;
    while (isMine() && clock.monotonicMs() < deadlineMs) {
      coordination.abdicate();
      await this.#roles.changed(RETRY_MS);
    }
  }

  /**
   * Takes leave before this node stops: its primaries go to others while it can still be asked.
   * Resolves when every other node knows; gives up after `timeoutMs`: then the others find out.
   */
  async leave(timeoutMs: number): Promise<void> {
    if (!this.#hasOthers) return;
    const { timers, localNode, log } = this.#parts;
    const impatience = new Promise<void>((resolve) => void timers.after(timeoutMs, resolve));
    const request = { nodeIds: [localNode.id], reason: 'shutdown' };
    const options = { timeoutMs, masterTimeoutMs: timeoutMs, isLast: true } as const;
    const left = this.abdicate(timeoutMs)
      .then(() => this.#submit('node_left', request, options))
      .catch((error: unknown) => {
        log.info('left without a word', { reason: asApiError(error).reason });
      });
    await Promise.race([left, impatience]);
    this.#goAway();
  }

  /** What is submitted here fails from now on. */
  #goAway(): void {
    this.#hasLeft = true;
    this.#roles.notify();
  }

  get #hasOthers(): boolean {
    return this.state().nodes.size > 1 && this.#parts.links.nodes().length > 0;
  }

  state(): ClusterState {
    return this.#applied.state;
  }

  submit<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
    options: SubmitOptions,
  ): Promise<{ readonly acknowledged: boolean }> {
    return this.#submit(command, request, options);
  }

  async #submit<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
    options: SubmitOptions & LastWord,
  ): Promise<{ readonly acknowledged: boolean }> {
    const { clock, localNode, coordination } = this.#parts;
    const deadlineMs = deadlineOf(clock.monotonicMs(), options.masterTimeoutMs);
    for (;;) {
      if (this.#hasLeft) throw closed(localNode);
      const leftMs = deadlineMs - clock.monotonicMs();
      const { leader } = coordination;
      try {
        if (leader === localNode.id) return await this.#desk.submit(command, request, options);
        if (leader !== undefined)
          return await this.#forward(leader, command, request, { ...options, leftMs });
      } catch (error) {
        if (this.#hasLeft || !RETRIED.has(asApiError(error).type)) throw error;
      }
      if (clock.monotonicMs() >= deadlineMs) throw notDiscovered();
      await this.#roles.changed(Math.min(RETRY_MS, deadlineMs - clock.monotonicMs()));
    }
  }

  async ensureIndex(index: string, options: SubmitOptions): Promise<void> {
    const name = concreteName(index, this.#parts.clock.nowMs());
    if (indexLookup(this.state()).has(name)) return;
    checkAutoCreate(this.state(), name);
    const isStream = chosenTemplate(this.state(), name)?.dataStream !== undefined;
    try {
      if (isStream) await this.submit('create_data_stream', { name }, options);
      else await this.submit('create_index', autoCreated(name, index), options);
    } catch (thrown) {
      const somebodyElseMadeIt = asApiError(thrown).type === 'resource_already_exists_exception';
      if (!somebodyElseMadeIt) throw thrown;
    }
    const made = indexLookup(this.state()).get(name)?.indices ?? [];
    await waitForActiveShards(this, {
      indices: made.map((one) => one.name),
      count: '1',
      timeoutMs: options.timeoutMs,
    });
  }

  waitFor(predicate: (state: ClusterState) => boolean, options: WaitOptions): Promise<boolean> {
    return this.#applied.waitFor(predicate, options);
  }

  votingConfiguration(): VotingConfiguration {
    return this.#parts.coordination.configs;
  }

  async pendingTasks(): Promise<readonly PendingTask[]> {
    const { coordination, links, localNode } = this.#parts;
    const { leader } = coordination;
    if (leader === undefined || leader === localNode.id) return this.#desk.pendingTasks();
    try {
      return await links.call(leader, 'master/pending_tasks', {});
    } catch (error) {
      // The master is gone, and its queue with it.
      if (RETRIED.has(asApiError(error).type)) return [];
      throw error;
    }
  }

  /** Resolves when this node has the change, too: its next answer shows it. */
  async #forward<Name extends CommandName>(
    leader: string,
    command: Name,
    request: CommandRequest<Name>,
    { timeoutMs, leftMs, isLast }: SubmitOptions & LastWord & { readonly leftMs: number },
  ): Promise<Submitted> {
    const masterTimeoutMs = Number.isFinite(leftMs) ? Math.max(0, leftMs) : -1;
    const patienceMs =
      timeoutMs < 0 || masterTimeoutMs < 0 ? LONGEST_MS : timeoutMs + masterTimeoutMs;
    const submitted = await this.#parts.links.call(
      leader,
      'master/submit',
      { command, request: encodeCommandRequest(request), timeoutMs, masterTimeoutMs },
      { timeoutMs: patienceMs + GRACE_MS },
    );
    const { version } = submitted;
    if (isLast) return submitted;
    await this.waitFor((state) => state.version >= version, { timeoutMs });
    return submitted;
  }

  #onApplied(state: ClusterState): void {
    this.#desk.appliedHere(state.version);
    this.#parts.joinedCluster?.(state.metadata.clusterUuid);
    this.#parts.coordination.applied(state);
  }
}

interface LastWord {
  /** The change takes this node out of the cluster: it will not see it. */
  readonly isLast?: true;
}

/** Without a limit of its own a call between nodes ends after this. */
const LONGEST_MS = 24 * 3600 * 1000;
/** The master's answer about time that is up travels, too. */
const GRACE_MS = 5000;

function deadlineOf(nowMs: number, timeoutMs: number): number {
  return timeoutMs < 0 ? Number.POSITIVE_INFINITY : nowMs + timeoutMs;
}

function notDiscovered(): ApiError {
  return new ApiError('master_not_discovered_exception', 'no master is known');
}

function closed({ name, id }: ClusterNode): ApiError {
  return new ApiError('node_closed_exception', `node closed {${name}}{${id}}`);
}

function autoCreated(name: string, providedName: string): CommandRequest<'create_index'> {
  return { name, providedName, ...NOTHING_OF_ITS_OWN, cause: 'auto(bulk api)' };
}
