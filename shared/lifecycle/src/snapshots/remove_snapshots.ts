/**
 * Removes snapshots of a policy that are too old or too many:
 *
 *     waits -> due -> under way -> waits
 *              due -> waits               (no snapshot is outdated)
 *              due, under way -> due      (another attempt after a failure)
 */
import { formatTimeMs } from '@skein/base';
import type { PolicyWork, SnapshotName } from '@skein/cluster';
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
import type { RemovingPolicy, SnapshotPolicy } from './snapshot_policy.js';

export function nextOfRemoving(policy: SnapshotPolicy, facts: PolicyFacts): PolicyDecision {
  const { deletion: work } = facts.record;
  const { deletion } = policy;
  if (work === undefined || deletion === undefined) return NOTHING;
  if (work.started !== undefined) return following(policy, deletion, facts, work);
  const waits = waiting(policy, facts, work);
  if (waits !== undefined) return waits;
  const { found, nowMs } = facts;
  if (found === undefined) return LOOK;
  const outdated = deletion.outdated(found, nowMs);
  if (outdated.length === 0) {
    return taking({ progress: { deletion: rested(work, deletion.schedule, nowMs) } });
  }
  return { kind: 'delete', snapshots: outdated.map(({ name, uuid }) => ({ name, uuid })) };
}

/** The step that records the requested deletion, in the same change of the cluster state. */
export function removingBegun(
  policy: SnapshotPolicy,
  { record, nowMs }: PolicyFacts,
  { uuid, snapshots }: { readonly uuid: string; readonly snapshots: readonly SnapshotName[] },
): PolicyStep {
  const work = record.deletion ?? { isDue: true, failures: 0 };
  const names = snapshots.map(({ name }) => name);
  const message = `Snapshots [${names.join(', ')}] deletion has been started and waiting for completion.`;
  const { schedule } = policy.deletion ?? {};
  return { progress: { deletion: begun(work, schedule, { uuid, names }, { message, nowMs }) } };
}

/** The step after the repository could not be read, or the deletion not be requested or done. */
export function removingFailed(
  policy: SnapshotPolicy,
  { record, nowMs }: PolicyFacts,
  cause: string,
): PolicyStep {
  const { deletion: work, counts } = record;
  const { deletion } = policy;
  if (work === undefined || deletion === undefined) return { progress: {} };
  const names = work.started?.names ?? [];
  const message =
    names.length === 0
      ? 'Caught exception while getting snapshots to decide which snapshots to delete.'
      : `Caught exception while deleting snapshot [${names.join(', ')}].`;
  const retried = again(policy, work, deletion.schedule, { message, cause, nowMs });
  if (retried !== undefined) return { progress: { deletion: retried } };
  const latest = ended(work, nowMs, { status: 'FAILED', message, cause });
  return {
    progress: {
      deletion: { ...rested(work, deletion.schedule, nowMs), latest },
      counts: { ...counts, deletionsFailed: counts.deletionsFailed + Math.max(1, names.length) },
    },
    retention: { result: 'failed', deletionMs: 0 },
  };
}

function following(
  policy: SnapshotPolicy,
  deletion: RemovingPolicy,
  facts: PolicyFacts,
  work: PolicyWork,
): PolicyDecision {
  const { state, found } = facts;
  const { uuid, names } = work.started ?? { uuid: '', names: [] };
  const running = state.metadata.snapshotDeletions.get(uuid);
  if (running !== undefined && running.outcome === undefined) {
    return underWay(deletion, facts, work);
  }
  if (running?.outcome !== undefined) {
    const { result, reason = 'not removed' } = running.outcome;
    return result === 'SUCCESS'
      ? taking(removed(deletion, facts, work))
      : taking(removingFailed(policy, facts, reason));
  }
  if (found === undefined) return LOOK;
  const left = names.filter((name) => found.some((one) => one.name === name));
  return left.length === 0
    ? taking(removed(deletion, facts, work))
    : taking(removingFailed(policy, facts, `snapshots [${left.join(', ')}] are still there`));
}

function underWay(
  deletion: RemovingPolicy,
  { state, record, nowMs }: PolicyFacts,
  work: PolicyWork,
): PolicyDecision {
  const limitMs = deletion.timeLimitMs(state);
  const { isPassed, atMs } = limitPassed(work, limitMs, nowMs);
  if (!isPassed || limitMs === undefined) return until(atMs);
  const cause = `Time limit ${formatTimeMs(limitMs)} exceeded during snapshot deletion step`;
  const latest = ended(work, nowMs, { status: 'TIME_LIMIT_EXCEEDED', message: cause, cause });
  const { counts } = record;
  return taking({
    progress: {
      deletion: { ...rested(work, deletion.schedule, nowMs), latest },
      counts: {
        ...counts,
        deletionsFailed: counts.deletionsFailed + (work.started?.names.length ?? 0),
      },
    },
    retention: { result: 'timed_out', deletionMs: limitMs },
  });
}

function removed(
  { schedule }: RemovingPolicy,
  { record, nowMs }: PolicyFacts,
  work: PolicyWork,
): PolicyStep {
  const names = work.started?.names ?? [];
  const message = `Snapshot(s) [${names.join(', ')}] deletion has finished.`;
  const latest = ended(work, nowMs, { status: 'SUCCESS', message });
  const { counts } = record;
  return {
    progress: {
      deletion: { ...rested(work, schedule, nowMs), latest },
      counts: { ...counts, deleted: counts.deleted + names.length },
    },
    retention: { result: 'done', deletionMs: Math.max(0, nowMs - latest.startMs) },
  };
}
