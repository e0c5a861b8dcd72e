/**
 * Reads files of repositories for one thread, block by block: cached blocks from their files,
 * missing ones by a request and a wait. A long range is requested many blocks at a time, so that
 * the repository is read in parallel: parts of segments are read whole, and this is their
 * read-ahead.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '@skein/base';
import { PartNotLoaded } from '@skein/search_library';
import {
  answerMemory,
  awaitBlock,
  type BlobPiece,
  type BlockAsk,
  type BlocksAsk,
  type Patience,
} from './block_ask.js';
import type { CacheCounters } from './cache_counters.js';

export interface BlockReaderOptions extends Patience {
  /** The folder of the cache that this process writes to. */
  readonly path: string;
  readonly blockBytes: number;
  readonly counters: CacheCounters;
  /**
   * Requests blocks without waiting; absent: this thread must not wait, and throws `PartNotLoaded`
   * for a block that is not cached.
   */
  readonly ask?: ((asked: BlocksAsk) => void) | undefined;
}

/** A file in a repository. */
export interface BlockPlace {
  readonly repository: string;
  /** Prefix of the names of its blocks. */
  readonly name: string;
  readonly lengthBytes: number;
  /** The places of a range of the file. */
  pieces(offset: number, lengthBytes: number): readonly BlobPiece[];
}

export interface Stretch {
  readonly offset: number;
  readonly target: Uint8Array;
  /** True if the cached block is damaged and must be fetched again. */
  readonly anew: boolean;
}

/**
 * Limits of a range's blocks that are under way at once, since blocks wait in memory until they are
 * read.
 */
const MOST_BYTES_AT_ONCE = 16 * 1024 * 1024;
const MOST_BLOCKS_AT_ONCE = 64;

export class BlockReader {
  readonly #options: BlockReaderOptions;
  readonly #atOnce: number;

  constructor(options: BlockReaderOptions) {
    this.#options = options;
    const blocks = Math.floor(MOST_BYTES_AT_ONCE / options.blockBytes);
    this.#atOnce = Math.max(1, Math.min(MOST_BLOCKS_AT_ONCE, blocks));
  }

  read(place: BlockPlace, { offset, target, anew }: Stretch): void {
    if (target.length === 0) return;
    const { blockBytes } = this.#options;
    const last = Math.floor((offset + target.length - 1) / blockBytes);
    for (let first = Math.floor(offset / blockBytes); first <= last; first += this.#atOnce) {
      const blocks: Block[] = [];
      for (let at = first; at <= Math.min(last, first + this.#atOnce - 1); at++) {
        const block = blockOf(place, at, blockBytes);
        if (anew || !this.#readHere(block, offset, target)) blocks.push(block);
      }
      if (blocks.length > 0) this.#fetch(place, blocks, { offset, target, anew });
    }
  }

  #fetch(place: BlockPlace, blocks: readonly Block[], { offset, target, anew }: Stretch): void {
    const { ask } = this.#options;
    if (ask === undefined) throw new PartNotLoaded(place.name);
    const asked = blocks.map((block) => ({ block, ask: askFor(place, block, anew) }));
    ask({ repository: place.repository, blocks: asked.map((each) => each.ask) });
    for (const each of asked) {
      const bytes = awaitBlock(each.ask, this.#options);
      const { block, from, to } = overlapOf(each.block, offset, target.length);
      target.set(bytes.subarray(from - block.offset, to - block.offset), from - offset);
    }
  }

  /** Reads from the cache; false: the block is not cached. */
  #readHere(wanted: Block, offset: number, target: Uint8Array): boolean {
    const { path, counters } = this.#options;
    const { block, from, to } = overlapOf(wanted, offset, target.length);
    const file = openIfThere(join(path, block.name));
    if (file === undefined) return false;
    try {
      if (!readAll(file, from - block.offset, target.subarray(from - offset, to - offset))) {
        return false;
      }
    } finally {
      closeSync(file);
    }
    counters.hit(block.name);
    return true;
  }
}

interface Block {
  readonly name: string;
  /** Offset in the file. */
  readonly offset: number;
  readonly lengthBytes: number;
}

/**
 * The block with this number. Its name includes the block length, so that blocks of another length
 * are not confused with it.
 */
function blockOf({ name, lengthBytes }: BlockPlace, number: number, blockBytes: number): Block {
  const offset = number * blockBytes;
  return {
    name: `${name}/${blockBytes}-${number}`,
    offset,
    lengthBytes: Math.min(blockBytes, lengthBytes - offset),
  };
}

function askFor(place: BlockPlace, { name, offset, lengthBytes }: Block, anew: boolean): BlockAsk {
  const pieces = place.pieces(offset, lengthBytes);
  return { name, lengthBytes, pieces, anew, answer: answerMemory(lengthBytes) };
}

/** The overlap of a block and a range of the file. */
function overlapOf(block: Block, offset: number, lengthBytes: number) {
  const from = Math.max(offset, block.offset);
  const to = Math.min(offset + lengthBytes, block.offset + block.lengthBytes);
  return { block, from, to };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the whole target; false: the file ends before. */
function readAll(file: number, offset: number, target: Uint8Array): boolean {
  for (let at = 0; at < target.length; ) {
    const count = readSync(file, target, at, target.length - at, offset + at);
    if (count === 0) return false;
    at += count;
  }
  return true;
}
