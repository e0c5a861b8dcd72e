/**
 * The master of a cluster that is, for now, this node alone. Commands run one at a time, most urgent first; what piled up while the disk
 * was busy is executed together, made durable together, applied together, and only then acknowledged.
 *
 * A command that is refused harms nobody else. When the disk refuses, every command of the batch fails and the state stays as it was.
 */
import { type Clock, type Log, type Random, randomId, type Timers } from '@skein/base';
import {
  type AllocationFacts,
  type ClusterNode,
  type ClusterState,
  type CommandEnvironment,
  type CommandName,
  type CommandRequest,
  concreteName,
  emptyState,
  indexLookup,
  PRIORITIES,
  recoveredState,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { Settings } from '@skein/settings';
import { waitForActiveShards } from './active_shards.js';
import { checkAutoCreate } from './auto_create.js';
import { type CommandTask, createTask } from './command_task.js';
import type {
  MasterService,
  PendingTask,
  StateApplier,
  StateChange,
  SubmitOptions,
  WaitOptions,
} from './mod.js';
import { decodeState, encodeState, mustPersist } from './persisted_state.js';
import type { StateStore } from './state_store.js';
import { StateWaiters } from './state_waiters.js';

export interface LocalMasterParts {
  readonly clusterName: string;
  readonly localNode: ClusterNode;
  /** Cluster settings of this node's configuration. */
  readonly configuredSettings: Settings;
  /** `index.version.created` of new indices. */
  readonly indexVersion: string;
  readonly store: StateStore;
  /** What is known of the data nodes' disks. */
  readonly facts?: AllocationFacts;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

/** Commands waiting at once; more are refused. Far above what one master gets through in a timeout. */
const QUEUE_LIMIT = 10_000;

export class LocalMaster implements MasterService {
  readonly #parts: LocalMasterParts;
  readonly #appliers: StateApplier[] = [];
  readonly #waiters: StateWaiters;
  #queue: CommandTask[] = [];
  #state: ClusterState;
  #submitted = 0;
  #draining: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: LocalMasterParts) {
    this.#parts = parts;
    this.#waiters = new StateWaiters(parts.timers);
    this.#state = emptyState(parts.clusterName, '_na_');
  }

  /** Appliers are registered before `start`; they see every state from the recovered one on. */
  addApplier(applier: StateApplier): void {
    this.#appliers.push(applier);
  }

  /** Reads what was persisted and takes office. Rejects when the persisted state is damaged. */
  async start(): Promise<void> {
    const { store, localNode } = this.#parts;
    const bytes = await store.load();
    this.#state = bytes === undefined ? this.#firstState() : this.#recover(bytes);
    await this.submit(
      'join_node',
      { node: localNode, becomesMaster: true },
      { timeoutMs: -1, masterTimeoutMs: -1 },
    );
  }

  /** Refuses new commands, lets the running batch finish, tells those who wait. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const task of waiting) task.fail(closing(this.#parts.localNode));
    await this.#draining;
    this.#waiters.close();
  }

  state(): ClusterState {
    return this.#state;
  }

  submit<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
    options: SubmitOptions,
  ): Promise<{ readonly acknowledged: boolean }> {
    const { timers, clock } = this.#parts;
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(closing(this.#parts.localNode));
      if (this.#queue.length >= QUEUE_LIMIT) return reject(queueFull());
      const insertOrder = this.#submitted++;
      const submittedAtMs = clock.monotonicMs();
      const settle = { resolve, reject };
      this.#queue.push(
        createTask({ command, request, options, insertOrder, submittedAtMs, timers, settle }),
      );
      this.#draining ??= this.#drain();
    });
  }

  async ensureIndex(index: string, options: SubmitOptions): Promise<void> {
    const name = concreteName(index, this.#parts.clock.nowMs());
    if (indexLookup(this.#state).has(name)) return;
    checkAutoCreate(this.#state, name);
    try {
      await this.submit(
        'create_index',
        {
          name,
          providedName: index,
          settings: new Map(),
          mapping: {},
          aliases: [],
          cause: 'auto(bulk api)',
        },
        options,
      );
    } catch (thrown) {
      const somebodyElseMadeIt = asApiError(thrown).type === 'resource_already_exists_exception';
      if (!somebodyElseMadeIt) throw thrown;
    }
    await waitForActiveShards(this, {
      indices: [name],
      count: '1',
      timeoutMs: options.timeoutMs,
    });
  }

  waitFor(predicate: (state: ClusterState) => boolean, options: WaitOptions): Promise<boolean> {
    return this.#waiters.waitFor(this.#state, predicate, options);
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

  #firstState(): ClusterState {
    const { clusterName, configuredSettings, random } = this.#parts;
    return { ...emptyState(clusterName, randomId(random)), configuredSettings };
  }

  #recover(bytes: Uint8Array): ClusterState {
    const { clusterName, configuredSettings, clock } = this.#parts;
    const nowMs = clock.nowMs();
    return recoveredState({ ...decodeState(bytes), clusterName, configuredSettings, nowMs });
  }

  /** Runs batches until the queue is empty. Never rejects: faults belong to the tasks. */
  async #drain(): Promise<void> {
    // Lets everything submitted in this turn of the event loop join the first batch.
    await Promise.resolve();
    while (this.#queue.length > 0) await this.#runBatch(this.#takeBatch());
    this.#draining = undefined;
  }

  #takeBatch(): CommandTask[] {
    const batch = this.#queue.filter((task) => task.waiting);
    this.#queue = [];
    const rank = (task: CommandTask) => PRIORITIES.indexOf(task.priority);
    return batch.sort((a, b) => rank(a) - rank(b) || a.insertOrder - b.insertOrder);
  }

  async #runBatch(batch: readonly CommandTask[]): Promise<void> {
    const previous = this.#state;
    const { current, executed } = this.#execute(previous, batch);
    try {
      if (mustPersist(previous, current)) await this.#parts.store.save(encodeState(current));
    } catch (thrown) {
      this.#parts.log.error('cluster state could not be written', {
        error: asApiError(thrown).message,
      });
      for (const task of executed) task.fail(thrown);
      return;
    }
    for (const task of executed) task.committed();
    if (current !== previous) await this.#apply({ previous, current });
    for (const task of executed) task.applied();
  }

  #execute(
    previous: ClusterState,
    batch: readonly CommandTask[],
  ): { current: ClusterState; executed: CommandTask[] } {
    const { clock, random, indexVersion, facts } = this.#parts;
    const environment: CommandEnvironment = {
      nowMs: clock.nowMs(),
      random,
      indexVersion,
      facts,
    };
    let current = previous;
    const executed: CommandTask[] = [];
    for (const task of batch) {
      try {
        current = task.run(current, environment);
        executed.push(task);
      } catch (thrown) {
        task.fail(thrown);
      }
    }
    return { current, executed };
  }

  async #apply(change: StateChange): Promise<void> {
    this.#state = change.current;
    for (const applier of this.#appliers) {
      try {
        await applier.apply(change);
      } catch (thrown) {
        const { name } = applier;
        this.#parts.log.error('cluster state applier failed', {
          applier: name,
          error: asApiError(thrown).message,
        });
      }
    }
    this.#waiters.notify(change.current);
  }
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
