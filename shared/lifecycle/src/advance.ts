/**
 * Determines the next step of an index in its policy. Pure: the same facts give the same step,
 * which the command `lifecycle_step` applies.
 *
 *     no state -> first state -> its actions, one after another -> the state of a due transition
 *                                action failed -> tried again, or failed for good
 *                                no transitions -> completed
 */
import type { LifecycleEffect, ManagedIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Facts } from './facts.js';
import {
  type Action,
  type Outcome,
  type Policy,
  type PolicyState,
  retryDelayMs,
  type Work,
} from './policy.js';

export interface Step {
  readonly to: ManagedIndex;
  readonly effects: readonly LifecycleEffect[];
  /** The index that takes the place of this one at `to`. */
  readonly onto?: string;
}

export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'step'; readonly step: Step }
  /** The work must be done before the step `after`. */
  | { readonly kind: 'work'; readonly work: Work; readonly after: Step };

const NOTHING: Decision = { kind: 'nothing' };

/** `changed` is the policy named by `managed.change`. */
export function advance(policy: Policy, facts: Facts, changed?: TakenPolicy): Decision {
  const { managed } = facts;
  if (managed.status !== 'running') return NOTHING;
  if (managed.state === undefined) return taking(entered(facts, policy.first));
  const state = policy.states.get(managed.state);
  if (state === undefined) {
    return taking(failedForGood(facts, `the policy has no state [${managed.state}]`));
  }
  const action = state.actions[managed.action];
  if (action !== undefined) return acting(action, facts);
  return managed.change === undefined ? leaving(state, facts) : changing(facts, changed);
}

/** True if the next step depends on statistics of the primaries. */
export function asksPrimaries(policy: Policy, managed: ManagedIndex): boolean {
  const state = managed.state === undefined ? undefined : policy.states.get(managed.state);
  if (managed.status !== 'running' || state === undefined) return false;
  const action = state.actions[managed.action];
  if (action === undefined) return state.transitions.some((one) => one.asksPrimaries);
  // A long-running action has stored the answers since it began.
  return action.asksPrimaries && managed.memo === undefined;
}

function acting(action: Action, facts: Facts): Decision {
  const { managed, nowMs } = facts;
  if (action.timeoutMs !== undefined && nowMs - managed.actionSinceMs > action.timeoutMs) {
    return taking(failedForGood(facts, 'Action timed out'));
  }
  const { failedAtMs, failures } = managed;
  if (failedAtMs !== undefined && nowMs - failedAtMs < retryDelayMs(action.retry, failures)) {
    return NOTHING;
  }
  return following(action, action.next(facts), facts);
}

function following(action: Action, outcome: Outcome, facts: Facts): Decision {
  const { managed } = facts;
  switch (outcome.kind) {
    case 'done': {
      const { effects = [], onto, rolledOver = false } = outcome;
      const to = completed(facts, outcome.message, rolledOver);
      return taking({ to, effects, ...(onto === undefined ? {} : { onto }) });
    }
    case 'part': {
      const { effects = [], message, memo } = outcome;
      return taking({ to: moved(managed, { message, memo }), effects });
    }
    case 'work': {
      const after = { to: completed(facts, outcome.message, false), effects: [] };
      return { kind: 'work', work: outcome.work, after };
    }
    case 'fail':
      return taking(failed(action, facts, outcome.message));
    case 'wait': {
      if (managed.message === outcome.message) return NOTHING;
      return taking({ to: moved(managed, { message: outcome.message }), effects: [] });
    }
  }
}

function leaving({ transitions }: PolicyState, facts: Facts): Decision {
  const { managed } = facts;
  const due = transitions.find((one) => one.isDue(facts));
  if (due !== undefined) return taking(entered(facts, due.to));
  if (transitions.length > 0) return NOTHING;
  const message = 'Successfully completed the policy';
  return taking({ to: moved(managed, { status: 'completed', message }), effects: [] });
}

/** A policy that replaces the index's current one. */
export interface TakenPolicy {
  readonly policy: Policy;
  readonly taken: Pick<ManagedIndex, 'policy' | 'policyId' | 'policyVersion' | 'policySeqNo'>;
}

function changing(facts: Facts, changed: TakenPolicy | undefined): Decision {
  const { managed, nowMs } = facts;
  const { change } = managed;
  if (changed === undefined) {
    return taking(failedForGood(facts, `there is no policy [${change?.policyId}]`));
  }
  const { change: _taken, ...rest } = managed;
  const state = change?.state ?? changed.policy.first;
  const to = inState({ ...rest, ...changed.taken }, state, nowMs);
  return taking({ to, effects: [] });
}

/** The step after an attempt that threw, or after failed work. */
export function afterFailure(policy: Policy, facts: Facts, reason: string): Step {
  const { state, action } = facts.managed;
  const at = state === undefined ? undefined : policy.states.get(state)?.actions[action];
  return at === undefined ? failedForGood(facts, reason) : failed(at, facts, reason);
}

/**
 * The step after an attempt that threw because a running snapshot needs the index unchanged: it
 * does not count as a failure and is tried again when the cluster changes. `undefined` if the
 * message already says so.
 */
export function held({ managed }: Facts, reason: string): Step | undefined {
  return managed.message === reason
    ? undefined
    : { to: moved(managed, { message: reason }), effects: [] };
}

function failed({ name, retry }: Action, facts: Facts, reason: string): Step {
  const { managed, nowMs } = facts;
  const failures = managed.failures + 1;
  const message = `Failed [${name}]: ${reason}`;
  if (failures > retry.count) return failedForGood(facts, message);
  const { memo: _forgotten, ...rest } = managed;
  return { to: moved(rest, { failures, failedAtMs: nowMs, message }), effects: [] };
}

function failedForGood({ managed, nowMs }: Facts, message: string): Step {
  const failures = managed.failures + 1;
  return {
    to: moved(managed, { status: 'failed', failures, failedAtMs: nowMs, message }),
    effects: [],
  };
}

function completed({ managed, nowMs }: Facts, message: string, rolledOver: boolean): ManagedIndex {
  const { memo: _done, failedAtMs: _healed, ...rest } = managed;
  return moved(rest, {
    action: managed.action + 1,
    actionSinceMs: nowMs,
    failures: 0,
    message,
    ...(rolledOver ? { rolledOverMs: nowMs } : {}),
  });
}

function entered({ managed, nowMs }: Facts, state: string): Step {
  return { to: inState(managed, state, nowMs), effects: [] };
}

/** The index at the beginning of a state. */
export function inState(managed: ManagedIndex, state: string, nowMs: number): ManagedIndex {
  const { memo: _left, failedAtMs: _forgotten, ...rest } = managed;
  return moved(rest, {
    state,
    stateSinceMs: nowMs,
    action: 0,
    actionSinceMs: nowMs,
    failures: 0,
    status: 'running',
    message: `Transitioning to ${state}`,
  });
}

export function moved(managed: ManagedIndex, changes: Partial<ManagedIndex>): ManagedIndex {
  return { ...managed, ...changes, version: managed.version + 1 };
}

/** Retries the failed action at once, as if it had not failed before. */
export function retried(managed: ManagedIndex, nowMs: number): ManagedIndex {
  const { failedAtMs: _tried, ...rest } = managed;
  const message = 'Retrying the action';
  return moved(rest, { status: 'running', failures: 0, actionSinceMs: nowMs, message });
}

function taking(step: Step): Decision {
  return { kind: 'step', step };
}

export function memoOf({ managed }: Facts): JsonObject {
  return managed.memo ?? {};
}
