/**
 * The file cache of a node: blocks of files that are in a repository, each in a file of its own below one folder, never more than the limit. One thread owns it, fetches
 * what is missing and makes room; all threads read the files of it (`BlockReader`), without asking.
 *
 * Blocks that this process has brought are in the folder of its run. Those of earlier runs are looked at when they are asked for: whoever had them may have ended in the
 * middle of a write, so the checksum behind the bytes decides whether a block is taken over or fetched again.
 *
 * Room is made by second chances (the CLOCK algorithm): the block that came first goes, unless it was read since it was looked at last; then it comes last.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '@skein/base';
import { crc32 } from '@skein/bytes';
import type { CacheCounters } from './cache_counters.js';
import { foundBlocks, TEMPORARY, TRAILER_BYTES } from './found_blocks.js';

/** Nobody but the owner looks in. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export interface BlockCacheOptions {
  /** The folder of the cache. */
  readonly path: string;
  /** The folder in it of this process. */
  readonly run: string;
  readonly limitBytes: number;
  readonly counters: CacheCounters;
  readonly log: Pick<Log, 'warn'>;
}

export interface WantedBlock {
  readonly name: string;
  readonly lengthBytes: number;
  /** The one that is here is not what it should be. */
  readonly anew?: boolean;
}

interface KeptBlock {
  /** Where it is, below the folder of the cache. */
  run: string;
  readonly lengthBytes: number;
  /** The number of its last read, as far as this cache has seen it. */
  use: number;
}

interface GoneBlock {
  readonly name: string;
  readonly run: string;
}

interface Fetch {
  readonly bytes: Promise<Uint8Array>;
  /** False: what it belongs to was dropped meanwhile. */
  isKept: boolean;
}

export class BlockCache {
  readonly #options: BlockCacheOptions;
  /** By name, the one that goes first at the beginning. */
  readonly #blocks = new Map<string, KeptBlock>();
  readonly #fetches = new Map<string, Fetch>();
  /** Folders that may have blocks. */
  readonly #runs: Set<string>;
  /** Of files by the names of their blocks: a block is not written before the one it follows is gone. */
  readonly #removals = new Map<string, Promise<void>>();
  #drops: Promise<void> = Promise.resolve();
  #usedBytes = 0;
  #activeBytes = 0;
  /** The last block could not be kept: it is told once, until one can. */
  #cannotKeep = false;

  private constructor(options: BlockCacheOptions) {
    this.#options = options;
    this.#runs = new Set([options.run]);
  }

