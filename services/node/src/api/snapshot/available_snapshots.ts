/** The snapshots of a repository, each once: completed and running ones. */
import type { SnapshotRecord } from '@skein/cluster';
import type { Root } from '@skein/snapshots';
import type { Actors } from '../../actors.js';
import { runningSnapshots } from './running_snapshots.js';

interface AvailableSnapshots {
  readonly running: readonly SnapshotRecord[];
  readonly root: Root;
}

/**
 * Reads the cluster state before the root: a snapshot that ends in between is in both and counts as
 * completed. In the other order it could be in neither.
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
