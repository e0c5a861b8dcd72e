/**
 * The file an export writes. Beside it, as long as the export is not over, `FILE.state` tells how
 * far it has come: an export that was broken off goes on from there. What was written after the
 * state is cut off.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writeDurably } from '@skein/platform';
import { illegal } from './cluster.js';

const compress = promisify(gzip);

interface ExportState {
  /** What is exported, to refuse another export of the same name. */
  readonly of: string;
  /** Indices that a header of the file tells of. */
  readonly indices?: readonly string[];
  /** Length of the file. */
  readonly bytes: number;
  readonly documents: number;
  /** By index and shard: the sequence number of the last document, or the end. */
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
   * A new file, or one to go on with. Rejects with illegal_argument_exception where a whole file
   * is, or part of another export.
   */
  static async open(path: string, of: string): Promise<ExportFile> {
    const statePath = `${path}.state`;
    if (!existsSync(statePath)) {
      if (existsSync(path)) throw illegal(`there is a file [${path}] already`);
      return new ExportFile(path, await open(path, 'wx', 0o600), {
        of,
        bytes: 0,
        documents: 0,
        shards: {},
      });
    }
    const state = JSON.parse(await readFile(statePath, 'utf8')) as ExportState;
    if (state.of !== of) {
      throw illegal(`[${path}] is part of another export: [${state.of}], and not [${of}]`);
    }
    const handle = await open(path, 'r+');
    await handle.truncate(state.bytes);
    return new ExportFile(path, handle, state);
  }

  get state(): ExportState {
    return this.#state;
  }

  /** Resolves once the lines and how far they reach are on the disk. */
  async append(
    lines: Uint8Array,
    reached: Partial<Pick<ExportState, 'documents' | 'shards' | 'indices'>>,
  ): Promise<void> {
    // Each part is a member of its own (RFC 1952 §2.2): the file can be cut between them.
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
    await writeDurably(`${this.#path}.state`, Buffer.from(JSON.stringify(this.#state)));
  }

  async close({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    await this.#handle.close();
    // Nothing was written: the next attempt begins with a new file.
    if (this.#state.bytes === 0) await rm(this.#path, { force: true });
    if (isWhole) await rm(`${this.#path}.state`, { force: true });
  }
}
