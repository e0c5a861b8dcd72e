/**
 * The `MasterService` of every node, master or not: the state this node has applied, and the
 * forwarding of commands to the elected master and of their results back here.
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
  /** The state of a node that knows no cluster yet. */
  readonly initialState: ClusterState;
  /** Cluster settings from this node's configuration. */
  readonly configuredSettings: Settings;
  /** `index.version.created` of new indices. */
  readonly indexVersion: string;
  readonly facts?: AllocationFacts;
  /** Called when this node has joined a cluster. */
  readonly joinedCluster?: (clusterUuid: string) => void;
  /** Called when another node is master, or none is known. */
  readonly masterChanged?: (nodeId: string | undefined) => void;
  /** Ends the process, because the disk can no longer keep promises. */
  readonly fatal: (reason: string) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

/** Errors after which the command is tried with the next master. */
const RETRIED: ReadonlySet<string> = new Set([
  'not_master_exception',
  ...UNREACHABLE,
  'node_closed_exception',
  'connect_transport_exception',
]);
/** Interval of checks for a new master, after it was unreachable. */
const RETRY_MS = 100;

export class ClusterMaster implements MasterService {
  readonly #parts: ClusterMasterParts;
  readonly #applied: AppliedState;
  readonly #desk: ElectedMaster;
  readonly #office: MasterOffice;
  readonly #roles: RoleWaiters;
  /** True once this node has left the cluster and receives no more states. */
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
      this.#desk.submit(
        command,
        decodeCommandRequest<CommandRequest<CommandName>>(request),
        options,
      ),
    );
    links.handle('master/pending_tasks', () => this.#desk.pendingTasks());
  }

  /** Counts of the states this node published as master. */
  get updates(): StateUpdates {
    return this.#desk.updates;
  }

  /** Register appliers before `start`; they then see every state from the first one on. */
  addApplier(applier: StateApplier): void {
    this.#applied.addApplier(applier);
  }

  /** Resolves when this node has applied a state of a master, or at the timeout. */
  async start(options: WaitOptions): Promise<void> {
    this.#parts.coordination.start(this.#office);
    await this.waitFor((state) => state.masterNodeId !== undefined, options);
  }

  /** Refuses new commands, lets the running batch finish, and releases the waiters. */
  async stop(): Promise<void> {
    this.#goAway();
    await this.#desk.stop();
    await this.#parts.coordination.stop();
    await this.#applied.stop();
  }

  /**
   * Hands leadership to another node, if this node is the master. Resolves when another master is
   * known, or after `timeoutMs`.
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
   * Announces that this node leaves, so that its primaries move while it can still be called.
   * Resolves when every other node knows, or after `timeoutMs`; the others then detect it
   * themselves.
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
        log.info('leaving the cluster without notice to the master', {
          reason: asApiError(error).reason,
        });
      });
    await Promise.race([left, impatience]);
    this.#goAway();
  }

  /** Fails every later submit. */
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
      // The master and its queue are gone.
      if (RETRIED.has(asApiError(error).type)) return [];
      throw error;
    }
  }

  /** Resolves when this node, too, has applied the change, so that its next answer shows it. */
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
  /** True if the change removes this node from the cluster, so that it will not see the change. */
  readonly isLast?: true;
}

/** Timeout of a call between nodes that has no limit of its own. */
const LONGEST_MS = 24 * 3600 * 1000;
/** Extra time for the master's own timeout response to arrive. */
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
