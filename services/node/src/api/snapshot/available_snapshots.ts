/** Snapshots of a repository, each once: those in it, and those under way. */
import type { SnapshotRecord } from '@skein/cluster';
import type { Root } from '@skein/snapshots';
import type { Actors } from '../../actors.js';
import { runningSnapshots } from './running_snapshots.js';

export interface AvailableSnapshots {
  readonly running: readonly SnapshotRecord[];
  readonly root: Root;
}

/**
 * The cluster state is read before the root: a snapshot that ends meanwhile is in both and counts
 * as ended. The other way round it could be in neither.
 */
export async function availableSnapshots(
  repository: string,
  { masterService, snapshots }: Pick<Actors, 'masterService' | 'snapshots'>,
  signal: AbortSignal,
): Promise<AvailableSnapshots> {
  const running = runningSnapshots(masterService.state(), repository);
  const root = await snapshots.operate(repository, 'read_root', {}, signal);
  const ended = new Set(root.snapshots.map(({ uuid }) => uuid));
  return { running: running.filter(({ uuid }) => !ended.has(uuid)), root };
}
