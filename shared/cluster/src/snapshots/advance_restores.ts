/** A restore has ended when all primaries of its indices are there; when one cannot come, all of its indices are removed. */
import { INDEX, readSetting } from '@skein/settings';
import { removeIndices } from '../commands/delete_index.js';
import type { ClusterState } from '../state/cluster_state.js';
import { isActive } from '../state/routing_table.js';
import type { RestoreRecord } from '../state/snapshot_records.js';

type Found = { readonly ready: number } | { readonly fault: string };

export function advanceRestore(
  state: ClusterState,
  restore: RestoreRecord,
  nowMs: number,
): ClusterState {
  if (restore.outcome !== undefined) return state;
  const found = lookAt(state, restore);
  if ('fault' in found) {
    const outcome = { result: 'FAILED', reason: found.fault, atMs: nowMs } as const;
    const left = restore.indices.filter((index) => isThere(state, index)).map(({ name }) => name);
    return removeIndices(withRestore(state, { ...restore, outcome }), left, nowMs);
  }
  if (found.ready < restore.totalShards) return state;
  const outcome = { result: 'SUCCESS', atMs: nowMs } as const;
  return withRestore(state, { ...restore, outcome });
}

function withRestore(state: ClusterState, restore: RestoreRecord): ClusterState {
  const restores = new Map(state.metadata.restores).set(restore.uuid, restore);
  return { ...state, metadata: { ...state.metadata, restores } };
}

function isThere(state: ClusterState, index: RestoreRecord['indices'][number]): boolean {
  return state.metadata.indices.get(index.name)?.uuid === index.uuid;
}

function lookAt(state: ClusterState, restore: RestoreRecord): Found {
  let ready = 0;
  for (const wanted of restore.indices) {
    const index = state.metadata.indices.get(wanted.name);
    if (index?.uuid !== wanted.uuid) return { fault: `index [${wanted.name}] was deleted` };
    const limit = readSetting(index.settings, INDEX.engine.maxRetries);
    for (const [shardId, copies] of (state.routing.get(index.name)?.shards ?? []).entries()) {
      const [primary] = copies;
      if (primary === undefined) continue;
      if (isActive(primary)) ready++;
      const { failedAllocations = 0, details } = primary.unassigned ?? {};
      if (primary.state === 'UNASSIGNED' && failedAllocations >= limit) {
        return { fault: `shard [${index.name}][${shardId}]: ${details ?? 'cannot be allocated'}` };
      }
    }
  }
  return { ready };
}
