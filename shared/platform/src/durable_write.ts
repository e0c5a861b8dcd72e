/**
 * Files and folders that survive a power cut, by one recipe: the bytes are written beside the name and fsynced, the name is given, and the
 * folder that holds the name is fsynced; so is the folder above each folder that is made. A crash at any instant leaves the old file or the new one,
 * never a part. Nobody but the owner may look in, unless a mode says otherwise.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** What of the file system is needed; a test puts one in its place that forgets what was not synced. */
export interface DurableDisk {
  /** Rejects with `EEXIST` or `ENOENT` as `mkdir` of Node does. */
  makeFolder(path: string, mode: number): Promise<void>;
  /** A new file, or a left-over one emptied; resolves when its bytes, but not its name, are durable. */
  writeSynced(path: string, bytes: FileBytes, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name of the same file; rejects with `EEXIST` where there is one. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in it durable. */
  syncFolder(path: string): Promise<void>;
}

/** All of a file, or piece by piece: of a large one only a piece is in memory. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>;

export interface DurableWriteOptions {
  /** Of the file, 0600 when not given. */
  readonly mode?: number;
  /** Leaves a file that is there as it is. */
  readonly exclusive?: boolean;
  /** Several may write the file at once: each has a file of its own beside the name, which only a crash leaves behind. */
  readonly contended?: boolean;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Resolves when the file survives a power cut, and the folders it is in, which are made where they are missing. `false`: it was to be new
 * (`exclusive`) and is there already. Files that are to be new may be written by several at once, and those that are `contended`; others by
 * one at a time.
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
    // Nobody would overwrite it.
    if (contended) await disk.remove(temporary);
  }
  // Where another process was first, its name may not be durable yet.
  await disk.syncFolder(folder);
  return isNew;
}

/** Makes the folder and those above it that are missing; resolves when all of them survive a power cut. A folder that is there keeps its mode. */
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

/** The same for a thread that may wait, which has returned when they do. */
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

/** Each `make` is answered with what came of it. */
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

/** By somebody else, as soon as it was made. */
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

/** Throws what is neither. */
function outcomeOf(error: unknown): Made {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return 'there';
  if (code === 'ENOENT') return 'no_parent';
  throw error;
}

/** A name is durable only when its folder is. */
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const realDisk: DurableDisk = {
  makeFolder: (path, mode) => mkdir(path, { mode }),
  async writeSynced(path, bytes, mode) {
    const file = await open(path, 'w', mode);
    try {
      await file.writeFile(bytes);
      // A left-over file keeps the mode it was made with.
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
