/**
 * Where a repository's blobs are: a folder, a bucket, a web site that is only read. Names are whole
 * names with '/' between their parts; a store has no folders.
 *
 * The contract every implementation owes (`blob_store.contract.ts`):
 * - `write` is whole or not at all: a reader sees all of the blob or what was there before. When it
 *   resolves, the blob survives a crash of the machine;
 * - `writeNew` creates the blob or leaves the one that is there: of several at once for one name
 *   exactly one gets `true`. Whole and durable as `write`;
 * - `read` and `readInto` see every blob whose writing has resolved, and no blob whose removal has.
 *   `readInto` fills the whole target or throws; until it is settled the target is the store's, and
 *   after it has thrown the content of the target is anything;
 * - `read` of a blob that is longer than `maxBytes` throws BlobTooLong, and holds no more of it in
 *   memory than that and a piece: a repository may be anybody's;
 * - `list` may lag: it may lack names that came a moment ago and have some that are gone. The order
 *   is the store's;
 * - what the store does not answer, or refuses, is tried again by the implementation a bounded
 *   number of times, then it is a `StoreFault`. Such a call may have had its effect all the same;
 * - a store that is read only refuses `write`, `writeNew` and `remove` with a `StoreFault`. One
 *   that cannot list (HTTP) lists nothing.
 */

export interface BlobEntry {
  readonly name: string;
  readonly lengthBytes: number;
}

/** Bytes that are read when they are wanted, more than once when a write is tried again. */
export interface BlobSource {
  readonly lengthBytes: number;
  /** Fills the target, which is the caller's, with the bytes from there on. */
  readInto(offset: number, target: Uint8Array): void;
}

/** Resolves when so many bytes more may go. */
export type Admit = (bytes: number) => Promise<void>;

export interface BlobStore {
  readonly isReadOnly: boolean;
  /** Throws BlobMissing, and BlobTooLong. */
  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Fills the target, which is the caller's and may be used again, with the blob's bytes from the
   * offset on. Throws BlobMissing.
   */
  readInto(name: string, offset: number, target: Uint8Array): Promise<void>;
  /**
   * Whole or not at all; what has the name already is replaced. Asks `admit` before it sends each
   * piece.
   */
  write(name: string, source: BlobSource, admit: Admit): Promise<void>;
  /** False: there is one of this name, which stays as it is. */
  writeNew(name: string, bytes: Uint8Array): Promise<boolean>;
  /** All whose names begin so. */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /** Names of missing blobs are ignored. */
  remove(names: readonly string[]): Promise<void>;
  close(): void;
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
  readonly blob: string;

  constructor(blob: string) {
    super(`blob [${blob}] is missing`);
    this.blob = blob;
  }
}

/** The store did not answer, or refused. Whether the call had its effect is not known. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

/** Not to be asked again: the blob is longer than the caller can use. */
export class BlobTooLong extends StoreFault {
  constructor(blob: string, maxBytes: number) {
    super(`blob [${blob}] is longer than [${maxBytes}] bytes`);
  }
}

/** For bytes that are in memory. */
export function sourceOf(bytes: Uint8Array): BlobSource {
  return {
    lengthBytes: bytes.length,
    readInto: (offset, target) => target.set(bytes.subarray(offset, offset + target.length)),
  };
}

/** All bytes of a source in memory, piece by piece as they may go. */
export async function gatherBytes(
  source: BlobSource,
  admit: Admit,
  pieceBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(source.lengthBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    await admit(piece.length);
    source.readInto(at, piece);
  }
  return bytes;
}

/** For what has no pace: metadata. */
export const admitAll: Admit = async () => {};
