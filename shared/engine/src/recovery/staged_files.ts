/**
 * Files of another copy's commit that are arriving in a shard's directory: written under other
 * names, verified, and moved into place when all of them are complete. Either they replace
 * everything, the commit last, and a file that the directory has already is linked, not written. Or
 * they come next to the existing files, and the owner then writes its own commit.
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

/** Prefixes of files that replace everything, and of files that come next to existing ones. */
export type StagedPrefix = 'recovery.' | 'segments.';

interface FileChunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly crc: number;
}

interface Staged {
  readonly handle: AppendHandle;
  /** Chunks that arrived early, by their offsets. The sender limits their amount. */
  readonly early: Map<number, Uint8Array>;
  crc: number;
}

export class StagedFiles {
  readonly #directory: Directory;
  readonly #prefix: StagedPrefix;
  readonly #complete: string[] = [];
  /** Existing files that stay in place. */
  readonly #present = new Set<string>();
  readonly #open = new Map<string, Staged>();

  constructor(directory: Directory, prefix: StagedPrefix) {
    this.#directory = directory;
    this.#prefix = prefix;
    for (const name of directory.list()) if (name.startsWith(prefix)) directory.remove(name);
  }

  /** Links the wanted files that exist already; returns their names. */
  reuse(files: readonly CommitFile[]): ReadonlySet<string> {
    const found = files.filter((file) => isIndexFile(file.name) && hasFile(this.#directory, file));
    const names = found.map(({ name }) => name);
    this.#directory.sync(names);
    for (const name of names) this.#directory.link(this.#directory, name, this.#prefix + name);
    this.#complete.push(...names);
    return new Set(names);
  }

  /** Records the wanted files that exist already and stay in place; returns their names. */
  find(files: readonly CommitFile[]): ReadonlySet<string> {
    for (const file of files) {
      if (isIndexFile(file.name) && hasFile(this.#directory, file)) this.#present.add(file.name);
    }
    return this.#present;
  }

  /** Writes a chunk. Each chunk comes once, in any order. `crc`: of the chunk. */
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

  /**
   * Completes a file: it is verified and durable under its other name. `crc`: of the whole file.
   */
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

  /** True if every file of the commit is staged or exists already. */
  hasAllOf(commit: CommitPoint): boolean {
    const staged = new Set(this.#complete);
    return commitFiles(commit).every(
      (name) => staged.has(name) || (this.#present.has(name) && this.#directory.exists(name)),
    );
  }

  /**
   * Moves the files next to the existing ones, durably, except for the commit, which is removed. A
   * name is never reused: a search may still read the file that has it.
   */
  moveBeside(): void {
    const names = this.#complete.filter((name) => !isCommitFile(name));
    const taken = names.find((name) => this.#directory.exists(name));
    if (taken !== undefined) throw damaged(taken, 'another file has its name');
    this.#rename(names);
    for (const name of this.#complete) {
      if (isCommitFile(name)) this.#directory.remove(this.#prefix + name);
    }
  }

  /**
   * Moves the files into place, durably. The commit is renamed only when the names of all its files
   * are safe from a crash.
   */
  moveIntoPlace(): void {
    this.#rename(this.#complete.filter((name) => !isCommitFile(name)));
    this.#rename(this.#complete.filter(isCommitFile));
  }

  /**
   * Renames files and syncs the folder. A file system may make a later rename durable before an
   * earlier one, unless the folder is synced in between.
   */
  #rename(names: readonly string[]): void {
    for (const name of names) this.#directory.rename(this.#prefix + name, name);
    this.#directory.syncDirectory();
  }

  /** Removes all staged files. */
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
