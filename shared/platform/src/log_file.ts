/**
 * A log in files of limited size: the newest lines are in `name.json`, older ones in `name1.json`,
 * `name2.json` and so on. winston's transport for files is not used: when a write fails, it waits
 * for ever, and with it all other transports of the log.
 */
import {
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  type WriteStream,
} from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { systemCodeOf } from '@skein/base';

export interface LogFileOptions {
  readonly folder: string;
  readonly name: string;
  /** Size of one file at which the next one begins. */
  readonly maxBytes?: number;
  /** Called when lines begin to be lost: the file cannot be written, or not as fast. */
  readonly failed: (error: unknown) => void;
  /** Time on a monotonic clock. */
  readonly nowMs?: () => number;
}

/** As Elasticsearch rolls its log: files of 128 MB, 2 GB of them. */
const FILE_BYTES = 128 * 1024 * 1024;
const MAX_FILES = 16;
/** Limit of the lines that wait for a slow disk; further ones are left out. */
const MAX_PENDING_BYTES = 8 * 1024 * 1024;
/** Time after a failure at which the file is opened again. */
const RETRY_MS = 60_000;

/**
 * A stream of lines that never fails and never waits: lines that cannot be written are lost. Throws
 * the system's error if the folder cannot be made.
 */
export function openLogFile(options: LogFileOptions): Writable {
  mkdirSync(options.folder, { recursive: true });
  const file = new RollingFile(options);
  return new Writable({
    decodeStrings: true,
    write(line: Buffer, _encoding, done) {
      file.write(line);
      done();
    },
  });
}

class RollingFile {
  readonly #options: LogFileOptions;
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  /** Undefined while the file cannot be written. */
  #stream: WriteStream | undefined;
  #sizeBytes = 0;
  #openAgainMs = Number.NEGATIVE_INFINITY;
  /** True while lines are left out because too many wait. */
  #isBehind = false;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? FILE_BYTES;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  write(line: Buffer): void {
    const stream = this.#current();
    if (stream === undefined || this.#leavesOut(stream)) return;
    stream.write(line);
    this.#sizeBytes += line.length;
  }

  #leavesOut({ writableLength }: WriteStream): boolean {
    const wasBehind = this.#isBehind;
    this.#isBehind = writableLength > MAX_PENDING_BYTES;
    if (this.#isBehind && !wasBehind) {
      this.#options.failed(new Error(`[${writableLength}] bytes wait for the disk`));
    }
    return this.#isBehind;
  }

  #current(): WriteStream | undefined {
    const isFull = this.#stream !== undefined && this.#sizeBytes >= this.#maxBytes;
    const mayOpen = this.#stream === undefined && this.#nowMs() >= this.#openAgainMs;
    if (!isFull && !mayOpen) return this.#stream;
    try {
      if (isFull) this.#roll();
      this.#stream = this.#open();
    } catch (error) {
      this.#fail(error);
    }
    return this.#stream;
  }

  #open(): WriteStream {
    const path = this.#path(0);
    // The file is opened at once: a stream that opens it later could find the next one.
    const file = openSync(path, 'a');
    this.#sizeBytes = fstatSync(file).size;
    const stream = createWriteStream(path, { fd: file });
    stream.on('error', (error) => {
      if (this.#stream === stream) this.#fail(error);
      else this.#options.failed(error);
    });
    return stream;
  }

  /** Ends the current file, which keeps its open descriptor, and renames it and all older ones. */
  #roll(): void {
    this.#stream?.end();
    for (let number = MAX_FILES - 1; number > 0; number--) {
      renameIfThere(this.#path(number - 1), this.#path(number));
    }
  }

  #fail(error: unknown): void {
    this.#stream = undefined;
    this.#openAgainMs = this.#nowMs() + RETRY_MS;
    this.#options.failed(error);
  }

  #path(number: number): string {
    const { folder, name } = this.#options;
    return join(folder, `${name}${number === 0 ? '' : number}.json`);
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
}
