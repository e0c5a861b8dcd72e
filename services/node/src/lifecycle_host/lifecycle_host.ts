/**
 * Executes the policies of indices while this node is the master. It checks each index on cluster
 * changes and periodically, asks `@skein/lifecycle` (pure) for the policy's next action, and takes
 * that step through the command `lifecycle_step`, which cannot be taken twice. A new master
 * continues from the cluster state.
 */
import { type Clock, type Log, Slices, SoonestTimer, type Timers } from '@skein/base';
import { type ClusterState, clusterSettings, type IndexMetadata } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import {
  advance,
  afterFailure,
  asksPrimaries,
  beginning,
  type Decision,
  type Facts,
  held,
  readPolicy,
  type Step,
  wantedPolicy,
} from '@skein/lifecycle';
import { CLUSTER, readSetting } from '@skein/settings';
import type { MasterService } from '../master_service/mod.js';
import { checkAddedFilters } from '../shard_host/mod.js';
import { takenPolicy } from './changed_policy.js';
import { type LifecycleWork, primariesOf, type WorkParts } from './lifecycle_work.js';
import { StreamLifecycles } from './stream_lifecycles.js';

export interface LifecycleHostParts extends WorkParts {
  readonly localNodeId: string;
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly work: LifecycleWork;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

const MINUTE_MS = 60_000;
/** Longest wait of a step for the other nodes. */
const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
/**
 * Limit of consecutive steps of an index. A policy whose states form a cycle without waiting never
 * ends: it continues after the interval.
 */
const STEPS_AT_ONCE = 20;
/**
 * Status of errors because there is no master, this node is not the master, or the master is
 * overloaded.
 */
const UNAVAILABLE = 503;
/** Delay after a cluster change, because changes come in groups. */
const SETTLE_MS = 200;

export class LifecycleHost {
  readonly #parts: LifecycleHostParts;
  readonly #streams: StreamLifecycles;
  /**
   * By uuid: the version at which the primaries were asked last. Between two intervals they are
   * asked again only after a step.
   */
  readonly #versionsAsked = new Map<string, number>();
  /** Uuids of indices that reached the step limit and wait for the next interval. */
  readonly #restless = new Set<string>();
  /** Uuids of indices with running work outside the cluster state. */
  readonly #working = new Set<string>();
  readonly #stopped = new AbortController();
  readonly #timer: SoonestTimer;
  #askAgainAtMs = 0;
  #round: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(parts: LifecycleHostParts) {
    this.#parts = parts;
    this.#streams = new StreamLifecycles(parts);
    this.#timer = new SoonestTimer(parts, () => this.#look());
  }

