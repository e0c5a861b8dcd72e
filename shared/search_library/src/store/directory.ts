/**
 * Where a shard's files live. Synchronous: it is used in worker threads only.
 *
 * The contract every implementation owes (see `directory.contract.ts`):
 * - `writeFile` creates the whole file or throws; a file that was never synced may be lost, torn or empty after a crash;
 * - `sync` returns only when the bytes of the named files are durable; an error from it is final for the shard: the caller must
 *   not try again, for the kernel may have dropped the pages;
 * - `rename` replaces the target atomically; it is durable only after `syncDirectory`;
 * - `read` of `length` bytes at `offset` returns exactly that many or throws;
 * - `link` gives this directory a file of another one under a name that is free; neither is ever changed through the other, for such files are
 *   not written again. It is durable as a file that was written: after `sync` and `syncDirectory`;
 * - names are flat: no separators.
 */
export interface Directory {
  /** Absolute location, for messages and for handing to another thread. */
  readonly location: string;
  list(): string[];
  exists(name: string): boolean;
  length(name: string): number;
  writeFile(name: string, bytes: Uint8Array): void;
  /** Reads into `target` (which may be a view of a SharedArrayBuffer). */
  readInto(name: string, offset: number, target: Uint8Array): void;
  /**
   * The same from where the file really is, for a directory that keeps copies: what was read is not what it should be. Absent: there is no other place to read it from.
   */
  readAnew?(name: string, offset: number, target: Uint8Array): void;
  /** Lets go of files that are kept open for reading; they are opened again when they are needed. */
  closeReads(): void;
  /** Opens for appending, creating the file when it is not there. */
  openAppend(name: string): AppendHandle;
  sync(names: readonly string[]): void;
  syncDirectory(): void;
  rename(from: string, to: string): void;
  /** A directory of the same kind; without a copy of the bytes where the file system can. */
  link(from: Directory, name: string, as: string): void;
  /** Removes the file; silent when it is gone already. */
  remove(name: string): void;
}

/** Of a directory what reading a file takes. */
export type FileReads = Pick<Directory, 'exists' | 'length' | 'readInto'>;

/** More was to be read at once than this directory reads: whoever has the time opens another. */
export class ReadTooLong extends Error {}

/** A growing file (the translog). Writes are complete or throw; `sync` makes all earlier writes durable. */
export interface AppendHandle {
  readonly length: number;
  append(bytes: Uint8Array): void;
  sync(): void;
  truncate(length: number): void;
  close(): void;
}
