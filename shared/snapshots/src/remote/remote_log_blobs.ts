/** Finds, reads, creates and removes the records of a shard's log. */
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
 * The highest segment, or the highest index in one segment, that a listing shows, which may lag;
 * `undefined` when there is none.
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

/** Creates the record; returns false if that place is taken. */
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

/**
 * Removes all records but the seal, which stays for ever so that a writer that was overtaken finds
 * its place taken.
 */
export async function removeSegment(
  repository: RepositoryOptions,
  place: ShardPlace,
  segment: number,
): Promise<void> {
  const next = await readLogRecord(repository, place, { segment: segment + 1, index: 0 });
  // The place of the seal is known only from the next head.
  if (next?.record.kind !== 'head') return;
  const { sealedAt } = next.record;
  const names: string[] = [];
  for await (const { name } of repository.store.list(segmentFolder(place, segment))) {
    const index = recordNumber(name);
    if (index !== undefined && index !== sealedAt) names.push(name);
  }
  await removeNamed(repository, names);
}
