/**
 * Restores one shard from the repository: reads each file piece by piece, and finishes it only when
 * its bytes are those of the snapshot.
 */
import { Sha256 } from '@skein/bytes';
import type { Admit } from '../blob_store.js';
import { damaged, guarded } from '../faults.js';
import { type ListedFile, partsOf } from '../format/shard_list.js';
import { listName, shardFolder } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import { someAtOnce } from '../some_at_once.js';
import { type ListedRequest, listedSnapshot } from './listed_snapshot.js';
import { totalBytes } from './plan_shard.js';
import { type FileSink, type Progress, RESTORED_PIECE_BYTES } from './shard_files.js';

export interface RestoreRequest extends ListedRequest {
  readonly sink: FileSink;
  readonly admit: Admit;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export function restoreShard(
  repository: RepositoryOptions,
  request: RestoreRequest,
): Promise<void> {
  return guarded(repository, 'restore a shard', async () => {
    const { files } = await listedSnapshot(repository, request);
    const { sink, progress, signal } = request;
    signal.throwIfAborted();
    const [count, bytes] = [files.length, totalBytes(files)];
    progress.planned({ files: count, bytes, newFiles: count, newBytes: bytes });
    await sink.begin(files.map(({ name, lengthBytes }) => ({ name, lengthBytes })));
    await someAtOnce(files, (file) => restoreFile(repository, request, file));
  });
}

async function restoreFile(
  repository: RepositoryOptions,
  request: RestoreRequest,
  file: ListedFile,
): Promise<void> {
  const { sink, progress, signal } = request;
  const hash = new Sha256();
  for await (const { offset, bytes } of piecesOf(repository, request, file)) {
    signal.throwIfAborted();
    hash.update(bytes);
    await sink.write(file.name, offset, bytes);
    progress.filesDone(0, bytes.length);
  }
  if (hash.hex() !== file.sha256) {
    throw damaged(repository, placeOf(request, file), 'its bytes are not those that were taken');
  }
  await sink.finish(file.name);
  progress.filesDone(1, 0);
}

interface Piece {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The pieces of a file. Each reuses the memory of the one before it. */
async function* piecesOf(
  { store }: RepositoryOptions,
  { indexId, shard, admit }: RestoreRequest,
  file: ListedFile,
): AsyncIterable<Piece> {
  const { content } = file;
  if (content.kind === 'inline') {
    if (content.bytes.length > 0) yield { offset: 0, bytes: content.bytes };
    return;
  }
  const folder = shardFolder(indexId, shard);
  const buffer = new Uint8Array(Math.min(RESTORED_PIECE_BYTES, file.lengthBytes));
  for (const part of partsOf(file)) {
    for (let at = 0; at < part.lengthBytes; at += RESTORED_PIECE_BYTES) {
      const bytes = buffer.subarray(0, Math.min(RESTORED_PIECE_BYTES, part.lengthBytes - at));
      await admit(bytes.length);
      await store.readInto(folder + part.blob, at, bytes);
      yield { offset: part.offset + at, bytes };
    }
  }
}

/** The name of the blob that has the bytes of the file. */
function placeOf({ indexId, shard, generation }: RestoreRequest, { content }: ListedFile): string {
  return content.kind === 'blob'
    ? shardFolder(indexId, shard) + content.blob
    : listName(indexId, shard, generation);
}
