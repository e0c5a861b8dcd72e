/**
 * The durable state of coordination: a file of frames that only grows. Its first frame holds the
 * whole cluster state, each further one the changes. A long file is followed by the next, which
 * begins with a whole state; the manifest names the current file.
 *
 * A torn frame at the end (journal_frame.ts) was being written when the node died: no promise
 * depended on it, and it is dropped. Any other unreadable frame means lost promises: the node then
 * refuses to start.
 */
import { inSlices, reasonOf, type Turns } from '@skein/base';
import { utf8 } from '@skein/bytes';
import {
  BLANK_PERSISTENT,
  changeOfParts,
  NO_PARTS,
  type PersistentState,
  type StateParts,
} from '@skein/cluster';
import { isJsonObject, parseJson, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { JournalFiles } from './contract.js';
import {
  encodingJournalFrame,
  hasFrameBehind,
  type JournalFrame,
  readJournalFrame,
} from './journal_frame.js';
import { encodeMark, type JournalMark, readMark } from './journal_mark.js';

const MANIFEST = 'manifest';
const MARK = 'mark';
/**
 * Error codes of a write to a full disk. After an fsync error, in contrast, the written data is
 * lost.
 */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** A file is ended at either limit. */
const MAX_FRAMES = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * A file is not ended before it is so many times as long as its first frame: a state of more than
 * `MAX_BYTES` would otherwise be written anew with each change.
 */
const MIN_GROWTH = 2;

interface Recovered {
  readonly journal: Journal;
  readonly persistent: PersistentState;
  readonly parts: StateParts;
}

/**
 * The disk is full. The failed write does not count; the same or a newer state may be written when
 * there is space.
 */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

export class Journal {
  readonly #files: JournalFiles;
  readonly #turns: Turns;
  readonly #maxBytes: number;
  /** True if a partial frame may follow the last whole one. */
  #isTorn = false;
  #generation: number;
  #frames: number;
  #bytes: number;
  /** The length of the current file's first frame. */
  #firstBytes: number;
  /** The parts of the state in the last frame. */
  #parts: StateParts;

  /** Rejects with corrupt_state_exception when the journal is damaged. */
  static async open(files: JournalFiles, turns: Turns, maxBytes = MAX_BYTES): Promise<Recovered> {
    const ports = { files, turns, maxBytes };
    const generation = await readManifest(files);
    if (generation === undefined) {
      await refuseLostManifest(files);
      const blank = { generation: 0, frames: 0, bytes: 0, firstBytes: 0, parts: NO_PARTS };
      const journal = new Journal(ports, blank);
      return { journal, persistent: BLANK_PERSISTENT, parts: NO_PARTS };
    }
    const name = nameOf(generation);
    const bytes = await files.read(name);
    if (bytes === undefined) throw damaged(name, 'it is missing');
    const read = readFrames(name, bytes);
    checkMark(readMark(await files.read(MARK)), { name, generation, endsAt: read.endsAt });
    if (read.endsAt < bytes.length) await files.truncate(name, read.endsAt);
    const { persistent, parts, frames, firstBytes, endsAt } = read;
    const at = { generation, frames, bytes: endsAt, firstBytes, parts };
    const journal = new Journal(ports, at);
    return { journal, persistent, parts };
  }

  private constructor(
    ports: { readonly files: JournalFiles; readonly turns: Turns; readonly maxBytes: number },
    at: {
      readonly generation: number;
      readonly frames: number;
      readonly bytes: number;
      readonly firstBytes: number;
      readonly parts: StateParts;
    },
  ) {
    this.#files = ports.files;
    this.#turns = ports.turns;
    this.#maxBytes = ports.maxBytes;
    this.#generation = at.generation;
    this.#frames = at.frames;
    this.#bytes = at.bytes;
    this.#firstBytes = at.firstBytes;
    this.#parts = at.parts;
  }

  /**
   * Resolves when the state survives a power cut. Make one call at a time, and none after a
   * rejection other than `JournalFull`.
   */
  async write(persistent: PersistentState, parts: StateParts): Promise<void> {
    try {
      if (this.#isTorn) await this.#files.truncate(nameOf(this.#generation), this.#bytes);
      this.#isTorn = false;
      await this.#write(persistent, parts);
      await this.#note();
    } catch (failure) {
      if (!isNoRoom(failure)) throw failure;
      this.#isTorn = this.#generation > 0;
      throw new JournalFull(reasonOf(failure), { cause: failure });
    }
  }

  async #write(persistent: PersistentState, parts: StateParts): Promise<void> {
    if (this.#generation === 0 || this.#isFull()) return this.#begin(persistent, parts);
    const change = changeOfParts(this.#parts, parts);
    const frame = await this.#frame({ persistent, change });
    await this.#files.append(nameOf(this.#generation), frame);
    this.#frames++;
    this.#bytes += frame.length;
    this.#parts = parts;
  }

  #isFull(): boolean {
    const limitBytes = Math.max(this.#maxBytes, MIN_GROWTH * this.#firstBytes);
    return this.#frames >= MAX_FRAMES || this.#bytes >= limitBytes;
  }

  /** Notes how much is durable. If the write fails, an older mark remains, which is still true. */
  async #note(): Promise<void> {
    const mark = encodeMark({ generation: this.#generation, bytes: this.#bytes });
    await this.#files.note(MARK, mark).catch(() => undefined);
  }

  async #begin(persistent: PersistentState, parts: StateParts): Promise<void> {
    const old = this.#generation;
    const generation = old + 1;
    const name = nameOf(generation);
    const frame = await this.#frame({ persistent, change: changeOfParts(NO_PARTS, parts) });
    await this.#files.remove(name);
    await this.#files.append(name, frame);
    await this.#files.replace(MANIFEST, utf8(stringifyJson({ generation })));
    if (old > 0) await this.#files.remove(nameOf(old));
    this.#generation = generation;
    this.#frames = 1;
    this.#bytes = frame.length;
    this.#firstBytes = frame.length;
    this.#parts = parts;
  }

  #frame(frame: JournalFrame): Promise<Uint8Array> {
    return inSlices(encodingJournalFrame(frame), this.#turns);
  }
}

function isNoRoom(failure: unknown): boolean {
  // Errors of the file system have both.
  const { code, syscall } = failure as { readonly code?: unknown; readonly syscall?: unknown };
  return NO_ROOM.has(code) && !String(syscall).endsWith('sync');
}

interface ReadFrames {
  readonly persistent: PersistentState;
  readonly parts: StateParts;
  readonly frames: number;
  /** The length of the first frame. */
  readonly firstBytes: number;
  readonly endsAt: number;
}

function readFrames(name: string, bytes: Uint8Array): ReadFrames {
  /** One map for all frames: copying it for each would cost as much as everything else. */
  const parts = new Map<string, Uint8Array>();
  let read: ReadFrames = {
    persistent: BLANK_PERSISTENT,
    parts,
    frames: 0,
    firstBytes: 0,
    endsAt: 0,
  };
  while (read.endsAt < bytes.length) {
    const found = readJournalFrame(bytes, read.endsAt);
    if (found.kind !== 'frame') {
      if (found.kind === 'damaged') throw damaged(name, found.why);
      if (hasFrameBehind(bytes, read.endsAt)) throw damaged(name, 'wrong length of a frame');
      break;
    }
    const { persistent, change } = found.frame;
    for (const key of change.removed) parts.delete(key);
    for (const [key, part] of change.changed) parts.set(key, part);
    const { frames, firstBytes } = read;
    const { endsAt } = found;
    const first = frames === 0 ? endsAt : firstBytes;
    read = { persistent, parts, frames: frames + 1, firstBytes: first, endsAt };
  }
  // The manifest names a file only after its first frame is durable.
  if (read.frames === 0) throw damaged(name, 'its first frame cannot be read');
  return read;
}

/** Throws if the file is shorter than what was durable once; a crash cannot explain that. */
function checkMark(
  mark: JournalMark | undefined,
  { name, generation, endsAt }: { name: string; generation: number; endsAt: number },
): void {
  if (mark === undefined || mark.generation < generation) return;
  const isThere = mark.generation === generation && endsAt >= mark.bytes;
  if (isThere) return;
  throw damaged(
    name,
    `it ends at [${endsAt}], and [${mark.bytes}] bytes of [${nameOf(mark.generation)}] were durable`,
  );
}

async function readManifest(files: JournalFiles): Promise<number | undefined> {
  const bytes = await files.load(MANIFEST);
  if (bytes === undefined) return undefined;
  const manifest = parseJson(bytes);
  const generation = isJsonObject(manifest) ? manifest.generation : undefined;
  if (typeof generation !== 'number') throw damaged(MANIFEST, 'it names no file');
  return generation;
}

/**
 * Throws if files show that there was a manifest. Before the first manifest, only the first frame
 * of the first file is written; anything more would be overwritten as if nothing had been promised.
 */
async function refuseLostManifest(files: JournalFiles): Promise<void> {
  const [first, ...others] = (await files.names()).filter((name) => /^journal-\d+$/.test(name));
  if (first === undefined) return;
  if (others.length > 0 || first !== nameOf(1)) throw damaged(MANIFEST, 'it is missing');
  const bytes = (await files.read(first)) ?? new Uint8Array(0);
  if (bytes.length === 0) return;
  const found = readJournalFrame(bytes, 0);
  const hasMore = found.kind === 'frame' && found.endsAt < bytes.length;
  if (hasMore) throw damaged(MANIFEST, 'it is missing');
}

function nameOf(generation: number): string {
  return `journal-${generation}`;
}

function damaged(name: string, why: string): ApiError {
  return new ApiError('corrupt_state_exception', `cluster state file [${name}] is damaged: ${why}`);
}
