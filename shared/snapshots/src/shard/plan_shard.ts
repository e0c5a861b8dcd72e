/**
 * Finds the files of a commit that are in the repository already. A file with the name, length and
 * identity of a file in the base list is the same file, and is not read. Any other file is read for
 * its SHA-256, since the repository may have its bytes under another name. A file whose bytes do
 * not have the checksum that is in the file is damaged, and is refused.
 */
import { lazy, Slices } from '@skein/base';
import { crc32, Sha256 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { type FileChecksums, type FileReads, fileChecksums } from '@skein/search_library';
import type { BlobSource } from '../blob_store.js';
import { type ListedFile, partBytesOf, type ShardList } from '../format/shard_list.js';
import { dataName } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import type { ShardCounts } from '../snapshots/snapshot.js';
import { type ShardFile, TAKEN_PIECE_BYTES } from './shard_files.js';

/**
 * Files up to this length are stored in the list itself, because a blob would cost more than its
 * bytes.
 */
const INLINE_BYTES = 4096;

interface ShardPlan {
  /** All files of the commit. */
  readonly files: readonly ListedFile[];
  /** Files whose bytes are not in the repository yet. */
  readonly added: readonly ListedFile[];
  readonly counts: ShardCounts;
}

export interface PlanRequest {
  readonly files: readonly ShardFile[];
  readonly base: ShardList;
  readonly signal: AbortSignal;
}

export async function planShard(
  repository: RepositoryOptions,
  { files, base, signal }: PlanRequest,
): Promise<ShardPlan> {
  const reads = readsOf(files);
  const known = new KnownFiles(base);
  const reading = {
    slices: new Slices(repository.turns),
    buffer: lazy(() => new Uint8Array(pieceBytesOf(files))),
    signal,
  };
  const planned: ListedFile[] = [];
  const added: ListedFile[] = [];
  for (const { name, source } of files) {
    signal.throwIfAborted();
    const checksums = fileChecksums(reads, name);
    const { lengthBytes } = source;
    let file = known.byIdentity(name, lengthBytes, checksums?.identity);
    if (file === undefined) {
      const sha256 = await digestOf({ name, source }, checksums, reading);
      const found = { name, lengthBytes, sha256, identity: checksums?.identity };
      const content = known.contentOf(sha256, lengthBytes);
      file = { ...found, content: content ?? newContent(repository, found, source) };
      known.add(file);
      if (content === undefined) added.push(file);
    }
    planned.push(file);
  }
  return { files: planned, added, counts: countsOf(planned, added) };
}

class KnownFiles {
  readonly #byIdentity = new Map<string, ListedFile>();
  readonly #byContent = new Map<string, ListedFile>();

  constructor({ snapshots }: ShardList) {
    for (const { files } of snapshots) for (const file of files) this.add(file);
  }

  add(file: ListedFile): void {
    const { name, lengthBytes, identity, sha256 } = file;
    if (identity !== undefined) this.#byIdentity.set(`${name} ${lengthBytes} ${identity}`, file);
    this.#byContent.set(`${sha256} ${lengthBytes}`, file);
  }

  byIdentity(name: string, lengthBytes: number, identity: string | undefined) {
    return identity === undefined
      ? undefined
      : this.#byIdentity.get(`${name} ${lengthBytes} ${identity}`);
  }

  contentOf(sha256: string, lengthBytes: number): ListedFile['content'] | undefined {
    return this.#byContent.get(`${sha256} ${lengthBytes}`)?.content;
  }
}

function newContent(
  { newUuid, chunkBytes = 0 }: RepositoryOptions,
  { lengthBytes, sha256 }: Pick<ListedFile, 'lengthBytes' | 'sha256'>,
  source: BlobSource,
): ListedFile['content'] {
  if (lengthBytes <= INLINE_BYTES) {
    const bytes = new Uint8Array(lengthBytes);
    source.readInto(0, bytes);
    return { kind: 'inline', bytes };
  }
  const partBytes = partBytesOf(lengthBytes, chunkBytes);
  return { kind: 'blob', blob: dataName(sha256, newUuid()), partBytes };
}

interface Reading {
  readonly slices: Slices;
  /**
   * One buffer for a piece of any file: with a new one for each piece, V8 would collect garbage
   * every few pieces. It is made only if a file is read.
   */
  readonly buffer: () => Uint8Array;
  readonly signal: AbortSignal;
}

/** The SHA-256 of the file; the file's own checksum is verified in the same pass. */
async function digestOf(
  { name, source }: ShardFile,
  checksums: FileChecksums | undefined,
  { slices, buffer, signal }: Reading,
): Promise<string> {
  const hash = new Sha256();
  const coveredBytes = checksums?.coveredBytes ?? 0;
  let crc = 0;
  for (let offset = 0; offset < source.lengthBytes; offset += TAKEN_PIECE_BYTES) {
    signal.throwIfAborted();
    const piece = buffer().subarray(0, Math.min(TAKEN_PIECE_BYTES, source.lengthBytes - offset));
    source.readInto(offset, piece);
    hash.update(piece);
    if (offset < coveredBytes) crc = crc32(piece.subarray(0, coveredBytes - offset), crc);
    await slices.pause();
  }
  if (checksums !== undefined && crc !== checksums.crc) {
    const reason = `checksum failed (hardware problem?) : expected=${checksums.crc.toString(16)} actual=${crc.toString(16)} (resource=${name})`;
    throw new ApiError('corrupt_index_exception', reason);
  }
  return hash.hex();
}

/** The longest piece in which the files are read. */
function pieceBytesOf(files: readonly ShardFile[]): number {
  const longest = files.reduce((most, { source }) => Math.max(most, source.lengthBytes), 0);
  return Math.min(TAKEN_PIECE_BYTES, longest);
}

function readsOf(files: readonly ShardFile[]): FileReads {
  const sources = new Map(files.map(({ name, source }) => [name, source]));
  const sourceOf = (name: string) => {
    const source = sources.get(name);
    if (source === undefined) {
      throw new ApiError('corrupt_index_exception', `file is missing (resource=${name})`);
    }
    return source;
  };
  return {
    exists: (name) => sources.has(name),
    length: (name) => sourceOf(name).lengthBytes,
    readInto: (name, offset, target) => sourceOf(name).readInto(offset, target),
  };
}

function countsOf(files: readonly ListedFile[], added: readonly ListedFile[]): ShardCounts {
  return {
    files: files.length,
    bytes: totalBytes(files),
    newFiles: added.length,
    newBytes: totalBytes(added),
  };
}

export function totalBytes(files: readonly Pick<ListedFile, 'lengthBytes'>[]): number {
  return files.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
}