  /** Starts with the node's first state. */
  begin(state: ClusterState): void {
    if (this.#leads(state)) this.#timer.in(SETTLE_MS);
  }

  /**
   * Handles a new cluster state: an index may have a new policy, or a step's condition may now
   * hold.
   */
  apply(previous: ClusterState, next: ClusterState): void {
    if (!this.#leads(next)) return;
    const isNew = previous.masterNodeId !== next.masterNodeId;
    if (isNew || isOfConcern(previous, next)) this.#timer.in(SETTLE_MS);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#timer.stop();
    await this.#round;
  }

  #leads(state: ClusterState): boolean {
    return state.masterNodeId === this.#parts.localNodeId;
  }

  /** Runs one round at a time. */
  #look(): void {
    if (this.#round !== undefined) {
      this.#isAskedAgain = true;
      return;
    }
    this.#round = this.#lookAtAll().finally(() => {
      this.#round = undefined;
      const state = this.#parts.masterService.state();
      if (!this.#leads(state)) return;
      this.#timer.in(this.#isAskedAgain ? SETTLE_MS : intervalMs(state));
      this.#isAskedAgain = false;
    });
  }

  async #lookAtAll(): Promise<void> {
    const { masterService, clock, log } = this.#parts;
    const state = masterService.state();
    if (!hasPolicies(state)) return;
    const nextMs = clock.monotonicMs() + intervalMs(state);
    if (clock.monotonicMs() >= this.#askAgainAtMs) {
      this.#versionsAsked.clear();
      this.#restless.clear();
      this.#askAgainAtMs = nextMs;
    }
    // The interval may have become shorter.
    this.#askAgainAtMs = Math.min(this.#askAgainAtMs, nextMs);
    const slices = new Slices(this.#parts);
    for (const { name } of state.metadata.indices.values()) {
      await slices.pause();
      if (this.#stopped.signal.aborted || !this.#leads(masterService.state())) return;
      try {
        await this.#lookAt(name);
      } catch (thrown) {
        const { type, reason } = asApiError(thrown);
        log.debug('policy not executed', { index: name, type, reason });
      }
    }
    await this.#streams.look(this.#stopped.signal);
  }

  async #lookAt(name: string): Promise<void> {
    for (let steps = 0; steps < STEPS_AT_ONCE; steps++) {
      const index = this.#parts.masterService.state().metadata.indices.get(name);
      if (index === undefined || this.#working.has(index.uuid)) return;
      if (this.#restless.has(index.uuid)) return;
      if (!(await this.#step(index))) return;
      if (steps === STEPS_AT_ONCE - 1) this.#restless.add(index.uuid);
    }
  }

  /** Returns true if another step may follow at once. */
  async #step(index: IndexMetadata): Promise<boolean> {
    const { masterService, clock } = this.#parts;
    const state = masterService.state();
    const wanted = wantedPolicy(state, index);
    if (wanted === null) return this.#take(index, undefined);
    if (wanted !== undefined) {
      const to = beginning(wanted, clock.nowMs(), index.lifecycle);
      return this.#take(index, { to, effects: [] });
    }
    const { lifecycle: managed } = index;
    if (managed === undefined || !isRunning(state, managed.dialect)) return false;
    const policy = readPolicy(managed.dialect, managed.policy);
    const asks = asksPrimaries(policy, managed);
    if (asks && this.#versionsAsked.get(index.uuid) === managed.version) return false;
    const primaries = asks
      ? await primariesOf(index, this.#parts, this.#stopped.signal)
      : undefined;
    if (asks) this.#versionsAsked.set(index.uuid, managed.version);
    const facts = { state, index, managed, primaries, nowMs: clock.nowMs() };
    return this.#decided(facts, advanced(facts));
  }

  async #decided(facts: Facts, decision: Decision): Promise<boolean> {
    if (decision.kind === 'nothing') return false;
    if (decision.kind === 'step') return this.#takeOrFail(facts, decision.step);
    void this.#workAt(facts, decision);
    return false;
  }

  /** Runs long work without delaying other indices. */
  async #workAt(facts: Facts, decision: Decision & { readonly kind: 'work' }): Promise<void> {
    const { work, log } = this.#parts;
    const { index } = facts;
    this.#working.add(index.uuid);
    try {
      await work.run(decision.work, facts, this.#stopped.signal);
      await this.#take(index, decision.after);
    } catch (thrown) {
      const { reason } = asApiError(thrown);
      log.warn('action of a policy failed', { index: index.name, reason });
      await this.#fail(facts, thrown).catch((unkept: unknown) => {
        log.debug('failure of an action not stored; the next check retries', {
          reason: asApiError(unkept).reason,
        });
      });
    } finally {
      this.#working.delete(index.uuid);
      this.#timer.in(SETTLE_MS);
    }
  }

  async #takeOrFail(facts: Facts, step: Step): Promise<boolean> {
    try {
      const isTaken = await this.#take(facts.index, step);
      if (step.to.status === 'failed') this.#notifyFailure(facts, step.to.message);
      return isTaken;
    } catch (thrown) {
      await this.#fail(facts, thrown);
      return false;
    }
  }

  /**
   * Records a failed attempt of the action. A node that stops or is no longer the master made no
   * attempt.
   */
  async #fail(facts: Facts, thrown: unknown): Promise<void> {
    const { status, type, reason } = asApiError(thrown);
    if (this.#stopped.signal.aborted || status === UNAVAILABLE) throw thrown;
    const { managed, index } = facts;
    if (type === 'snapshot_in_progress_exception') {
      const waits = held(facts, reason);
      if (waits !== undefined) await this.#take(index, waits);
      return;
    }
    const step = afterFailure(readPolicy(managed.dialect, managed.policy), facts, reason);
    await this.#take(index, step);
    if (step.to.status === 'failed') this.#notifyFailure(facts, step.to.message);
  }

  /** Notifies the policy's webhook of a stuck index. */
  #notifyFailure(facts: Facts, message: string): void {
    const { work, log } = this.#parts;
    const { managed, index } = facts;
    log.warn('policy of an index stopped after a failure', { index: index.name, message });
    const { onError: webhook } = readPolicy(managed.dialect, managed.policy);
    if (webhook === undefined) return;
    const failed = { ...facts, managed: { ...managed, message } };
    const call = { kind: 'webhook', webhook, text: webhook.template } as const;
    work.run(call, failed, this.#stopped.signal).catch((thrown: unknown) => {
      const { reason } = asApiError(thrown);
      log.warn('error notification of a policy not sent', { index: index.name, reason });
    });
  }

  async #take({ name, uuid, lifecycle }: IndexMetadata, step: Step | undefined): Promise<boolean> {
    const { masterService, shardHost, clock } = this.#parts;
    const { to, effects = [], onto } = step ?? {};
    const request = { index: name, uuid, from: lifecycle?.version, to, effects, onto };
    const change = { command: 'lifecycle_step', request } as const;
    const ground = { state: masterService.state(), shardHost };
    const options = { nowMs: clock.nowMs(), signal: this.#stopped.signal, turns: this.#parts };
    await checkAddedFilters(change, ground, options);
    await masterService.submit('lifecycle_step', request, STEP);
    return step !== undefined;
  }
}

