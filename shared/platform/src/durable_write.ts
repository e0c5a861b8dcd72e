/**
 * Writes files and folders so that they survive a power cut: the bytes are written to a temporary
 * name and fsynced, the file is renamed, and the folder that holds the name is fsynced; so is the
 * parent of each new folder. A crash at any instant leaves the old file or the new one, never a
 * part. Only the owner has access unless a mode says otherwise.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemCodeOf } from '@skein/base';

/** The required file system operations; a test substitutes a disk that loses unsynced data. */
export interface DurableDisk {
  /** Rejects with `EEXIST` or `ENOENT`, like Node's `mkdir`. */
  makeFolder(path: string, mode: number): Promise<void>;
  /**
   * Writes a new file, or empties a left-over one first; resolves when its bytes, but not its name,
   * are durable.
   */
  writeSynced(path: string, bytes: FileBytes, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Gives the file a second name; rejects with `EEXIST` if the name exists. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in it durable. */
  syncFolder(path: string): Promise<void>;
}

/** All of a file, or piece by piece, so that only a piece of a large file is in memory. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>;

export interface DurableWriteOptions {
  /** Mode of the file, 0600 by default. */
  readonly mode?: number;
  /** True if an existing file must not be replaced. */
  readonly exclusive?: boolean;
  /**
   * True if several writers may write the file at once: each uses its own temporary file, which
   * remains only after a crash.
   */
  readonly contended?: boolean;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Resolves when the file survives a power cut, together with its folders, which are created if
 * missing. `false`: it must be new (`exclusive`) and exists already. Files with `exclusive` or
 * `contended` may have several concurrent writers, others only one.
 */
export async function writeDurably(
  path: string,
  bytes: FileBytes,
  { mode = FILE_MODE, exclusive = false, contended = exclusive }: DurableWriteOptions = {},
  disk: DurableDisk = realDisk,
): Promise<boolean> {
  const folder = dirname(resolve(path));
  await makeFolderDurably(folder, FOLDER_MODE, disk);
  const temporary = contended ? `${path}.${randomUUID()}.tmp` : `${path}.tmp`;
  let isNew = true;
  try {
    await disk.writeSynced(temporary, bytes, mode);
    if (exclusive) isNew = await unlessThere(disk.link(temporary, path));
    else await disk.rename(temporary, path);
  } finally {
    // No other writer would overwrite it.
    if (contended) await disk.remove(temporary);
  }
  // If another process was first, its name may not be durable yet.
  await disk.syncFolder(folder);
  return isNew;
}

/**
 * Creates the folder and its missing parents; resolves when all of them survive a power cut. An
 * existing folder keeps its mode.
 */
export async function makeFolderDurably(
  path: string,
  mode = FOLDER_MODE,
  disk: DurableDisk = realDisk,
): Promise<void> {
  const steps = makingFolder(path);
  for (let step = steps.next(); step.done !== true; ) {
    const { kind, folder } = step.value;
    let made: Made | undefined;
    if (kind === 'make') made = await asMade(() => disk.makeFolder(folder, mode));
    else await disk.syncFolder(folder);
    step = steps.next(made);
  }
}

/**
 * Synchronous version for a thread that may block; returns when the folders survive a power cut.
 */
export function makeFolderDurablySync(path: string, mode = FOLDER_MODE): void {
  const steps = makingFolder(path);
  for (let step = steps.next(); step.done !== true; ) {
    const { kind, folder } = step.value;
    let made: Made | undefined;
    if (kind === 'make') made = asMadeSync(() => mkdirSync(folder, { mode }));
    else syncFolderSync(folder);
    step = steps.next(made);
  }
}

type Made = 'made' | 'there' | 'no_parent';

interface FolderStep {
  readonly kind: 'make' | 'sync';
  readonly folder: string;
}

/** The steps to create a folder. The caller answers each `make` with its outcome. */
function* makingFolder(path: string): Generator<FolderStep, void, Made | undefined> {
  const folder = resolve(path);
  const parent = dirname(folder);
  let made = yield { kind: 'make', folder };
  if (made === 'no_parent') {
    yield* makingFolder(parent);
    made = yield { kind: 'make', folder };
    if (made === 'no_parent') throw removed(parent);
  }
  if (made === 'made') yield { kind: 'sync', folder: parent };
}

/** The error for a folder that was removed as soon as it was created. */
function removed(folder: string): Error {
  return Object.assign(new Error(`folder [${folder}] was removed`), { code: 'ENOENT' });
}

async function asMade(make: () => Promise<void>): Promise<Made> {
  try {
    await make();
    return 'made';
  } catch (error) {
    return outcomeOf(error);
  }
}

function asMadeSync(make: () => void): Made {
  try {
    make();
    return 'made';
  } catch (error) {
    return outcomeOf(error);
  }
}

/** The outcome of a failed step; throws any other error. */
function outcomeOf(error: unknown): Made {
  const code = systemCodeOf(error);
  if (code === 'EEXIST') return 'there';
  if (code === 'ENOENT') return 'no_parent';
  throw error;
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function syncFolderSync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

async function unlessThere(made: Promise<void>): Promise<boolean> {
  try {
    await made;
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const realDisk: DurableDisk = {
  makeFolder: (path, mode) => mkdir(path, { mode }),
  async writeSynced(path, bytes, mode) {
    const file = await open(path, 'w', mode);
    try {
      await file.writeFile(bytes);
      // A left-over file has kept the mode of its creation.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename,
  link,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
};
