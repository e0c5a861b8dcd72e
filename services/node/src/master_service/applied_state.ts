/**
 * The cluster state that this node uses: committed states are given to the appliers one after
 * another; if several wait, only the newest. Without a master the last state stays in force, under
 * a block.
 */
import type { Log, Timers } from '@skein/base';
import { type ClusterState, withoutMaster } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { StateApplier, StateChange, WaitOptions } from './contract.js';
import { StateWaiters } from './state_waiters.js';

interface AppliedStateParts {
  readonly initial: ClusterState;
  readonly timers: Timers;
  readonly log: Log;
  /** Called when a committed state has passed all appliers. */
  readonly applied: (state: ClusterState) => void;
}

export class AppliedState {
  readonly #parts: AppliedStateParts;
  readonly #appliers: StateApplier[] = [];
  readonly #waiters: StateWaiters;
  #state: ClusterState;
  /** The last one that has gone through all appliers: `#state`, unless they are at work on it. */
  #applied: ClusterState;
  /** The state as the master published it. */
  #committed: ClusterState | undefined;
  #hasMaster = false;
  #next: ClusterState | undefined;
  #applying: Promise<void> | undefined;

  constructor(parts: AppliedStateParts) {
    this.#parts = parts;
    this.#waiters = new StateWaiters(parts.timers);
    this.#state = parts.initial;
    this.#applied = parts.initial;
  }

  get state(): ClusterState {
    return this.#state;
  }

  addApplier(applier: StateApplier): void {
    this.#appliers.push(applier);
  }

  /** Applies a committed state; older waiting states are skipped. */
  commit(state: ClusterState): void {
    this.#committed = state;
    this.#hasMaster = true;
    this.#advance(state);
  }

  /** Records that the master is gone, or is back without having published anything new. */
  setMaster(nodeId: string | undefined, term: number): void {
    const committed = this.#committed;
    const isBack = committed?.masterNodeId === nodeId && committed?.term === term;
    if (nodeId === undefined && this.#hasMaster) {
      this.#hasMaster = false;
      this.#advance(withoutMaster(committed ?? this.#state));
    } else if (nodeId !== undefined && isBack && !this.#hasMaster && committed !== undefined) {
      this.commit(committed);
    }
  }

  /**
   * A state that the appliers are at work on does not count yet: shards that it places here may be
   * missing.
   */
  waitFor(predicate: (state: ClusterState) => boolean, options: WaitOptions): Promise<boolean> {
    return this.#waiters.waitFor(this.#applied, predicate, options);
  }

  /** Waits for the appliers, then releases the waiters. */
  async stop(): Promise<void> {
    this.#next = undefined;
    await this.#applying;
    this.#waiters.close();
  }

  #advance(state: ClusterState): void {
    this.#next = state;
    this.#applying ??= this.#applyAll();
  }

  async #applyAll(): Promise<void> {
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined;
      await this.#apply({ previous: this.#state, current: next });
    }
    this.#applying = undefined;
  }

  async #apply(change: StateChange): Promise<void> {
    this.#state = change.current;
    for (const applier of this.#appliers) {
      try {
        await applier.apply(change);
      } catch (thrown) {
        const error = asApiError(thrown).message;
        this.#parts.log.error('cluster state applier failed', { applier: applier.name, error });
      }
    }
    this.#applied = change.current;
    this.#waiters.notify(change.current);
    if (change.current.masterNodeId !== undefined) this.#parts.applied(change.current);
  }
}
