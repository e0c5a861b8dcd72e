/**
 * Files of another copy's commit on their way into a shard's directory: written under other names, verified, and moved into place when all of
 * them are there. They take the place of everything, the commit last, and a file that the directory has already is linked, not written; or they come beside what is
 * there, whose owner makes a commit of its own.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import {
  type AppendHandle,
  type CommitPoint,
  commitFiles,
  type Directory,
  isCommitFile,
  isIndexFile,
  readCommitFile,
} from '@skein/search_library';
import { hasFile } from './file_identity.js';
import type { CommitFile } from './held_commit.js';

/** Of files that take the place of everything, and of those that come beside. */
export type StagedPrefix = 'recovery.' | 'segments.';

export interface FileChunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly crc: number;
}

interface Staged {
  readonly handle: AppendHandle;
  /** By their offsets: what came before its turn. The sender limits how much that is. */
  readonly early: Map<number, Uint8Array>;
  crc: number;
}

export class StagedFiles {
  readonly #directory: Directory;
  readonly #prefix: StagedPrefix;
  readonly #complete: string[] = [];
  /** Those that stay where they are. */
  readonly #present = new Set<string>();
  readonly #open = new Map<string, Staged>();

  constructor(directory: Directory, prefix: StagedPrefix) {
    this.#directory = directory;
    this.#prefix = prefix;
    for (const name of directory.list()) if (name.startsWith(prefix)) directory.remove(name);
  }

  /** Takes over those of the files that are here; the names of these. */
  reuse(files: readonly CommitFile[]): ReadonlySet<string> {
    const found = files.filter((file) => isIndexFile(file.name) && hasFile(this.#directory, file));
    const names = found.map(({ name }) => name);
    this.#directory.sync(names);
    for (const name of names) this.#directory.link(this.#directory, name, this.#prefix + name);
    this.#complete.push(...names);
    return new Set(names);
  }

  /** Those of the files that are here, where they stay; the names of these. */
  find(files: readonly CommitFile[]): ReadonlySet<string> {
    for (const file of files) {
      if (isIndexFile(file.name) && hasFile(this.#directory, file)) this.#present.add(file.name);
    }
    return this.#present;
  }

  /** Chunks of a file come once each, in any order. `crc`: of the chunk. */
  write(file: CommitFile, { offset, bytes, crc }: FileChunk): void {
    const staged = this.#open.get(file.name) ?? this.#begin(file);
    const isOutside = offset < staged.handle.length || offset + bytes.length > file.lengthBytes;
    if (isOutside || crc32(bytes) !== crc) {
      throw damaged(file.name, 'a chunk is not what was sent');
    }
    staged.early.set(offset, bytes);
    for (let next = take(staged); next !== undefined; next = take(staged)) {
      staged.handle.append(next);
      staged.crc = crc32(next, staged.crc);
    }
  }

  /** The file is whole, durable under its other name. `crc`: of all of it. */
  finish(file: CommitFile, crc: number): void {
    const staged = this.#open.get(file.name) ?? this.#begin(file);
    this.#open.delete(file.name);
    staged.handle.sync();
    const { length } = staged.handle;
    staged.handle.close();
    if (length !== file.lengthBytes || staged.crc !== crc) {
      throw damaged(file.name, 'it is not what was sent');
    }
    this.#complete.push(file.name);
  }

  /** The commit among the staged files. */
  commitPoint(): CommitPoint {
    const name = this.#complete.find(isCommitFile);
    if (name === undefined) throw damaged('segments_', 'there is no commit among the files');
    return readCommitFile(this.#directory, this.#prefix + name);
  }

  /** Whether every file of the commit is staged, or here already. */
  hasAllOf(commit: CommitPoint): boolean {
    const staged = new Set(this.#complete);
    return commitFiles(commit).every(
      (name) => staged.has(name) || (this.#present.has(name) && this.#directory.exists(name)),
    );
  }

  /** Durable when this returns, but for the commit, which is removed. A name is never given twice: a search may still read the file that has it. */
  moveBeside(): void {
    const names = this.#complete.filter((name) => !isCommitFile(name));
    const taken = names.find((name) => this.#directory.exists(name));
    if (taken !== undefined) throw damaged(taken, 'another file has its name');
    this.#rename(names);
    for (const name of this.#complete) {
      if (isCommitFile(name)) this.#directory.remove(this.#prefix + name);
    }
  }

  /** Durable when this returns. The commit has its name when all that it names has one that no crash takes back. */
  moveIntoPlace(): void {
    this.#rename(this.#complete.filter((name) => !isCommitFile(name)));
    this.#rename(this.#complete.filter(isCommitFile));
  }

  /** A file system may make a later rename durable before an earlier one, but for what comes before a sync of the folder. */
  #rename(names: readonly string[]): void {
    for (const name of names) this.#directory.rename(this.#prefix + name, name);
    this.#directory.syncDirectory();
  }

  /** Removes what there is. */
  discard(): void {
    for (const { handle } of this.#open.values()) handle.close();
    this.#open.clear();
    for (const name of this.#directory.list()) {
      if (name.startsWith(this.#prefix)) this.#directory.remove(name);
    }
  }

  #begin(file: CommitFile): Staged {
    if (!isIndexFile(file.name)) throw damaged(file.name, 'it is no file of an index');
    const handle = this.#directory.openAppend(this.#prefix + file.name);
    const staged = { handle, early: new Map<number, Uint8Array>(), crc: 0 };
    this.#open.set(file.name, staged);
    return staged;
  }
}

function take({ handle, early }: Staged): Uint8Array | undefined {
  const next = early.get(handle.length);
  early.delete(handle.length);
  return next;
}

function damaged(name: string, what: string): ApiError {
  return new ApiError('corrupt_index_exception', `file [${name}] of the recovery source: ${what}`);
}