  /** Finds what earlier runs have left. */
  static async open(options: BlockCacheOptions): Promise<BlockCache> {
    const cache = new BlockCache(options);
    for (const { run, name, lengthBytes } of await foundBlocks(options)) {
      const use = options.counters.lastUse(name);
      cache.#keep(name, { run, lengthBytes, use });
      cache.#runs.add(run);
    }
    await cache.#gone(cache.#takeRoom(0));
    return cache;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** The bytes of a block; `fetch` brings them if they are not here. Those who ask for one at the same time wait for one fetch. */
  async get(wanted: WantedBlock, fetch: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#fetches.get(wanted.name);
    if (known !== undefined) return known.bytes;
    const begun: Fetch = { bytes: this.#bring(wanted, fetch, () => begun.isKept), isKept: true };
    this.#fetches.set(wanted.name, begun);
    this.#nowActive(wanted.lengthBytes);
    try {
      return await begun.bytes;
    } finally {
      this.#fetches.delete(wanted.name);
      this.#nowActive(-wanted.lengthBytes);
    }
  }

  /** All blocks in a folder, whose name has a slash at the end. */
  async drop(folder: string): Promise<void> {
    for (const [name, fetch] of this.#fetches) if (name.startsWith(folder)) fetch.isKept = false;
    for (const [name, block] of this.#blocks)
      if (name.startsWith(folder)) this.#forget(name, block);
    const drops = this.#drops.then(() => this.#removeFolder(folder));
    this.#drops = drops.catch(() => undefined);
    await drops;
  }

  async #bring(
    { name, lengthBytes, anew = false }: WantedBlock,
    fetch: () => Promise<Uint8Array>,
    isKept: () => boolean,
  ): Promise<Uint8Array> {
    const { counters } = this.#options;
    if (anew) await this.#remove(name);
    const here = await this.#read(name, lengthBytes);
    if (here !== undefined) {
      counters.hit(name);
      return here;
    }
    counters.missed();
    const bytes = await fetch();
    if (isKept()) await this.#write(name, bytes);
    return bytes;
  }

  /** The block, if it is here and whole; one of an earlier run belongs to this one from now on. */
  async #read(name: string, lengthBytes: number): Promise<Uint8Array | undefined> {
    const known = this.#blocks.get(name);
    if (known === undefined) return undefined;
    const from = this.#pathOf(known.run, name);
    const bytes = wholeBlock(await readIfThere(from), lengthBytes);
    if (bytes === undefined) {
      await this.#remove(name);
      return undefined;
    }
    if (known.run !== this.#options.run) await this.#takeOver(name, known);
    return bytes;
  }

  /** Moves a whole block of an earlier run to where readers look. It may be evicted meanwhile. */
  async #takeOver(name: string, known: KeptBlock): Promise<void> {
    const { run } = this.#options;
    const [from, to] = [this.#pathOf(known.run, name), this.#pathOf(run, name)];
    await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE });
    if (!(await renameIfThere(from, to))) return;
    if (this.#blocks.get(name) === known) known.run = run;
    else await this.#removeFile({ name, run });
  }

  /** A block that cannot be kept is of use all the same: it is fetched again next time. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const { limitBytes, run, counters, log } = this.#options;
    if (bytes.length > limitBytes) return;
    const block: KeptBlock = { run, lengthBytes: bytes.length, use: counters.lastUse(name) };
    const evicted = this.#takeRoom(bytes.length);
    this.#keep(name, block);
    try {
      await this.#gone(evicted);
      await Promise.all([this.#drops, this.#removals.get(name)]);
      await writeBlock(this.#pathOf(run, name), bytes);
      // Dropped or evicted while it was written.
      this.#cannotKeep = false;
      if (this.#blocks.get(name) !== block) await rm(this.#pathOf(run, name), { force: true });
    } catch (error) {
      if (this.#blocks.get(name) === block) this.#forget(name, block);
      if (this.#cannotKeep) return;
      this.#cannotKeep = true;
      const told = { block: name, error: String(error) };
      log.warn('blocks of searchable snapshots are not kept', told);
    }
  }

  /** Forgets blocks until there is room: in one turn, so that two who need some do not take the same. Their files are to be removed. */
  #takeRoom(lengthBytes: number): readonly GoneBlock[] {
    const { limitBytes, counters } = this.#options;
    const gone: GoneBlock[] = [];
    while (this.#usedBytes + lengthBytes > limitBytes) {
      const [first] = this.#blocks;
      if (first === undefined) break;
      const [name, block] = first;
      const use = counters.lastUse(name);
      if (use === block.use) {
        counters.evicted(block.lengthBytes);
        this.#forget(name, block);
        gone.push({ name, run: block.run });
      } else {
        block.use = use;
        this.#blocks.delete(name);
        this.#blocks.set(name, block);
      }
    }
    return gone;
  }

  async #gone(blocks: readonly GoneBlock[]): Promise<void> {
    await Promise.all(blocks.map((block) => this.#removeFile(block)));
  }

  #keep(name: string, block: KeptBlock): void {
    this.#blocks.set(name, block);
    this.#nowUsed(block.lengthBytes);
  }

  async #remove(name: string): Promise<void> {
    const block = this.#blocks.get(name);
    if (block === undefined) return;
    this.#forget(name, block);
    await this.#removeFile({ name, run: block.run });
  }

  /** Readers that have opened the file read on. */
  async #removeFile({ name, run }: GoneBlock): Promise<void> {
    const removal = rm(this.#pathOf(run, name), { force: true });
    this.#removals.set(name, removal);
    try {
      await removal;
    } finally {
      if (this.#removals.get(name) === removal) this.#removals.delete(name);
    }
  }

  async #removeFolder(folder: string): Promise<void> {
    for (const run of this.#runs) {
      await rm(this.#pathOf(run, folder), { recursive: true, force: true });
    }
  }

  #forget(name: string, { lengthBytes }: KeptBlock): void {
    this.#blocks.delete(name);
    this.#nowUsed(-lengthBytes);
  }

  #pathOf(run: string, name: string): string {
    return join(this.#options.path, run, name);
  }

  #nowUsed(bytes: number): void {
    this.#usedBytes += bytes;
    this.#options.counters.usedBytes = this.#usedBytes;
  }

  #nowActive(bytes: number): void {
    this.#activeBytes += bytes;
    this.#options.counters.activeBytes = this.#activeBytes;
  }
}

function wholeBlock(file: Uint8Array | undefined, lengthBytes: number): Uint8Array | undefined {
  if (file === undefined || file.length !== lengthBytes + TRAILER_BYTES) return undefined;
  const bytes = file.subarray(0, lengthBytes);
  const trailer = new DataView(file.buffer, file.byteOffset + lengthBytes, TRAILER_BYTES);
  return trailer.getUint32(0, true) === crc32(bytes) ? bytes : undefined;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(undefinedIfMissing);
}

/** False: there was nothing. */
async function renameIfThere(from: string, to: string): Promise<boolean> {
  const renamed = rename(from, to).then(() => true);
  return (await renamed.catch(undefinedIfMissing)) === true;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Readers see all of it or nothing. It need not survive a power cut: the checksum tells whether it did. */
async function writeBlock(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const trailer = new Uint8Array(TRAILER_BYTES);
  new DataView(trailer.buffer).setUint32(0, crc32(bytes), true);
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    const file = await open(temporary, 'wx', FILE_MODE);
    try {
      await file.writev([bytes, trailer]);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // What went wrong first is what counts.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
