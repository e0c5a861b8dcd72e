/** Starts a snapshot or clone; a client that waits gets its details when it has ended. */
import { type CreateSnapshotRequest, snapshotFault } from '@skein/cluster';
import type { SnapshotDetails } from '@skein/snapshots';
import type { RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { invalidName } from './snapshot_names.js';

interface NewSnapshot extends Omit<CreateSnapshotRequest, 'uuid'> {
  readonly masterTimeoutMs: number;
}

export interface Waiting {
  readonly actors: ShapeActors['master'];
  readonly context: RequestContext;
  readonly waits: boolean;
}

/** Undefined if the client does not wait. Otherwise throws the error that ended it. */
export async function newSnapshot(
  { masterTimeoutMs, ...request }: NewSnapshot,
  { actors, context, waits }: Waiting,
): Promise<SnapshotDetails | undefined> {
  const { masterService, snapshots } = actors;
  const { repository, name } = request;
  snapshots.checkWritable(repository);
  const root = await snapshots.operate(repository, 'read_root', {}, context.signal);
  if (root.snapshots.some((other) => other.name === name)) {
    throw invalidName(repository, name, 'snapshot with the same name already exists');
  }
  const uuid = snapshots.newUuid();
  const options = { timeoutMs: masterTimeoutMs, masterTimeoutMs };
  await masterService.submit('create_snapshot', { ...request, uuid }, options);
  if (!waits) return undefined;
  const outcome = await snapshots.ended('snapshots', uuid, context.signal);
  if (outcome.result === 'SUCCESS' || outcome.result === 'PARTIAL') {
    const [details] = await snapshots.operate(
      repository,
      'details',
      { uuids: [uuid] },
      context.signal,
    );
    if (details !== undefined) return details;
  }
  const reason = outcome.result === 'ABORTED' ? 'Snapshot was aborted by deletion' : outcome.reason;
  throw snapshotFault('snapshot_exception', repository, { name, uuid }, reason ?? 'failed');
}
