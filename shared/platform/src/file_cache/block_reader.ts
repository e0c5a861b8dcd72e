/**
 * Reads files of repositories for one thread, block by block: what the file cache has is read from its files, what it lacks is asked for and waited for. A long stretch is
 * asked for many blocks at a time, so that the repository answers them beside each other: parts of segments are read whole, and this is their read-ahead.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Asks for blocks without waiting; absent: this thread must not wait, and throws `PartNotLoaded` for what is not in the cache. */
  readonly ask?: ((asked: BlocksAsk) => void) | undefined;
}

/** A file in a repository. */
export interface BlockPlace {
  readonly repository: string;
  /** What the names of its blocks begin with. */
  readonly name: string;
  readonly lengthBytes: number;
  /** Where a stretch of it is. */
  pieces(offset: number, lengthBytes: number): readonly BlobPiece[];
}

export interface Stretch {
  readonly offset: number;
  readonly target: Uint8Array;
  /** Past the cache: what it has is not what it should be. */
  readonly anew: boolean;
}

/** So much of a stretch is under way at a time: blocks wait in memory until they have been read. */
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

  /** False: the block is not in the cache. */
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
  /** In the file. */
  readonly offset: number;
  readonly lengthBytes: number;
}

/** Blocks of another length have other names: they are no use to each other. */
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

/** What of the file is in both. */
function overlapOf(block: Block, offset: number, lengthBytes: number) {
  const from = Math.max(offset, block.offset);
  const to = Math.min(offset + lengthBytes, block.offset + block.lengthBytes);
  return { block, from, to };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** False: the file ends before that. */
function readAll(file: number, offset: number, target: Uint8Array): boolean {
  for (let at = 0; at < target.length; ) {
    const count = readSync(file, target, at, target.length - at, offset + at);
    if (count === 0) return false;
    at += count;
  }
  return true;
}
