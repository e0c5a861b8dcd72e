/**
 * A directory in memory that models a disk with crashes. For each name it keeps the current content
 * and the content that would survive a power cut: bytes survive once the file is synced, names
 * (new, renamed, removed) once the directory is synced.
 */
import { assert } from '@skein/base';
import type { AppendHandle, Directory } from './directory.js';

interface EntryChange {
  /** A name that was removed; with `name`, it was renamed to it. */
  readonly gone?: string;
  readonly name?: string;
  readonly file?: MemoryFile;
}

interface MemoryFile {
  bytes: Uint8Array;
  length: number;
  /** The bytes that `sync` made durable; `undefined`: never synced. */
  synced: Uint8Array | undefined;
}

/**
 * The effect of a crash on names that were added, changed or removed since the directory was last
 * synced: all of these changes are lost, none is, or any subset is, since a file system may write a
 * later change before an earlier one. `change` counts from 0 since the last sync; the function
 * returns true if the change survives.
 */
export type CrashEntries = 'durable' | 'latest' | ((change: number) => boolean);

/**
 * The effect of a crash on bytes that were never synced: they vanish, only half of them stay, some
 * sectors are written and others are not, or all of them survive.
 */
export type CrashDamage = 'drop' | 'tear' | 'scatter' | 'keep';

const SECTOR_BYTES = 64;

export interface MemoryDirectoryOptions {
  /**
   * Called before every operation that changes something; throws to simulate a fault at this point.
   */
  readonly onOperation?: (operation: string, name: string) => void;
}

export class MemoryDirectory implements Directory {
  readonly location = 'memory';
  readonly #onOperation: (operation: string, name: string) => void;
  #files = new Map<string, MemoryFile>();
  /** Directory entries that survive a crash. */
  #durable = new Map<string, MemoryFile>();
  /** Changes of entries since the last sync, in order. */
  #changes: EntryChange[] = [];
  readonly #handles = new Set<MemoryAppendHandle>();

  constructor(options: MemoryDirectoryOptions = {}) {
    this.#onOperation = options.onOperation ?? (() => {});
  }

  list(): string[] {
    return [...this.#files.keys()].sort();
  }

  exists(name: string): boolean {
    return this.#files.has(name);
  }

  length(name: string): number {
    return this.#file(name).length;
  }

  writeFile(name: string, bytes: Uint8Array): void {
    checkName(name);
    this.#onOperation('writeFile', name);
    this.#enter(name, { bytes: bytes.slice(), length: bytes.length, synced: undefined });
  }

  readInto(name: string, offset: number, target: Uint8Array): void {
    const file = this.#file(name);
    assert(
      offset >= 0 && offset + target.length <= file.length,
      `read past the end of [${name}]: [${offset}] + [${target.length}] > [${file.length}]`,
    );
    target.set(file.bytes.subarray(offset, offset + target.length));
  }

  /** A copy of a file's bytes. */
  bytes(name: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length(name));
    this.readInto(name, 0, bytes);
    return bytes;
  }

  /** A directory with copies of all files. */
  copy(): MemoryDirectory {
    const copy = new MemoryDirectory();
    for (const name of this.list()) copy.writeFile(name, this.bytes(name));
    return copy;
  }

  closeReads(): void {}

  /** Number of files that are open for appending. */
  get openFiles(): number {
    return this.#handles.size;
  }

  openAppend(name: string): AppendHandle {
    checkName(name);
    this.#onOperation('openAppend', name);
    let file = this.#files.get(name);
    if (!file) {
      file = { bytes: new Uint8Array(64), length: 0, synced: undefined };
      this.#enter(name, file);
    }
    const handle: MemoryAppendHandle = new MemoryAppendHandle(file, {
      onOperation: (operation) => this.#onOperation(operation, name),
      onClose: () => this.#handles.delete(handle),
    });
    this.#handles.add(handle);
    return handle;
  }

