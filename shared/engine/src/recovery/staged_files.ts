/**
 * Files of another copy's commit on their way into a shard's directory: written under other names, verified, and moved into place when all of
 * them are there, the commit last.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { type AppendHandle, type Directory, isIndexFile } from '@skein/search_library';
import type { CommitFile } from './held_commit.js';

const PREFIX = 'recovery.';

interface Staged {
  readonly file: CommitFile;
  readonly handle: AppendHandle;
  crc: number;
}

export class StagedFiles {
  readonly #directory: Directory;
  readonly #complete: string[] = [];
  #open: Staged | undefined;

  constructor(directory: Directory) {
    this.#directory = directory;
    for (const name of directory.list()) if (name.startsWith(PREFIX)) directory.remove(name);
  }

  /** Chunks of a file come in order, and the files one after the other. `crc`: of the chunk. */
  write(file: CommitFile, chunk: { readonly bytes: Uint8Array; readonly crc: number }): void {
    const staged = this.#open ?? this.#begin(file);
    if (staged.file.name !== file.name || crc32(chunk.bytes) !== chunk.crc) {
      throw damaged(file.name, 'a chunk is not what was sent');
    }
    staged.handle.append(chunk.bytes);
    staged.crc = crc32(chunk.bytes, staged.crc);
  }

  /** The file is whole, durable under its other name. `crc`: of all of it. */
  finish(file: CommitFile, crc: number): void {
    const staged = this.#open ?? this.#begin(file);
    this.#open = undefined;
    staged.handle.sync();
    const { length } = staged.handle;
    staged.handle.close();
    if (length !== file.lengthBytes || staged.crc !== crc) {
      throw damaged(file.name, 'it is not what was sent');
    }
    this.#complete.push(file.name);
  }

  /** Durable when this returns. */
  moveIntoPlace(): void {
    for (const name of this.#complete) this.#directory.rename(PREFIX + name, name);
    this.#directory.syncDirectory();
  }

  /** Removes what there is. */
  discard(): void {
    this.#open?.handle.close();
    this.#open = undefined;
    for (const name of this.#directory.list()) {
      if (name.startsWith(PREFIX)) this.#directory.remove(name);
    }
  }

  #begin(file: CommitFile): Staged {
    if (!isIndexFile(file.name)) throw damaged(file.name, 'it is no file of an index');
    const handle = this.#directory.openAppend(PREFIX + file.name);
    this.#open = { file, handle, crc: 0 };
    return this.#open;
  }
}

function damaged(name: string, what: string): ApiError {
  return new ApiError('corrupt_index_exception', `file [${name}] of the recovery source: ${what}`);
}
