/**
 * The files of a shard. The interface is synchronous, since it is used in worker threads only.
 *
 * Every implementation owes this contract (see `directory.contract.ts`):
 * - `writeFile` creates the whole file or throws; a file that was never synced may be lost, torn or
 *   empty after a crash;
 * - `sync` returns only when the bytes of the named files are durable; an error from it is final
 *   for the shard: the caller must not retry, for the kernel may have dropped the pages;
 * - `rename` replaces the target atomically; it is durable only after `syncDirectory`;
 * - `readInto` fills the whole target from `offset` or throws;
 * - `link` gives this directory a file of another one under a name that is free; neither file is
 *   ever changed through the other, since linked files are not written again. Like a written file,
 *   it is durable after `sync` and `syncDirectory`;
 * - names are flat: no separators.
 */
import { LeftToAnotherThread } from '@skein/base';
export interface Directory {
  /** Absolute location, for messages and for another thread. */
  readonly location: string;
  list(): string[];
  exists(name: string): boolean;
  length(name: string): number;
  writeFile(name: string, bytes: Uint8Array): void;
  /** Reads into `target` (which may be a view of a SharedArrayBuffer). */
  readInto(name: string, offset: number, target: Uint8Array): void;
  /**
   * Reads again from the original file, for a directory that keeps copies: the bytes read before
   * were damaged. Absent: there is no other place to read from.
   */
  readAnew?(name: string, offset: number, target: Uint8Array): void;
  /** Closes files that are kept open for reading; they are opened again when needed. */
  closeReads(): void;
  /** Opens a file for appending, and creates it when it does not exist. */
  openAppend(name: string): AppendHandle;
  sync(names: readonly string[]): void;
  syncDirectory(): void;
  rename(from: string, to: string): void;
  /**
   * Links a file of a directory of the same kind, without copying the bytes where the file system
   * supports that.
   */
  link(from: Directory, name: string, as: string): void;
  /** Removes the file; does nothing when it does not exist. */
  remove(name: string): void;
}

/** The methods of a directory that reading a file needs. */
export type FileReads = Pick<Directory, 'exists' | 'length' | 'readInto'>;

/**
 * Thrown when a read is longer than this directory allows at once. A caller that may take longer
 * opens another directory.
 */
export class ReadTooLong extends LeftToAnotherThread {}

/**
 * A growing file (the translog). Writes are complete or throw; `sync` makes all earlier writes
 * durable.
 */
export interface AppendHandle {
  readonly length: number;
  append(bytes: Uint8Array): void;
  sync(): void;
  truncate(length: number): void;
  close(): void;
}
