/**
 * Waits until a policy of snapshot lifecycle management has taken a snapshot that contains the
 * index and began after the action.
 */
import { snapshotPolicyKey } from '@skein/cluster';
import type { Action } from '../policy.js';

export function waitForSnapshot(policy: string): Pick<Action, 'asksPrimaries' | 'next'> {
  return {
    asksPrimaries: false,
    next: ({ state, index, managed }) => {
      const record = state.metadata.snapshotPolicies.get(snapshotPolicyKey('slm', policy));
      if (record === undefined) {
        return {
          kind: 'fail',
          message: `configured policy '${policy}' not found`,
        };
      }
      const { lastSuccess } = record;
      const isTaken =
        lastSuccess !== undefined &&
        lastSuccess.startMs >= managed.actionSinceMs &&
        lastSuccess.indices.includes(index.name);
      return isTaken
        ? { kind: 'done', message: `The index is in snapshot [${lastSuccess.snapshot}]` }
        : {
            kind: 'wait',
            message: `Waiting for a snapshot of the index by policy '${policy}'`,
          };
    },
  };
}
