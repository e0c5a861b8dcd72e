/**
 * `Directory` on the file system. It blocks on purpose: only worker threads, which may wait, use
 * it. A short write (the first sign of a full disk) is continued until it is complete or fails.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { type AppendHandle, type Directory, ReadTooLong } from '@skein/search_library';
import { makeFolderDurablySync, syncFolderSync } from './durable_write.js';

/** Limit of files kept open for reading; beyond it the one opened first is closed. */
const MAX_OPEN_READS = 64;

export class FsDirectory implements Directory {
  readonly location: string;
  /** Descriptors by file name, oldest first. */
  readonly #reads = new Map<string, number>();

  readonly #maxReadBytes: number;

  /**
   * Opens the folder; creates it, durably, when it is missing. A read of more than `maxReadBytes`
   * throws `ReadTooLong`.
   */
  constructor(location: string, { maxReadBytes = Number.POSITIVE_INFINITY } = {}) {
    this.location = location;
    this.#maxReadBytes = maxReadBytes;
    makeFolderDurablySync(location);
  }

  list(): string[] {
    return readdirSync(this.location).sort();
  }

  exists(name: string): boolean {
    return existsSync(this.#path(name));
  }

  length(name: string): number {
    return statSync(this.#path(name)).size;
  }

  writeFile(name: string, bytes: Uint8Array): void {
    this.#closeRead(name);
    withFile(this.#path(name), 'w', (file) => writeAll(file, bytes));
  }

  readInto(name: string, offset: number, target: Uint8Array): void {
    if (target.length > this.#maxReadBytes) throw new ReadTooLong(name);
    readAll(this.#openRead(name), { offset, target, name });
  }

  closeReads(): void {
    for (const file of this.#reads.values()) closeSync(file);
    this.#reads.clear();
  }

  openAppend(name: string): AppendHandle {
    return new FsAppendHandle(this.#path(name));
  }

  sync(names: readonly string[]): void {
    for (const name of names) withFile(this.#path(name), 'r+', fdatasyncSync);
  }

  syncDirectory(): void {
    syncFolderSync(this.location);
  }

  rename(from: string, to: string): void {
    this.#closeRead(from);
    this.#closeRead(to);
    renameSync(this.#path(from), this.#path(to));
  }

  link(from: Directory, name: string, as: string): void {
    this.#closeRead(as);
    linkOrCopy(join(from.location, name), this.#path(as));
  }

  remove(name: string): void {
    this.#closeRead(name);
    try {
      unlinkSync(this.#path(name));
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }

  #openRead(name: string): number {
    const open = this.#reads.get(name);
    if (open !== undefined) return open;
    const file = openSync(this.#path(name), 'r');
    this.#reads.set(name, file);
    if (this.#reads.size > MAX_OPEN_READS) {
      const [oldest] = this.#reads.keys();
      if (oldest !== undefined) this.#closeRead(oldest);
    }
    return file;
  }

  #closeRead(name: string): void {
    const file = this.#reads.get(name);
    if (file === undefined) return;
    this.#reads.delete(name);
    closeSync(file);
  }

  #path(name: string): string {
    if (name === '' || name === '..' || /[/\\]/.test(name)) {
      throw new ApiError('illegal_argument_exception', `[${name}] is not a flat file name`);
    }
    return join(this.location, name);
  }
}

class FsAppendHandle implements AppendHandle {
  readonly #file: number;
  #length: number;
  #closed = false;

  constructor(path: string) {
    this.#file = openSync(path, 'a');
    this.#length = fstatSync(this.#file).size;
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    writeAll(this.#file, bytes);
    this.#length += bytes.length;
  }

  sync(): void {
    fdatasyncSync(this.#file);
  }

  truncate(length: number): void {
    ftruncateSync(this.#file, length);
    this.#length = length;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#file);
  }
}

/**
 * Errors of a link to another file system, or of a file system without hard links: the bytes are
 * copied instead.
 */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has(systemCodeOf(error) ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

function withFile<T>(path: string, flags: string, action: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return action(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}

interface Piece {
  readonly offset: number;
  readonly target: Uint8Array;
  readonly name: string;
}

function readAll(file: number, { offset, target, name }: Piece): void {
  for (let at = 0; at < target.length; ) {
    const count = readSync(file, target, at, target.length - at, offset + at);
    if (count === 0) {
      throw new ApiError(
        'corrupt_index_exception',
        `[${name}] ends before [${offset + target.length}]`,
      );
    }
    at += count;
  }
}
