/**
 * The file cache of a node: blocks of files that are in a repository, each in a file of its own
 * below one folder, never more than the limit. One thread owns it, fetches missing blocks and
 * evicts others; all threads read its files (`BlockReader`) without asking.
 *
 * Blocks that this process has fetched are in the folder of its run. Blocks of earlier runs are
 * checked when they are requested: their process may have ended in the middle of a write, so the
 * checksum behind the bytes decides if a block is adopted or fetched again.
 *
 * Eviction uses second chances (the CLOCK algorithm): the oldest block is evicted, unless it was
 * read since the last check; then it becomes the newest.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '@skein/base';
import { crc32 } from '@skein/bytes';
import type { CacheCounters } from './cache_counters.js';
import { foundBlocks, TEMPORARY, TRAILER_BYTES } from './found_blocks.js';

/** Only the owner has access. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

interface BlockCacheOptions {
  /** The folder of the cache. */
  readonly path: string;
  /** The subfolder of this process. */
  readonly run: string;
  readonly limitBytes: number;
  readonly counters: CacheCounters;
  readonly log: Pick<Log, 'warn'>;
}

export interface WantedBlock {
  readonly name: string;
  readonly lengthBytes: number;
  /** True if the cached block is damaged. */
  readonly anew?: boolean;
}

interface KeptBlock {
  /** Subfolder of the cache that has the block. */
  run: string;
  readonly lengthBytes: number;
  /** Number of the last read that this cache knows of. */
  use: number;
}

interface GoneBlock {
  readonly name: string;
  readonly run: string;
}

interface Fetch {
  readonly bytes: Promise<Uint8Array>;
  /** False: its folder was dropped in the meantime. */
  isKept: boolean;
}

export class BlockCache {
  readonly #options: BlockCacheOptions;
  /** Blocks by name, the next candidate for eviction first. */
  readonly #blocks = new Map<string, KeptBlock>();
  readonly #fetches = new Map<string, Fetch>();
  /** Subfolders that may have blocks. */
  readonly #runs: Set<string>;
  /** Removals of files by block name: a block is not written before its old file is removed. */
  readonly #removals = new Map<string, Promise<void>>();
  #drops: Promise<void> = Promise.resolve();
  #usedBytes = 0;
  #activeBytes = 0;
  /**
   * True if the last block could not be stored; the failure is logged once until a block can be
   * stored again.
   */
  #cannotKeep = false;

  private constructor(options: BlockCacheOptions) {
    this.#options = options;
    this.#runs = new Set([options.run]);
  }

  /** Opens the cache and finds the blocks that earlier runs have left. */
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

  /**
   * The bytes of a block; `fetch` gets them if they are missing. Concurrent requests for a block
   * share one fetch.
   */
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

  /** Drops all blocks in a folder, whose name ends with a slash. */
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

  /** The block, if it is present and whole; one of an earlier run is adopted. */
  async #read(name: string, lengthBytes: number): Promise<Uint8Array | undefined> {
    const known = this.#blocks.get(name);
    if (known === undefined) return undefined;
    let bytes: Uint8Array | undefined;
    try {
      bytes = wholeBlock(await readIfThere(this.#pathOf(known.run, name)), lengthBytes);
      if (bytes === undefined) await this.#remove(name);
      else if (known.run !== this.#options.run) await this.#takeOver(name, known);
    } catch (error) {
      // Without the cache, the block is fetched, or used as it was read.
      if (bytes === undefined && this.#blocks.get(name) === known) this.#forget(name, known);
      this.#warn(name, error);
    }
    return bytes;
  }

  /**
   * Moves a whole block of an earlier run to the folder that readers use. It may be evicted in the
   * meantime.
   */
  async #takeOver(name: string, known: KeptBlock): Promise<void> {
    const { run } = this.#options;
    const [from, to] = [this.#pathOf(known.run, name), this.#pathOf(run, name)];
    await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE });
    if (!(await renameIfThere(from, to))) return;
    if (this.#blocks.get(name) === known) known.run = run;
    else await this.#removeFile({ name, run });
  }

  /** Stores a block. If that fails, the block is still used, and fetched again next time. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const { limitBytes, run, counters } = this.#options;
    if (bytes.length > limitBytes) return;
    const block: KeptBlock = { run, lengthBytes: bytes.length, use: counters.lastUse(name) };
    const evicted = this.#takeRoom(bytes.length);
    this.#keep(name, block);
    try {
      await this.#gone(evicted);
      await Promise.all([this.#drops, this.#removals.get(name)]);
      await writeBlock(this.#pathOf(run, name), bytes);
      this.#cannotKeep = false;
      // The block was dropped or evicted while it was written.
      if (this.#blocks.get(name) !== block) await rm(this.#pathOf(run, name), { force: true });
    } catch (error) {
      if (this.#blocks.get(name) === block) this.#forget(name, block);
      this.#warn(name, error);
    }
  }

  #warn(name: string, error: unknown): void {
    if (this.#cannotKeep) return;
    this.#cannotKeep = true;
    const told = { block: name, error: String(error) };
    this.#options.log.warn('block of a searchable snapshot not cached', told);
  }

  /**
   * Forgets blocks until there is room, in one turn, so that two writers do not use the same room.
   * Returns the blocks whose files must be removed.
   */
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

  /** Removes a file; readers that have opened it can continue. */
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

/** Renames a file; false: it does not exist. */
async function renameIfThere(from: string, to: string): Promise<boolean> {
  const renamed = rename(from, to).then(() => true);
  return (await renamed.catch(undefinedIfMissing)) === true;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Writes a block, which readers see completely or not at all. It need not survive a power cut,
 * since the checksum shows if it did.
 */
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
    // The first error is the one to report.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