  sync(names: readonly string[]): void {
    for (const name of names) {
      this.#onOperation('sync', name);
      syncFile(this.#file(name));
    }
  }

  syncDirectory(): void {
    this.#onOperation('syncDirectory', '');
    this.#durable = new Map(this.#files);
    this.#changes = [];
  }

  rename(from: string, to: string): void {
    checkName(to);
    this.#onOperation('rename', to);
    const file = this.#file(from);
    this.#files.delete(from);
    this.#files.set(to, file);
    this.#changes.push({ gone: from, name: to, file });
  }

  link(from: Directory, name: string, as: string): void {
    const bytes = new Uint8Array(from.length(name));
    from.readInto(name, 0, bytes);
    assert(!this.exists(as), `file [${as}] exists`);
    this.writeFile(as, bytes);
  }

  remove(name: string): void {
    this.#onOperation('remove', name);
    if (this.#files.delete(name)) this.#changes.push({ gone: name });
  }

  /** The directory that a process would find after a power cut now. */
  afterCrash(damage: CrashDamage, entries: CrashEntries): MemoryDirectory {
    const survivor = new MemoryDirectory();
    for (const [name, file] of this.#entriesAfter(entries)) {
      const bytes = crashedContent(file, damage);
      const copy = { bytes, length: bytes.length, synced: bytes.slice() };
      survivor.#files.set(name, copy);
      survivor.#durable.set(name, copy);
    }
    return survivor;
  }

  #entriesAfter(entries: CrashEntries): ReadonlyMap<string, MemoryFile> {
    if (entries === 'latest') return this.#files;
    if (entries === 'durable') return this.#durable;
    const found = new Map(this.#durable);
    this.#changes.forEach(({ gone, name, file }, at) => {
      if (!entries(at)) return;
      // A rename moves an existing entry: without one, nothing is renamed.
      const had = gone === undefined || found.delete(gone);
      if (had && name !== undefined && file !== undefined) found.set(name, file);
    });
    return found;
  }

  #enter(name: string, file: MemoryFile): void {
    this.#files.set(name, file);
    this.#changes.push({ name, file });
  }

  #file(name: string): MemoryFile {
    const file = this.#files.get(name);
    assert(file, `no such file [${name}]`);
    return file;
  }
}

interface HandleOptions {
  readonly onOperation: (operation: string) => void;
  readonly onClose: () => void;
}

class MemoryAppendHandle implements AppendHandle {
  readonly #file: MemoryFile;
  readonly #options: HandleOptions;
  #isClosed = false;

  constructor(file: MemoryFile, options: HandleOptions) {
    this.#file = file;
    this.#options = options;
  }

  get length(): number {
    return this.#file.length;
  }

  append(bytes: Uint8Array): void {
    this.#begin('append');
    const file = this.#file;
    const needed = file.length + bytes.length;
    if (needed > file.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, file.bytes.length * 2));
      grown.set(file.bytes.subarray(0, file.length));
      file.bytes = grown;
    }
    file.bytes.set(bytes, file.length);
    file.length = needed;
  }

  sync(): void {
    this.#begin('sync');
    syncFile(this.#file);
  }

  truncate(length: number): void {
    this.#begin('truncate');
    assert(length <= this.#file.length, 'truncate cannot grow a file');
    this.#file.length = length;
  }

  close(): void {
    this.#isClosed = true;
    this.#options.onClose();
  }

  #begin(operation: string): void {
    assert(!this.#isClosed, `[${operation}] of a closed file`);
    this.#options.onOperation(operation);
  }
}

function syncFile(file: MemoryFile): void {
  file.synced = file.bytes.slice(0, file.length);
}

function crashedContent(file: MemoryFile, damage: CrashDamage): Uint8Array {
  const synced = file.synced ?? new Uint8Array(0);
  const latest = file.bytes.slice(0, file.length);
  if (damage === 'keep') return latest;
  if (damage === 'drop' || latest.length <= synced.length) return synced;
  if (damage === 'scatter') return scattered(latest, synced.length);
  return latest.slice(0, synced.length + ((latest.length - synced.length) >> 1));
}

/** Zeroes every other sector from `from` on. */
function scattered(bytes: Uint8Array, from: number): Uint8Array {
  for (let at = from; at < bytes.length; at += 2 * SECTOR_BYTES) {
    bytes.fill(0, at, at + SECTOR_BYTES);
  }
  return bytes;
}

function checkName(name: string): void {
  assert(name !== '' && !/[/\\]/.test(name), `bad file name [${name}]`);
}
