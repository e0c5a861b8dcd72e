/**
 * The store of a repository's blobs: a folder, a bucket, or a read-only web site. Names are whole
 * names with '/' between their parts; a store has no folders.
 *
 * The contract that every implementation owes (`blob_store.contract.ts`):
 * - `write` is atomic: a reader sees all of the new blob or what was there before. When it
 *   resolves, the blob survives a crash of the machine;
 * - `writeNew` creates the blob or leaves the existing one: of several concurrent calls for one
 *   name exactly one gets `true`. It is as atomic and durable as `write`;
 * - `read` and `readInto` see every blob whose writing has resolved, and no blob whose removal has.
 *   `readInto` fills the whole target or throws; until it is settled the target belongs to the
 *   store, and after it has thrown the content of the target is undefined;
 * - `read` of a blob that is longer than `maxBytes` throws BlobTooLong, and holds no more of it in
 *   memory than that and one piece: a repository may come from anybody;
 * - `list` may lag: it may lack names that were just created and have some that are removed. Its
 *   order is arbitrary;
 * - the implementation retries calls that the store does not answer or refuses, a bounded number of
 *   times, then throws a `StoreFault`. Such a call may have had its effect all the same;
 * - a read-only store refuses `write`, `writeNew` and `remove` with a `StoreFault`. A store that
 *   cannot list (HTTP) lists nothing.
 */

export interface BlobEntry {
  readonly name: string;
  readonly lengthBytes: number;
}

/** Bytes that are read on demand, and again when a write is retried. */
export interface BlobSource {
  readonly lengthBytes: number;
  /** Fills the target, which belongs to the caller, with the bytes from `offset` on. */
  readInto(offset: number, target: Uint8Array): void;
}

/** Resolves when that many more bytes may be transferred. */
export type Admit = (bytes: number) => Promise<void>;

export interface BlobStore {
  readonly isReadOnly: boolean;
  /** Throws BlobMissing, and BlobTooLong. */
  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Fills the target, which belongs to the caller and may be reused, with the blob's bytes from the
   * offset on. Throws BlobMissing.
   */
  readInto(name: string, offset: number, target: Uint8Array): Promise<void>;
  /**
   * Writes atomically and replaces a blob of the same name. Asks `admit` before it sends each
   * piece.
   */
  write(name: string, source: BlobSource, admit: Admit): Promise<void>;
  /** Creates the blob; returns false if one of this name exists, which stays as it is. */
  writeNew(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Lists all blobs whose names begin with `prefix`. */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /** Removes blobs; names of missing blobs are ignored. */
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

/** The store did not answer, or refused. It is unknown if the call had its effect. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

/** The blob is longer than the caller can use. A retry does not help. */
export class BlobTooLong extends StoreFault {
  constructor(blob: string, maxBytes: number) {
    super(`blob [${blob}] is longer than [${maxBytes}] bytes`);
  }
}

/** A source of bytes that are in memory. */
export function sourceOf(bytes: Uint8Array): BlobSource {
  return {
    lengthBytes: bytes.length,
    readInto: (offset, target) => target.set(bytes.subarray(offset, offset + target.length)),
  };
}

/** Reads all bytes of a source into memory, piece by piece as `admit` allows. */
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

/** Admits everything, for transfers without a rate limit: metadata. */
export const admitAll: Admit = async () => {};
