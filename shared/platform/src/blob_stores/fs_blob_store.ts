/**
 * Blobs as files in a folder that the nodes of a cluster share. The parts of a name are folders and
 * a file; a name that leads out of the folder is refused. A blob is written to `NAME.UUID.tmp`,
 * synced and renamed, or linked if it must be new, and its folder is synced. A crash of the machine
 * leaves the whole blob or the previous one, and perhaps a file that ends in `.tmp`. Listings show
 * such files, so that the clean-up of unneeded blobs removes them.
 *
 * A new name is created by a hard link, which exactly one of several writers succeeds in making, on
 * one machine or over NFS (RFC 1813 §3.3.15). On a file system without hard links `writeNew` is
 * refused.
 */
import type { Dir, Dirent } from 'node:fs';
import { type FileHandle, lstat, open, opendir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { reasonOf, systemCodeOf } from '@skein/base';
import {
  type Admit,
  type BlobEntry,
  BlobMissing,
  type BlobSource,
  type BlobStore,
  BlobTooLong,
  StoreFault,
} from '@skein/snapshots';
import { type FileBytes, writeDurably } from '../durable_write.js';
import { piecesOf } from './pieces.js';

export interface FsBlobStoreOptions {
  readonly isReadOnly: boolean;
}

/**
 * Attempts to write. Removing the last blob of a folder removes the folder, perhaps while another
 * writer is about to write there; that writer creates the folder again.
 */
const WRITE_ATTEMPTS = 5;

export class FsBlobStore implements BlobStore {
  readonly isReadOnly: boolean;
  readonly #folder: string;

  /** Opens the store. The folder is created by the first write. */
  constructor(folder: string, options: FsBlobStoreOptions) {
    this.#folder = resolve(folder);
    this.isReadOnly = options.isReadOnly;
  }

  async read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#opened(name, async (file) => {
      const stats = await file.stat();
      if (!stats.isFile()) throw new BlobMissing(name);
      if (stats.size > maxBytes) throw new BlobTooLong(name, maxBytes);
      const bytes = new Uint8Array(stats.size);
      await fill(file, { name, offset: 0, target: bytes });
      return bytes;
    });
  }

  async readInto(name: string, offset: number, target: Uint8Array): Promise<void> {
    await this.#opened(name, (file) => fill(file, { name, offset, target }));
  }

  async write(name: string, source: BlobSource, admit: Admit): Promise<void> {
    await this.#write(name, () => piecesOf(source, admit), { contended: true });
  }

  async writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#write(name, () => bytes, { exclusive: true });
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const name of filesIn(this.#folder, folder, prefix)) {
      const lengthBytes = await lengthOf(join(this.#folder, name), name);
      if (lengthBytes !== undefined) yield { name, lengthBytes };
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const name of names) {
      this.#refuseReadOnly(name);
      const path = this.#path(name);
      await answer(name, () => rm(path, { force: true }));
      folders.add(dirname(path));
    }
    for (const folder of folders) await this.#removeEmpty(folder);
  }

  close(): void {}

  async #opened<T>(name: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
    const path = this.#path(name);
    return answer(name, async () => {
      const file = await open(path, 'r');
      try {
        return await use(file);
      } finally {
        await file.close();
      }
    });
  }

  async #write(
    name: string,
    bytes: () => FileBytes,
    options: { readonly exclusive?: boolean; readonly contended?: boolean },
  ): Promise<boolean> {
    this.#refuseReadOnly(name);
    const path = this.#path(name);
    for (let attempt = 1; ; attempt++) {
      try {
        return await writeDurably(path, bytes(), options);
      } catch (error) {
        if (systemCodeOf(error) !== 'ENOENT' || attempt === WRITE_ATTEMPTS)
          throw faultOf(name, error);
      }
    }
  }

  /** Removes the folder, and its parents, as far as they are empty. */
  async #removeEmpty(folder: string): Promise<void> {
    for (let path = folder; path.length > this.#folder.length; path = dirname(path)) {
      try {
        await rmdir(path);
      } catch (error) {
        const code = systemCodeOf(error);
        if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
        if (code !== 'ENOENT') throw faultOf(path, error);
      }
    }
  }

  #path(name: string): string {
    const isWithin = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
    if (!isWithin || /[\\\0]/.test(name)) throw new StoreFault(`[${name}] is no name of a blob`);
    return join(this.#folder, name);
  }

  #refuseReadOnly(name: string): void {
    if (this.isReadOnly) throw new StoreFault(`[${name}] is in a store that is only read`);
  }
}

/**
 * Names, relative to the store's folder, of all files in a folder and below it that begin with the
 * prefix. `folder` is a prefix of `prefix`, or begins with it. A folder that cannot hold such a
 * name is not opened. Links are not followed, since the store makes none.
 */
async function* filesIn(root: string, folder: string, prefix: string): AsyncIterable<string> {
  for await (const entry of entriesOf(root, folder)) {
    const name = `${folder}${entry.name}`;
    if (!name.startsWith(prefix)) continue;
    if (entry.isDirectory()) yield* filesIn(root, `${name}/`, prefix);
    else if (entry.isFile()) yield name;
  }
}

async function* entriesOf(root: string, folder: string): AsyncIterable<Dirent> {
  const opened = await unlessGone<Dir>(folder, () => opendir(join(root, folder)));
  if (opened === undefined) return;
  try {
    yield* opened;
  } catch (error) {
    throw faultOf(folder, error);
  }
}

/** The file's length; `undefined`: it is gone. */
async function lengthOf(path: string, name: string): Promise<number | undefined> {
  return (await unlessGone(name, () => lstat(path)))?.size;
}

interface Range {
  readonly name: string;
  readonly offset: number;
  readonly target: Uint8Array;
}

async function fill(file: FileHandle, { name, offset, target }: Range): Promise<void> {
  for (let at = 0; at < target.length; ) {
    const { bytesRead } = await file.read(target, at, target.length - at, offset + at);
    if (bytesRead === 0) throw new StoreFault(`blob [${name}] ends at [${offset + at}]`);
    at += bytesRead;
  }
}

async function unlessGone<T>(name: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw faultOf(name, error);
  }
}

async function answer<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') throw new BlobMissing(name);
    throw faultOf(name, error);
  }
}

function faultOf(name: string, error: unknown): unknown {
  if (systemCodeOf(error) === undefined) return error;
  return new StoreFault(`[${name}] ${reasonOf(error)}`, { cause: error });
}
