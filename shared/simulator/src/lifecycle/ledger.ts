/** Records the history of the indices of a simulated day and checks that each step was allowed. */
import type { ClusterState, ManagedIndex } from '@skein/cluster';
import { readPolicy } from '@skein/lifecycle';
import { must } from '../violation.js';
import type { DayPolicy } from './policies.js';

export class LifecycleLedger {
  rollovers = 0;
  deletions = 0;
  readonly #policy: DayPolicy;
  readonly #stream: string;
  /** For each index, the time at which the next one was made. */
  readonly #rolledOverMs = new Map<string, number>();
  readonly #merged = new Set<string>();
  /** The states that each index has entered. */
  readonly #entered = new Map<string, Set<string>>();

  constructor(policy: DayPolicy, stream: string) {
    this.#policy = policy;
    this.#stream = stream;
  }

  merged(index: string): void {
    this.#merged.add(index);
  }

  /** When an index should be deleted; `undefined` while it is still written to. */
  dueMs(state: ClusterState, index: string): number | undefined {
    const { indices = [] } = state.metadata.dataStreams.get(this.#stream) ?? {};
    const next = state.metadata.indices.get(indices[indices.indexOf(index) + 1] ?? '');
    return next && next.creationDateMs + this.#policy.keptMs;
  }

  /** Checks a step that was taken. */
  changed(before: ClusterState, after: ClusterState, nowMs: number): void {
    this.#checkNew(before, after, nowMs);
    for (const { name, lifecycle: was } of before.metadata.indices.values()) {
      const index = after.metadata.indices.get(name);
      if (index === undefined) this.#checkDeleted(name, was, nowMs);
      else if (index.lifecycle !== was) this.#checkMove(name, was, index.lifecycle);
    }
  }

  #checkNew(before: ClusterState, after: ClusterState, nowMs: number): void {
    const made = [...after.metadata.indices.keys()].filter(
      (name) => !before.metadata.indices.has(name),
    );
    if (made.length === 0) return;
    must(made.length === 1, 'L2', () => `${made.join()} made by one step`);
    const old = before.metadata.dataStreams.get(this.#stream)?.indices.at(-1) ?? '';
    must(!this.#rolledOverMs.has(old), 'L2', () => `${old} rolled over twice`);
    this.#rolledOverMs.set(old, nowMs);
    this.rollovers++;
  }

  #checkDeleted(name: string, was: ManagedIndex | undefined, nowMs: number): void {
    const since = this.#rolledOverMs.get(name);
    must(since !== undefined, 'L3', () => `${name} was deleted while it was written to`);
    const ageMs = nowMs - (since ?? 0);
    must(ageMs >= this.#policy.keptMs, 'L3', () => `${name} was deleted ${ageMs} ms old`);
    must(was?.state === 'delete', 'L1', () => `${name} was deleted in state ${was?.state}`);
    this.deletions++;
  }

  /** Checks that an index may move from its previous place in the policy to the new one. */
  #checkMove(name: string, was: ManagedIndex | undefined, is: ManagedIndex | undefined): void {
    if (is === undefined || was === undefined || is.state === undefined) {
      must(was === undefined, 'L1', () => `${name} begins again`);
      return;
    }
    must(is.version === was.version + 1, 'L1', () => `${name}: ${was.version} -> ${is.version}`);
    const actions = actionsOf(is, was.state);
    if (is.state !== was.state) {
      must(was.action === actions.length, 'L1', () => `${name} left ${was.state} at ${was.action}`);
      this.#enter(name, is.state);
    } else if (is.action !== was.action) {
      must(is.action === was.action + 1, 'L1', () => `${name}: ${was.action} -> ${is.action}`);
      this.#complete(name, actions[was.action] ?? '');
    }
  }

  #enter(name: string, state: string): void {
    const entered = this.#entered.get(name) ?? new Set();
    this.#entered.set(name, entered);
    must(!entered.has(state), 'L1', () => `${name} enters ${state} again`);
    entered.add(state);
  }

  #complete(name: string, action: string): void {
    if (action === 'rollover') {
      must(this.#rolledOverMs.has(name), 'L1', () => `${name} did not roll over`);
    }
    if (action === 'forcemerge' || action === 'force_merge') {
      must(this.#merged.has(name), 'L4', () => `${name} was not merged`);
    }
  }
}

function actionsOf({ dialect, policy }: ManagedIndex, state: string | undefined): string[] {
  const found = state === undefined ? undefined : readPolicy(dialect, policy).states.get(state);
  return found?.actions.map(({ name }) => name) ?? [];
}