function advanced(facts: Facts): Decision {
  const { managed, state } = facts;
  const policy = readPolicy(managed.dialect, managed.policy);
  return advance(policy, facts, takenPolicy(state, managed));
}

function isRunning(state: ClusterState, dialect: 'ism' | 'ilm'): boolean {
  if (dialect === 'ilm') return !state.metadata.lifecycle.isStopped;
  return readSetting(clusterSettings(state), CLUSTER.lifecycle.ismEnabled);
}

/** Longest time without a check; ages and sizes change without an event. */
function intervalMs(state: ClusterState): number {
  const settings = clusterSettings(state);
  return Math.min(
    readSetting(settings, CLUSTER.lifecycle.pollInterval),
    readSetting(settings, CLUSTER.lifecycle.ismInterval) * MINUTE_MS,
    readSetting(settings, CLUSTER.lifecycle.streamInterval),
  );
}

/** True if there may be work. */
function hasPolicies(state: ClusterState): boolean {
  return (
    state.metadata.lifecyclePolicies.size > 0 ||
    state.metadata.dataStreams.size > 0 ||
    someIsManaged(state)
  );
}

/** True if the change affects policies or the conditions of their steps. */
function isOfConcern(previous: ClusterState, next: ClusterState): boolean {
  return (
    previous.metadata.indices !== next.metadata.indices ||
    previous.metadata.lifecyclePolicies !== next.metadata.lifecyclePolicies ||
    previous.metadata.dataStreams !== next.metadata.dataStreams ||
    previous.metadata.lifecycle !== next.metadata.lifecycle ||
    (previous.metadata.snapshots !== next.metadata.snapshots && someIsManaged(next)) ||
    previous.metadata.snapshotPolicies !== next.metadata.snapshotPolicies ||
    previous.metadata.persistentSettings !== next.metadata.persistentSettings ||
    previous.metadata.transientSettings !== next.metadata.transientSettings ||
    (previous.routing !== next.routing && someIsManaged(next))
  );
}

function someIsManaged({ metadata }: ClusterState): boolean {
  for (const { lifecycle } of metadata.indices.values()) if (lifecycle !== undefined) return true;
  return false;
}
