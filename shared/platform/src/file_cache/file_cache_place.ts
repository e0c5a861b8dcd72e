/** The file cache of a node, as all its threads get to know it at their start. */
import { randomUUID } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkWanted, type Log } from '@skein/base';
import { systemClock } from '../system_clock.js';
import type { BlocksAsk } from './block_ask.js';
import { BlockCache } from './block_cache.js';
import { BlockReader } from './block_reader.js';
import { CacheCounters, type CacheMemory, type FileCacheStats } from './cache_counters.js';

/** The location and options of the cache. Plain data. */
export interface FileCachePlace {
  readonly path: string;
  /** The subfolder that this process writes to. */
  readonly run: string;
  readonly limitBytes: number;
  readonly blockBytes: number;
  /** Time for which a thread waits for a block. */
  readonly patienceMs: number;
  readonly memory: CacheMemory;
}

/** The interface for the main thread. */
export interface FileCache {
  readonly limitBytes: number;
  stats(): FileCacheStats;
  /** Resolves with true if this folder may have blocks. */
  has(folder: string): Promise<boolean>;
}

export function fileCache(place: FileCachePlace): FileCache {
  const counters = new CacheCounters(place.memory);
  return {
    limitBytes: place.limitBytes,
    stats: () => counters.stats,
    has: (folder) => hasBlocks(place, folder),
  };
}

export function fileCachePlace(
  path: string,
  limits: Pick<FileCachePlace, 'limitBytes' | 'blockBytes' | 'patienceMs'>,
): FileCachePlace {
  return { ...limits, path, run: randomUUID(), memory: CacheCounters.memory() };
}

/** Creates a reader; `ask` is absent for a thread that must not wait. */
export function blockReader(
  { path, run, blockBytes, patienceMs, memory }: FileCachePlace,
  ask?: (asked: BlocksAsk) => void,
): BlockReader {
  return new BlockReader({
    path: join(path, run),
    blockBytes,
    patienceMs,
    counters: new CacheCounters(memory),
    checkWanted,
    monotonicMs: () => systemClock.monotonicMs(),
    ask,
  });
}

/** Opens the cache for the one thread that owns it. */
export function openBlockCache(
  { path, run, limitBytes, memory }: FileCachePlace,
  log: Pick<Log, 'warn'>,
): Promise<BlockCache> {
  return BlockCache.open({ path, run, limitBytes, counters: new CacheCounters(memory), log });
}

/** True if this process or an earlier one has stored blocks of the folder. */
async function hasBlocks({ path }: FileCachePlace, folder: string): Promise<boolean> {
  const runs = (await isThere(path)) ? await readdir(path) : [];
  const there = await Promise.all(runs.map((run) => isThere(join(path, run, folder))));
  return there.includes(true);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
