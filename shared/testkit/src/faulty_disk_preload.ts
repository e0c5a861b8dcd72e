/**
 * Makes the disk of a process fail on demand, as `FaultyDisk` says. The file is loaded before
 * everything else in the process (`node --import`) and in each of its threads; the process under
 * test does not know of it. On a full disk, the first write is short and the next ones fail with
 * ENOSPC; a failing fsync is EIO.
 */
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const CONTROL = process.env.FAULTY_DISK_SWITCHES ?? '';

type Fault = 'full' | 'no_sync';

const { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readFileSync, writeSync } = fs;
const openFile = fs.promises.open;

/** The paths of the files that this thread has open, by descriptor. */
const paths = new Map<number, string>();
/** Descriptors whose last write was short. */
const cutShort = new Set<number>();

/**
 * True when the fault applies to the path. The switch is a file that holds the prefix of the
 * affected paths.
 */
function hasFault(fault: Fault, path: string | undefined): boolean {
  const file = join(CONTROL, fault);
  if (path === undefined || !existsSync(file)) return false;
  try {
    return path.startsWith(readFileSync(file, 'utf8'));
  } catch {
    return false; // The file was removed after the check.
  }
}

function failure(code: 'EIO' | 'ENOSPC', syscall: string): NodeJS.ErrnoException {
  const text = code === 'EIO' ? 'i/o error' : 'no space left on device';
  return Object.assign(new Error(`${code}: ${text}, ${syscall}`), { code, syscall });
}

function checkSync(path: string | undefined, syscall: string): void {
  if (hasFault('no_sync', path)) throw failure('EIO', syscall);
}

/** The number of bytes of a write that the disk takes. Throws when it takes none. */
function roomFor(file: number, path: string | undefined, length: number): number {
  if (!hasFault('full', path)) {
    cutShort.delete(file);
    return length;
  }
  if (length < 2 || cutShort.has(file)) throw failure('ENOSPC', 'write');
  cutShort.add(file);
  return length >> 1;
}

function patchSync(): void {
  fs.openSync = (path, flags, mode) => {
    const file = openSync(path, flags, mode);
    paths.set(file, String(path));
    return file;
  };
  fs.closeSync = (file) => {
    paths.delete(file);
    cutShort.delete(file);
    closeSync(file);
  };
  fs.fdatasyncSync = (file) => {
    checkSync(paths.get(file), 'fdatasync');
    fdatasyncSync(file);
  };
  fs.fsyncSync = (file) => {
    checkSync(paths.get(file), 'fsync');
    fsyncSync(file);
  };
  const write = (file: number, bytes: Uint8Array, offset = 0, length = bytes.length - offset) =>
    writeSync(file, bytes, offset, roomFor(file, paths.get(file), length));
  fs.writeSync = write as typeof fs.writeSync;
}

type WriteBytes = (
  bytes: Uint8Array,
  offset: number,
  length: number,
) => Promise<{ bytesWritten: number; buffer: Uint8Array }>;

function patchHandle(handle: FileHandle, path: string): FileHandle {
  const { datasync, sync, writeFile } = handle;
  const write: WriteBytes = handle.write;
  handle.datasync = async () => {
    checkSync(path, 'fdatasync');
    await datasync.call(handle);
  };
  handle.sync = async () => {
    checkSync(path, 'fsync');
    await sync.call(handle);
  };
  const writePart = (bytes: Uint8Array, offset = 0, length = bytes.length - offset) =>
    write.call(handle, bytes, offset, roomFor(handle.fd, path, length));
  handle.write = writePart as typeof handle.write;
  handle.writeFile = async (data, options) => {
    if (hasFault('full', path)) throw failure('ENOSPC', 'write');
    await writeFile.call(handle, data, options);
  };
  return handle;
}

if (CONTROL !== '') {
  patchSync();
  fs.promises.open = async (path, flags, mode) =>
    patchHandle(await openFile(path, flags, mode), String(path));
  syncBuiltinESMExports();
}
