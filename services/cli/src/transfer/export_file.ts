/**
 * The file that an export writes. From before it exists until the export is complete, `FILE.state`
 * beside it records the progress: an interrupted export resumes from there. Bytes that were written
 * after the state are cut off.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeDurably } from '@skein/platform';
import { illegal } from './cluster.js';

const compress = promisify(gzip);

interface ExportState {
  /** Identifies the export, so that a different one into the same file is refused. */
  readonly of: string;
  /** The indices that a header of the file describes. */
  readonly indices?: readonly string[];
  /** The length of the file in bytes. */
  readonly bytes: number;
  readonly documents: number;
  /**
   * Keyed by index and shard: the sequence number of the last document, or `end` for a finished
   * shard.
   */
  readonly shards: Readonly<Record<string, number | 'end'>>;
}

export class ExportFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #state: ExportState;

  private constructor(path: string, handle: FileHandle, state: ExportState) {
    this.#path = path;
    this.#handle = handle;
    this.#state = state;
  }

  /**
   * Creates the file, or opens it to resume. Rejects with illegal_argument_exception if the file is
   * complete, part of another export, or has lost what its state says it has.
   */
  static async open(path: string, of: string): Promise<ExportFile> {
    const statePath = `${path}.state`;
    if (!existsSync(statePath)) {
      if (existsSync(path)) throw illegal(`the file [${path}] exists already`);
      const state = { of, bytes: 0, documents: 0, shards: {} };
      await writeState(path, state);
      return new ExportFile(path, await open(path, 'wx', 0o600), state);
    }
    // This class wrote the file.
    const state = JSON.parse(await readFile(statePath, 'utf8')) as ExportState;
    if (state.of !== of) {
      throw illegal(`[${path}] is part of another export: [${state.of}], and not [${of}]`);
    }
    if (state.bytes === 0) return new ExportFile(path, await open(path, 'w', 0o600), state);
    const handle = await open(path, 'r+');
    try {
      await cutTo(handle, path, state.bytes);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new ExportFile(path, handle, state);
  }

  get state(): ExportState {
    return this.#state;
  }

  /** Resolves once the lines and the state that covers them are on the disk. */
  async append(
    lines: Uint8Array,
    reached: Partial<Pick<ExportState, 'documents' | 'shards' | 'indices'>>,
  ): Promise<void> {
    // Each part is a gzip member of its own (RFC 1952 §2.2), so the file can be cut between them.
    const part = this.#path.endsWith('.gz') && lines.length > 0 ? await compress(lines) : lines;
    const { bytes } = this.#state;
    for (let done = 0; done < part.length; ) {
      const { bytesWritten } = await this.#handle.write(
        part,
        done,
        part.length - done,
        bytes + done,
      );
      done += bytesWritten;
    }
    await this.#handle.datasync();
    this.#state = { ...this.#state, ...reached, bytes: bytes + part.length };
    await writeState(this.#path, this.#state);
  }

  async close({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    await this.#handle.close();
    // If nothing was written, the next attempt begins with a new file.
    const isEmpty = this.#state.bytes === 0;
    if (isEmpty) await rm(this.#path, { force: true });
    if (isEmpty || isWhole) await rm(`${this.#path}.state`, { force: true });
  }
}

async function writeState(path: string, state: ExportState): Promise<void> {
  await writeDurably(`${path}.state`, Buffer.from(JSON.stringify(state)));
}

async function cutTo(handle: FileHandle, path: string, bytes: number): Promise<void> {
  const { size } = await handle.stat();
  if (size < bytes) {
    throw illegal(`[${path}] has [${size}] bytes, but [${path}.state] says that it has [${bytes}]`);
  }
  await handle.truncate(bytes);
}
