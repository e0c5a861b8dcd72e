/**
 * The folder of a shard whose files are in a repository. Files that `remote_files` names are read
 * block by block from the node's file cache, which fetches missing blocks; the others are in the
 * folder. Remote files are never changed.
 */
import { ApiError } from '@skein/errors';
import type { AppendHandle, Directory } from '@skein/search_library';
import { partsOf } from '@skein/snapshots';
import type { FsDirectory } from '../fs_directory.js';
import type { BlobPiece } from './block_ask.js';
import type { BlockPlace, BlockReader } from './block_reader.js';
import type { RemoteFile, RemoteFiles } from './remote_files.js';

export class BlockDirectory implements Directory {
  readonly location: string;
  readonly #local: FsDirectory;
  readonly #remote: RemoteFiles;
  readonly #files: ReadonlyMap<string, RemoteFile>;
  readonly #reader: BlockReader;

  constructor(local: FsDirectory, remote: RemoteFiles, reader: BlockReader) {
    this.location = local.location;
    this.#local = local;
    this.#remote = remote;
    this.#files = new Map(remote.files.map((file) => [file.name, file]));
    this.#reader = reader;
  }

  list(): string[] {
    return [...new Set([...this.#local.list(), ...this.#files.keys()])].sort();
  }

  exists(name: string): boolean {
    return this.#files.has(name) || this.#local.exists(name);
  }

  length(name: string): number {
    return this.#files.get(name)?.lengthBytes ?? this.#local.length(name);
  }

  readInto(name: string, offset: number, target: Uint8Array): void {
    this.#read(name, offset, target, false);
  }

  readAnew(name: string, offset: number, target: Uint8Array): void {
    this.#read(name, offset, target, true);
  }

  closeReads(): void {
    this.#local.closeReads();
  }

  writeFile(name: string, bytes: Uint8Array): void {
    this.#checkLocal(name);
    this.#local.writeFile(name, bytes);
  }

  openAppend(name: string): AppendHandle {
    this.#checkLocal(name);
    return this.#local.openAppend(name);
  }

  sync(names: readonly string[]): void {
    this.#local.sync(names.filter((name) => !this.#files.has(name)));
  }

  syncDirectory(): void {
    this.#local.syncDirectory();
  }

  rename(from: string, to: string): void {
    this.#checkLocal(from);
    this.#checkLocal(to);
    this.#local.rename(from, to);
  }

  link(from: Directory, name: string, as: string): void {
    this.#checkLocal(as);
    this.#local.link(from, name, as);
  }

  remove(name: string): void {
    this.#checkLocal(name);
    this.#local.remove(name);
  }

  #checkLocal(name: string): void {
    if (!this.#files.has(name)) return;
    throw new ApiError('illegal_state_exception', `[${name}] is in a snapshot and never changes`);
  }

  #read(name: string, offset: number, target: Uint8Array, anew: boolean): void {
    const file = this.#files.get(name);
    if (file === undefined) {
      this.#local.readInto(name, offset, target);
      return;
    }
    if (offset < 0 || offset + target.length > file.lengthBytes) {
      throw new ApiError(
        'corrupt_index_exception',
        `[${name}] ends before [${offset + target.length}]`,
      );
    }
    this.#reader.read(this.#placeOf(file), { offset, target, anew });
  }

  #placeOf(file: RemoteFile): BlockPlace {
    const { repository, key, folder } = this.#remote;
    return {
      repository,
      name: key + file.name,
      lengthBytes: file.lengthBytes,
      pieces: (offset, lengthBytes) => piecesOf(file, folder, { offset, lengthBytes }),
    };
  }
}

/** The places of a range of the file in the repository. */
function piecesOf(
  { lengthBytes: fileBytes, blob: name, partBytes }: RemoteFile,
  folder: string,
  { offset, lengthBytes }: { readonly offset: number; readonly lengthBytes: number },
): readonly BlobPiece[] {
  const end = offset + lengthBytes;
  const content = { kind: 'blob', blob: name, partBytes } as const;
  return partsOf({ lengthBytes: fileBytes, content }).flatMap((part): readonly BlobPiece[] => {
    const from = Math.max(offset, part.offset);
    const to = Math.min(end, part.offset + part.lengthBytes);
    if (from >= to) return [];
    return [{ blob: folder + part.blob, offset: from - part.offset, lengthBytes: to - from }];
  });
}
