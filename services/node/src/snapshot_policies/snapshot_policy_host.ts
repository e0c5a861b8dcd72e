/**
 * Executes snapshot policies while this node is the master. It checks each policy on cluster
 * changes and when one is due, asks `@skein/lifecycle` (pure) for the next action, and takes that
 * step through the command `snapshot_policy_step`. A new master continues from the cluster state.
 */
import { type Log, SoonestTimer, type Timers } from '@skein/base';
import {
  type ClusterState,
  type SnapshotPolicyRecord,
  searchedSnapshots,
  snapshotPolicyKey,
} from '@skein/cluster';
import { asApiError } from '@skein/errors';
import {
  nextOfRemoving,
  nextOfTaking,
  type PolicyDecision,
  type PolicyFacts,
  readSnapshotPolicy,
  removingFailed,
  retentionTurn,
  type SnapshotPolicy,
} from '@skein/lifecycle';
import { PolicyRuns, type PolicyRunsParts } from './policy_runs.js';

export interface SnapshotPolicyHostParts extends PolicyRunsParts {
  readonly localNodeId: string;
  readonly timers: Timers;
  readonly log: Log;
}

const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
/** Delay after a cluster change, because changes come in groups. */
const SETTLE_MS = 100;
/** Longest time between two checks of due times, because the wall clock may be set. */
const LONGEST_REST_MS = 60_000;
/** Delay after a failed step, or a repository that could not be read. */
const AGAIN_MS = 5_000;
/** Limit of consecutive steps of a policy. */
const STEPS_AT_ONCE = 8;

type Kind = 'creation' | 'deletion';

const NEXT_OF: Readonly<
  Record<Kind, (policy: SnapshotPolicy, facts: PolicyFacts) => PolicyDecision>
> = { creation: nextOfTaking, deletion: nextOfRemoving };

export class SnapshotPolicyHost {
  readonly #parts: SnapshotPolicyHostParts;
  readonly #runs: PolicyRuns;
  readonly #working = new Map<string, Promise<void>>();
  /** Keys of running work that a check came upon: it may have read the state before the change. */
  readonly #overtaken = new Set<string>();
  readonly #stopped = new AbortController();
  readonly #timer: SoonestTimer;

  constructor(parts: SnapshotPolicyHostParts) {
    this.#parts = parts;
    this.#runs = new PolicyRuns(parts);
    this.#timer = new SoonestTimer(parts, () => this.#look());
  }

  /**
   * Handles a new cluster state: a policy or its run may have changed, or this node became the
   * master.
   */
  apply(state: ClusterState): void {
    if (this.#leads(state) && state.metadata.snapshotPolicies.size > 0) this.#timer.in(SETTLE_MS);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#timer.stop();
    await Promise.all(this.#working.values());
  }

  #leads(state: ClusterState): boolean {
    return state.masterNodeId === this.#parts.localNodeId && !this.#stopped.signal.aborted;
  }

  #look(): void {
    const state = this.#parts.masterService.state();
    if (!this.#leads(state) || state.metadata.snapshotPolicies.size === 0) return;
    this.#timer.in(LONGEST_REST_MS);
    this.#begin('retention', () => this.#retain(state));
    for (const [key, { dialect, name }] of state.metadata.snapshotPolicies) {
      this.#begin(key, () => this.#carryOut(snapshotPolicyKey(dialect, name)));
    }
  }

  /** Runs one piece of work at a time for each key, and checks again what a change came upon. */
  #begin(key: string, work: () => Promise<void>): void {
    if (this.#working.has(key)) {
      this.#overtaken.add(key);
      return;
    }
    const done = work()
      .catch((thrown: unknown) => {
        const { type, reason } = asApiError(thrown);
        this.#parts.log.warn('snapshot policy interrupted', { policy: key, type, reason });
        this.#timer.in(AGAIN_MS);
      })
      .finally(() => {
        this.#working.delete(key);
        if (this.#overtaken.delete(key)) this.#timer.in(SETTLE_MS);
      });
    this.#working.set(key, done);
  }

  async #retain(state: ClusterState): Promise<void> {
    const { masterService, clock } = this.#parts;
    const { request, untilMs } = retentionTurn(state, clock.nowMs());
    this.#wakeAt(untilMs);
    if (request !== undefined) await masterService.submit('run_snapshot_retention', request, STEP);
  }

  async #carryOut(key: string): Promise<void> {
    for (let steps = 0; steps < STEPS_AT_ONCE; steps++) {
      const taken = (await this.#step(key, 'creation')) || (await this.#step(key, 'deletion'));
      if (!taken) return;
    }
    this.#timer.in(AGAIN_MS);
  }

  /** Returns true if another step may follow at once. */
  async #step(key: string, kind: Kind): Promise<boolean> {
    const { masterService, clock } = this.#parts;
    const state = masterService.state();
    const record = state.metadata.snapshotPolicies.get(key);
    if (record === undefined || !this.#leads(state)) return false;
    const policy = readSnapshotPolicy(record.dialect, record.source);
    const facts = { state, record, nowMs: clock.nowMs() };
    const decision = NEXT_OF[kind](policy, facts);
    if (decision.kind !== 'look') return this.#take(record, decision);
    const all = await this.#found(policy, facts, kind);
    if (all === undefined) return false;
    const found = kind === 'deletion' ? all.filter(mayGo(policy, facts)) : all;
    return this.#take(record, NEXT_OF[kind](policy, { ...facts, found }));
  }

  async #take(record: SnapshotPolicyRecord, decision: PolicyDecision): Promise<boolean> {
    const { signal } = this.#stopped;
    switch (decision.kind) {
      case 'nothing':
        this.#wakeAt(decision.untilMs);
        return false;
      case 'look':
        return false;
      case 'step':
        await this.#runs.step(record, decision.step);
        return true;
      case 'create': {
        const fault = await this.#runs.take(record, signal);
        if (fault !== undefined) this.#logFailure(record, fault.reason);
        return true;
      }
      case 'delete':
        await this.#runs.remove(record, decision.snapshots, signal);
        return true;
    }
  }

  /**
   * Undefined if the repository could not be read; a policy that waits for it records the failure.
   */
  async #found(policy: SnapshotPolicy, facts: PolicyFacts, kind: Kind) {
    const { record } = facts;
    try {
      return await this.#runs.found(record, this.#stopped.signal);
    } catch (thrown) {
      const fault = asApiError(thrown);
      // The result of a started run is requested until the repository gives it.
      if (this.#stopped.signal.aborted || record[kind]?.started !== undefined) throw fault;
      this.#logFailure(record, fault.reason);
      await this.#runs.step(record, removingFailed(policy, facts, fault.reason));
      return undefined;
    }
  }

  #logFailure({ name }: SnapshotPolicyRecord, reason: string): void {
    this.#parts.log.warn('snapshot policy failed', { policy: name, reason });
  }

  #wakeAt(atMs: number | undefined): void {
    if (atMs === undefined) return;
    const delayMs = atMs - this.#parts.clock.nowMs();
    this.#timer.in(Math.min(Math.max(delayMs, SETTLE_MS), LONGEST_REST_MS));
  }
}

/**
 * True if the snapshot may be deleted. A snapshot that backs a searchable index stays and does not
 * count for the policy: a deletion that includes it would be refused as a whole.
 */
function mayGo({ repository }: SnapshotPolicy, { state }: PolicyFacts) {
  const searched = searchedSnapshots(state.metadata.indices, repository);
  return ({ uuid }: { readonly uuid: string }) => !searched.has(uuid);
}
