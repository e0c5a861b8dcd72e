/**
 * Recoveries of the copies of some indices, as reported by their nodes: the data of `_recovery` and
 * `_cat/recovery`.
 */
import type { ClusterNode, RestoreSource } from '@skein/cluster';
import { booleanParam, orDefault, type ParamValues } from '@skein/http';
import type { RecoveryState } from '@skein/shard';
import type { RequestContext } from '../../endpoint.js';
import type { ShapeActors } from '../../endpoint_shapes.js';

export interface RecoveryRow {
  readonly index: string;
  readonly shardId: number;
  readonly primary: boolean;
  readonly recovery: RecoveryState;
  readonly source: ClusterNode | undefined;
  /** Set for a copy restored from a snapshot. */
  readonly snapshot: RestoreSource | undefined;
  readonly target: ClusterNode | undefined;
}

/** `detailed`: list each file. */
export const RECOVERY_PARAMS = {
  active_only: orDefault(booleanParam, false),
  detailed: orDefault(booleanParam, false),
} as const;

/** In index and shard order, the primary first. Copies of nodes that do not answer are missing. */
export async function recoveryRows(
  indices: readonly string[],
  { active_only: activeOnly }: Pick<ParamValues<typeof RECOVERY_PARAMS>, 'active_only'>,
  actors: ShapeActors['shards'],
  { signal }: Pick<RequestContext, 'signal'>,
): Promise<readonly RecoveryRow[]> {
  const state = actors.masterService.state();
  const names = new Map(
    indices.flatMap((name) => {
      const uuid = state.metadata.indices.get(name)?.uuid;
      return uuid === undefined ? [] : [[uuid, name] as const];
    }),
  );
  const ranks = new Map(indices.map((name, rank) => [name, rank]));
  const rankOf = ({ index }: RecoveryRow) => ranks.get(index) ?? -1;
  const indexUuids = [...names.keys()];
  const found = await Promise.allSettled(
    [...state.nodes.keys()].map(async (nodeId) => {
      const reply = await actors.nodeLinks.call(
        nodeId,
        'replication/recoveries',
        { indexUuids },
        { signal },
      );
      return reply.recoveries.map((one) => ({ ...one, nodeId }));
    }),
  );
  const rows = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return rows
    .filter(({ recovery }) => !activeOnly || recovery.stage !== 'DONE')
    .map(({ indexUuid, shardId, allocationId, recovery, nodeId }): RecoveryRow => {
      const index = names.get(indexUuid) ?? '';
      const copies = state.routing.get(index)?.shards[shardId] ?? [];
      const primary = copies.some((copy) => copy.primary && copy.allocationId === allocationId);
      const source = recovery.sourceNodeId;
      return {
        index,
        shardId,
        primary,
        recovery,
        source: source === undefined ? undefined : state.nodes.get(source),
        snapshot:
          recovery.type === 'SNAPSHOT'
            ? state.metadata.indices.get(index)?.restoredFrom
            : undefined,
        target: state.nodes.get(nodeId),
      };
    })
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) || a.shardId - b.shardId || Number(b.primary) - Number(a.primary),
    );
}

/** Counts of files or bytes: in total, reused from the target, and copied from the source. */
export interface Amount {
  readonly total: number;
  readonly reused: number;
  readonly recovered: number;
}

export function filesOf({ files }: RecoveryState): Amount {
  return {
    total: files.length,
    reused: files.filter(({ isReused }) => isReused).length,
    recovered: files.filter((file) => !file.isReused && file.recoveredBytes === file.lengthBytes)
      .length,
  };
}

export function bytesOf({ files }: RecoveryState): Amount {
  let [total, reused, recovered] = [0, 0, 0];
  for (const { lengthBytes, recoveredBytes, isReused } of files) {
    total += lengthBytes;
    if (isReused) reused += lengthBytes;
    else recovered += recoveredBytes;
  }
  return { total, reused, recovered };
}

/**
 * The percentage of the data to copy. As in OpenSearch, it is 0 if there is no data, and 100 if
 * there is nothing to copy.
 */
export function percentOf({ total, reused, recovered }: Amount): string {
  if (total === 0) return '0.0%';
  return total === reused ? '100.0%' : `${((100 * recovered) / (total - reused)).toFixed(1)}%`;
}

export function operationsPercent({ operations }: RecoveryState): string {
  const { recovered, total } = operations;
  return total === 0 ? '100.0%' : `${((100 * recovered) / total).toFixed(1)}%`;
}

/** Duration of the recovery; of a running one, up to now. */
export function tookMs({ startMs, stopMs }: RecoveryState, nowMs: number): number {
  return Math.max(0, (stopMs ?? nowMs) - startMs);
}
