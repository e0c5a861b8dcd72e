/**
 * Takes a policy's snapshots:
 *
 *     waits -> due -> under way -> waits (it succeeded, or failed, or took too long)
 *              due -> due (it could not be begun: another attempt) -> waits
 */

import { formatTimeMs } from '@skein/base';
import type { FailedSnapshot, PolicyWork, TakenSnapshot } from '@skein/cluster';
import {
  again,
  begun,
  ended,
  LOOK,
  limitPassed,
  NOTHING,
  type PolicyDecision,
  type PolicyFacts,
  type PolicyStep,
  rested,
  taking,
  until,
  waiting,
} from './policy_turn.js';
import type { SnapshotPolicy, TakingPolicy } from './snapshot_policy.js';

export function nextOfTaking(policy: SnapshotPolicy, facts: PolicyFacts): PolicyDecision {
  const { creation: work } = facts.record;
  const { creation } = policy;
  if (work === undefined || creation === undefined) return NOTHING;
  const { started } = work;
  if (started !== undefined) return following(creation, facts, work, started);
  return waiting(policy, facts, work) ?? { kind: 'create' };
}

/** The step that records the requested snapshot, in the same change of the cluster state. */
export function takingBegun(
  policy: SnapshotPolicy,
  { record, nowMs }: PolicyFacts,
  snapshot: { readonly uuid: string; readonly name: string },
): PolicyStep {
  const work = record.creation ?? { isDue: true, failures: 0 };
  const message = `Snapshot ${snapshot.name} creation has been started and waiting for completion.`;
  const started = { uuid: snapshot.uuid, names: [snapshot.name] };
  const { schedule } = policy.creation ?? {};
  return { progress: { creation: begun(work, schedule, started, { message, nowMs }) } };
}

/** The step after the snapshot could not be requested. */
export function takingFailed(
  policy: SnapshotPolicy,
  facts: PolicyFacts,
  snapshot: string,
  cause: string,
): PolicyStep {
  const { record, nowMs } = facts;
  const { creation: work } = record;
  const { creation } = policy;
  if (work === undefined || creation === undefined) return { progress: {} };
  const message = `Caught exception while creating snapshot ${snapshot}.`;
  const retried = again(policy, work, creation.schedule, { message, cause, nowMs });
  if (retried !== undefined) return { progress: { creation: retried } };
  return failed(creation, facts, work, { snapshot, message, cause });
}

function following(
  creation: TakingPolicy,
  facts: PolicyFacts,
  work: PolicyWork,
  { uuid, names: [snapshot = ''] }: NonNullable<PolicyWork['started']>,
): PolicyDecision {
  const { state, found, nowMs } = facts;
  const running = state.metadata.snapshots.get(uuid);
  if (running !== undefined && running.outcome === undefined) {
    return underWay(creation, facts, work, snapshot);
  }
  if (running?.outcome !== undefined) {
    const { result, reason = '', atMs: endMs } = running.outcome;
    const { startMs, indices } = running;
    const taken = { snapshot, startMs, endMs, indices: indices.map(({ name }) => name) };
    return result === 'SUCCESS'
      ? taking(succeeded(creation, facts, work, taken))
      : taking(failed(creation, facts, work, { snapshot, ...failure(snapshot, result, reason) }));
  }
  // The record of the outcome is removed after a while: the repository has it.
  if (found === undefined) return LOOK;
  const one = found.find((other) => other.uuid === uuid);
  if (one === undefined) {
    const message = `Snapshot ${snapshot} not found while checking if it has been created.`;
    return taking(failed(creation, facts, work, { snapshot, message, cause: message }));
  }
  const { startMs, endMs, indices } = one;
  return one.state === 'SUCCESS'
    ? taking(succeeded(creation, { ...facts, nowMs }, work, { snapshot, startMs, endMs, indices }))
    : taking(
        failed(creation, facts, work, {
          snapshot,
          ...failure(snapshot, one.state, one.reason ?? ''),
        }),
      );
}

function failure(snapshot: string, state: string, reason: string) {
  const message = `Snapshot ${snapshot} creation failed as the snapshot is in the ${state} state.`;
  return { message, cause: reason === '' ? message : reason };
}

function underWay(
  creation: TakingPolicy,
  facts: PolicyFacts,
  work: PolicyWork,
  snapshot: string,
): PolicyDecision {
  const { timeLimitMs } = creation;
  const { isPassed, atMs } = limitPassed(work, timeLimitMs, facts.nowMs);
  if (!isPassed || timeLimitMs === undefined) return until(atMs);
  const cause = `Time limit ${formatTimeMs(timeLimitMs)} exceeded during snapshot creation step`;
  const step = failed(creation, facts, work, { snapshot, message: cause, cause });
  const { creation: after } = step.progress;
  if (after === undefined) return NOTHING;
  const latest = ended(work, facts.nowMs, {
    status: 'TIME_LIMIT_EXCEEDED',
    message: cause,
    cause,
  });
  return taking({ progress: { ...step.progress, creation: { ...after, latest } } });
}

function succeeded(
  { schedule }: TakingPolicy,
  { record, nowMs }: PolicyFacts,
  work: PolicyWork,
  lastSuccess: TakenSnapshot,
): PolicyStep {
  const message = `Snapshot ${lastSuccess.snapshot} creation has finished successfully.`;
  const latest = ended(work, nowMs, { status: 'SUCCESS', message });
  const counts = { ...record.counts, taken: record.counts.taken + 1, failedInRow: 0 };
  return {
    progress: { creation: { ...rested(work, schedule, nowMs), latest }, counts, lastSuccess },
  };
}

function failed(
  { schedule }: TakingPolicy,
  { record, nowMs }: PolicyFacts,
  work: PolicyWork,
  {
    snapshot,
    message,
    cause,
  }: { readonly snapshot: string; readonly message: string; readonly cause: string },
): PolicyStep {
  const { counts } = record;
  const lastFailure: FailedSnapshot = { snapshot, atMs: nowMs, reason: cause };
  const latest = ended(work, nowMs, { status: 'FAILED', message, cause });
  return {
    progress: {
      creation: { ...rested(work, schedule, nowMs), latest },
      counts: { ...counts, failed: counts.failed + 1, failedInRow: counts.failedInRow + 1 },
      lastFailure,
    },
  };
}
