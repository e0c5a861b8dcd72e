/** Takes a snapshot of one index; the action is done when the snapshot has succeeded. */
import type { SnapshotRecord } from '@skein/cluster';
import { memoOf } from '../advance.js';
import type { Facts } from '../facts.js';
import type { Action, Outcome } from '../policy.js';

interface TakeSnapshotOptions {
  readonly repository: string;
  /** Builds the prefix of the snapshot's name. */
  readonly nameOf: (index: string, uuid: string) => string;
}

export function takeSnapshot(options: TakeSnapshotOptions): Pick<Action, 'asksPrimaries' | 'next'> {
  return { asksPrimaries: false, next: (facts) => nextOf(options, facts) };
}

function nextOf(options: TakeSnapshotOptions, facts: Facts): Outcome {
  const { repository, snapshot } = memoOf(facts);
  if (typeof repository !== 'string' || typeof snapshot !== 'string') {
    return beginning(options, facts);
  }
  const record = recordOf(facts, repository, snapshot);
  const done = `Successfully created snapshot [${snapshot}] of index [index=${facts.index.name}]`;
  if (record === undefined) {
    // The cluster state forgets an ended snapshot after a while; the repository still has it.
    const work = { kind: 'find_snapshot', repository, snapshot } as const;
    return { kind: 'work', work, message: done };
  }
  const { outcome } = record;
  if (outcome === undefined) {
    return { kind: 'wait', message: `Waiting for snapshot [${snapshot}] to complete` };
  }
  if (outcome.result === 'SUCCESS') return { kind: 'done', message: done };
  const reason = outcome.reason === undefined ? '' : `: ${outcome.reason}`;
  return {
    kind: 'fail',
    message: `Snapshot [${snapshot}] ended in the ${outcome.result} state${reason}`,
  };
}

function beginning({ repository, nameOf }: TakeSnapshotOptions, facts: Facts): Outcome {
  const { index, nowMs } = facts;
  const snapshot = `${nameOf(index.name, index.uuid)}-${dateOf(nowMs)}`;
  const request = {
    repository,
    name: snapshot,
    indices: [index.name],
    dataStreams: [],
    includeGlobalState: false,
    isPartial: false,
  };
  return {
    kind: 'part',
    message: `Snapshot creation started for index [index=${index.name}]: [${snapshot}]`,
    effects: [{ command: 'create_snapshot', request }],
    memo: { repository, snapshot },
  };
}

/** The time as `2026.11.28-02:03:04.567`, in UTC. */
function dateOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replaceAll('-', '.').replace('T', '-').replace('Z', '');
}

function recordOf(
  { state }: Facts,
  repository: string,
  snapshot: string,
): SnapshotRecord | undefined {
  for (const record of state.metadata.snapshots.values()) {
    if (record.repository === repository && record.name === snapshot) return record;
  }
  return undefined;
}
