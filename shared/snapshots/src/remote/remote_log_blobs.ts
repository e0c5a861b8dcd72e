/** The records of a shard's log: found, read, created, and removed. */
import { BlobMissing } from '../blob_store.js';
import { guarded } from '../faults.js';
import { KIND } from '../format/envelope.js';
import { encodeMetadata, readMetadata } from '../format/metadata.js';
import { removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import type { ShardPlace } from '../shard/read_list.js';
import {
  headFolder,
  type RecordPlace,
  recordName,
  recordNumber,
  segmentFolder,
} from './remote_names.js';
import { contentFromPlain, type RecordContent } from './stored_record.js';

/**
 * The highest segment, or the highest index in one, that a listing shows, which may lag; undefined:
 * none.
 */
export function findLogEnd(
  repository: RepositoryOptions,
  place: ShardPlace,
  segment: number | undefined,
): Promise<number | undefined> {
  return guarded(repository, 'list the log of a shard', async () => {
    const folder = segment === undefined ? headFolder(place) : segmentFolder(place, segment);
    let end: number | undefined;
    for await (const { name } of repository.store.list(folder)) {
      const number = recordNumber(name);
      if (number !== undefined) end = Math.max(number, end ?? 0);
    }
    return end;
  });
}

export function readLogRecord(
  repository: RepositoryOptions,
  place: ShardPlace,
  at: RecordPlace,
): Promise<RecordContent | undefined> {
  return guarded(repository, 'read the log of a shard', async () => {
    const blob = { kind: KIND.remoteRecord, name: recordName(place, at) };
    try {
      return await readMetadata(repository, blob, contentFromPlain);
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  });
}

/** False: something is there already. */
export function createLogRecord(
  repository: RepositoryOptions,
  place: ShardPlace,
  { at, content }: { readonly at: RecordPlace; readonly content: RecordContent },
): Promise<boolean> {
  return guarded(repository, 'write the log of a shard', async () => {
    const blob = { kind: KIND.remoteRecord, name: recordName(place, at) };
    const bytes = encodeMetadata(repository, blob, content);
    return repository.store.writeNew(blob.name, bytes);
  });
}

/** All but the seal, which stays for ever: a writer that was overtaken finds its place taken. */
export async function removeSegment(
  repository: RepositoryOptions,
  place: ShardPlace,
  segment: number,
): Promise<void> {
  const next = await readLogRecord(repository, place, { segment: segment + 1, index: 0 });
  // Without the next head nobody knows where the seal is.
  if (next?.record.kind !== 'head') return;
  const { sealedAt } = next.record;
  const names: string[] = [];
  for await (const { name } of repository.store.list(segmentFolder(place, segment))) {
    const index = recordNumber(name);
    if (index !== undefined && index !== sealedAt) names.push(name);
  }
  await removeNamed(repository, names);
}
