/**
 * The elected master's command queue. Commands run one at a time, the most urgent first. Commands
 * that gathered during a publication are executed together, published together, and acknowledged
 * when every node has applied them.
 *
 * A refused command harms no other. When this node loses its mastership, waiting commands and those
 * whose publication has an unknown end fail as `not_master_exception`: their submitters ask the
 * next master.
 */
import { type Clock, inSlices, type Log, type Random, type Timers } from '@skein/base';
import {
  type AllocationFacts,
  type ClusterNode,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  PRIORITIES,
  type VotingConfig,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { Agreement } from '../coordination_host/mod.js';
import { type CommandTask, createTask } from './command_task.js';
import type { PendingTask, SubmitOptions } from './contract.js';
import { executeBatch } from './execute_batch.js';

/**
 * Limit of waiting commands; more are refused. It is far above what one master can execute within a
 * timeout.
 */
const QUEUE_LIMIT = 10_000;
const OFFICE_RETRY_MS = 100;
const NO_LIMIT: SubmitOptions = { timeoutMs: -1, masterTimeoutMs: -1 };

interface ElectedMasterParts {
  readonly localNode: ClusterNode;
  readonly agreement: Agreement;
  /** `index.version.created` of new indices. */
  readonly indexVersion: string;
  readonly facts: AllocationFacts | undefined;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

export interface Submitted {
  readonly acknowledged: boolean;
  /** Version of the state that contains the change. */
  readonly version: number;
}

/**
 * Publications of cluster states: the number committed, the time that took, and the number that
 * failed.
 */
export interface StateUpdates {
  readonly count: number;
  readonly timeMs: number;
  readonly failed: number;
}

/** The end of a publication. */
type Outcome = 'committed' | 'rejected' | 'lost';

interface Unacknowledged {
  readonly version: number;
  readonly tasks: readonly CommandTask[];
}

export class ElectedMaster {
  readonly #parts: ElectedMasterParts;
  #queue: CommandTask[] = [];
  #unacknowledged: Unacknowledged[] = [];
  #isInOffice = false;
  #submitted = 0;
  #draining: Promise<void> | undefined;
  /** Settles the publication under way. */
  #settlePublication: ((outcome: Outcome) => void) | undefined;
  #appliedHere = 0;
  readonly #updates = { count: 0, timeMs: 0, failed: 0 };
  #appliedEverywhere = 0;
  #wake: () => void = () => {};

  constructor(parts: ElectedMasterParts) {
    this.#parts = parts;
  }

  /** Counts of the states published from here. */
  get updates(): StateUpdates {
    return { ...this.#updates };
  }

  get isInOffice(): boolean {
    return this.#isInOffice;
  }

  /** Submits the first command of a new master, which precedes all others. */
  takeOffice(request: CommandRequest<'take_office'>): void {
    this.#isInOffice = true;
    this.#appliedEverywhere = 0;
    this.submit('take_office', request, NO_LIMIT).catch((error: unknown) => {
      if (!this.#isInOffice || this.#parts.agreement.term() !== request.term) return;
      const { reason } = asApiError(error);
      this.#parts.log.warn('new master could not publish its first cluster state', { reason });
      this.#parts.timers.after(OFFICE_RETRY_MS, () => {
        if (this.#isInOffice && this.#parts.agreement.term() === request.term) {
          this.takeOffice(request);
        }
      });
    });
  }

  leaveOffice(): void {
    if (!this.#isInOffice) return;
    this.#isInOffice = false;
    this.#fail(notMaster(this.#parts.localNode));
    this.#settlePublication?.('lost');
    this.#wake();
  }

  /** Refuses waiting commands, and ends the publication under way. */
  async stop(): Promise<void> {
    this.#isInOffice = false;
    this.#fail(closing(this.#parts.localNode));
    this.#settlePublication?.('lost');
    this.#wake();
    await this.#draining;
  }

  submit<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
    options: SubmitOptions,
  ): Promise<Submitted> {
    const { timers, clock, localNode } = this.#parts;
    return new Promise((resolve, reject) => {
      if (!this.#isInOffice) return reject(notMaster(localNode));
      if (this.#queue.length >= QUEUE_LIMIT) return reject(queueFull());
      this.#queue.push(
        createTask({
          command,
          request,
          options,
          insertOrder: this.#submitted++,
          submittedAtMs: clock.monotonicMs(),
          timers,
          settle: { resolve, reject },
        }),
      );
      this.#startDraining();
    });
  }

  /** Runs a command that has no waiting caller; a refusal is logged. */
  #run<Name extends CommandName>(command: Name, request: CommandRequest<Name>): void {
    this.submit(command, request, NO_LIMIT).catch((error: unknown) => {
      if (isNotMaster(error)) return;
      const { reason } = asApiError(error);
      this.#parts.log.error('cluster state not changed', { command, reason });
    });
  }

  joined(node: ClusterNode): void {
    this.#run('join_node', { node, becomesMaster: false });
  }

  left(nodeId: string, reason: string): void {
    this.#run('node_left', { nodeIds: [nodeId], reason });
  }

  committed(): void {
    this.#settlePublication?.('committed');
  }

  rejected(): void {
    this.#settlePublication?.('rejected');
  }

  lost(): void {
    this.#settlePublication?.('lost');
  }

  appliedHere(version: number): void {
    this.#appliedHere = Math.max(this.#appliedHere, version);
    this.#wake();
    this.#acknowledge();
  }

  appliedEverywhere(version: number): void {
    this.#appliedEverywhere = version;
    this.#acknowledge();
  }

  pendingTasks(): readonly PendingTask[] {
    const nowMs = this.#parts.clock.monotonicMs();
    return this.#queue
      .filter((task) => task.waiting)
      .map(({ insertOrder, submittedAtMs, priority, source }) => ({
        insertOrder,
        timeInQueueMs: Math.round(nowMs - submittedAtMs),
        priority,
        source,
      }));
  }

  #startDraining(): void {
    this.#draining ??= this.#drain();
  }

  /** Runs batches until the queue is empty. Never rejects: faults belong to the tasks. */
  async #drain(): Promise<void> {
    // Lets everything submitted in this turn of the event loop join the first batch.
    await Promise.resolve();
    while (this.#queue.length > 0 && this.#isInOffice) await this.#runBatch(this.#takeBatch());
    this.#draining = undefined;
  }

  #takeBatch(): CommandTask[] {
    const batch = this.#queue.filter((task) => task.waiting);
    this.#queue = [];
    const rank = (task: CommandTask) => PRIORITIES.indexOf(task.priority);
    return batch.sort((a, b) => rank(a) - rank(b) || a.insertOrder - b.insertOrder);
  }

  async #runBatch(batch: readonly CommandTask[]): Promise<void> {
    const { agreement } = this.#parts;
    const previous = agreement.acceptedState();
    const { clock, random, indexVersion, facts } = this.#parts;
    const environment = { nowMs: clock.nowMs(), random, indexVersion, facts };
    const term = agreement.term();
    const work = executeBatch(previous, batch, environment);
    const { current, executed } = await inSlices(work, this.#parts);
    const { config, isChange } = agreement.nextConfig(current);
    if (current === previous && !isChange) {
      // A master that lost its office meanwhile does not know that nothing had to be changed.
      if (!this.#isInOffice || agreement.term() !== term) return this.#failAll(executed);
      for (const task of executed) task.committed(previous.version);
      this.#unacknowledged.push({ version: previous.version, tasks: executed });
      this.#acknowledge();
      return;
    }
    const next = {
      ...current,
      version: Math.max(current.version, previous.version + 1),
      // If the office was lost and regained in between, nothing made in the earlier term is
      // published.
      term,
    };
    const startMs = clock.monotonicMs();
    const outcome = await this.#publish(next, config);
    if (outcome !== 'committed') {
      this.#updates.failed++;
      return this.#failAll(executed);
    }
    this.#updates.count++;
    this.#updates.timeMs += clock.monotonicMs() - startMs;
    for (const task of executed) task.committed(next.version);
    if (!this.#isInOffice) {
      // The commit itself can end the office: a master that was excluded from voting abdicates.
      for (const task of executed) task.unacknowledged();
      return;
    }
    this.#unacknowledged.push({ version: next.version, tasks: executed });
    this.#acknowledge();
    await this.#untilAppliedHere(next.version);
  }

  #failAll(tasks: readonly CommandTask[]): void {
    for (const task of tasks) task.fail(notMaster(this.#parts.localNode));
  }

  async #publish(next: ClusterState, config: VotingConfig): Promise<Outcome> {
    const { agreement } = this.#parts;
    await agreement.prepare(next);
    if (!this.#isInOffice || agreement.term() !== next.term) return 'lost';
    return new Promise((resolve) => {
      this.#settlePublication = (outcome) => {
        this.#settlePublication = undefined;
        resolve(outcome);
      };
      agreement.propose(next, config);
    });
  }

  /**
   * Waits until this node has applied the version, so that its answers include what it has just
   * done.
   */
  async #untilAppliedHere(version: number): Promise<void> {
    while (this.#appliedHere < version && this.#isInOffice) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #acknowledge(): void {
    const applied = Math.min(this.#appliedHere, this.#appliedEverywhere);
    const isDone = ({ version }: Unacknowledged) => version <= applied;
    const done = this.#unacknowledged.filter(isDone);
    if (done.length === 0) return;
    this.#unacknowledged = this.#unacknowledged.filter((one) => !isDone(one));
    for (const { tasks } of done) for (const task of tasks) task.applied();
  }

  /**
   * Fails the waiting commands. Committed ones stand; it is only unknown whether every node has
   * applied them.
   */
  #fail(error: ApiError): void {
    const waiting = this.#queue;
    this.#queue = [];
    for (const task of waiting) task.fail(error);
    for (const { tasks } of this.#unacknowledged.splice(0)) {
      for (const task of tasks) task.unacknowledged();
    }
  }
}

function isNotMaster(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'not_master_exception';
}

function notMaster(node: ClusterNode): ApiError {
  return new ApiError(
    'not_master_exception',
    `node [${node.name}][${node.id}] is not the elected master`,
  );
}

function closing(node: ClusterNode): ApiError {
  return new ApiError('node_closed_exception', `node closed {${node.name}}{${node.id}}`);
}

function queueFull(): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected execution of cluster state update, queue capacity [${QUEUE_LIMIT}] reached`,
  );
}
