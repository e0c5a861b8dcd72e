/**
 * The shard request cache: results of searches that may be repeated at the same point in time. All
 * shards of this node share one limit of bytes, with LRU eviction. The key is the shard, the point
 * in time and everything the answer depends on, byte for byte.
 */
import type { Clock } from '@skein/base';
import type { CacheCounts } from '@skein/shard';

interface RequestCacheOptions {
  /** `indices.requests.cache.size`. */
  readonly limitBytes: number;
  /** `indices.requests.cache.expire`, counted from the last access; 0 means never. */
  readonly expireMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

interface Entry {
  readonly shard: ShardRequestCache;
  readonly point: string;
  readonly key: string;
  readonly value: unknown;
  readonly sizeBytes: number;
  usedMs: number;
}

/** Approximate size of an entry without its key and value. */
const ENTRY_BYTES = 200;
const KEY_CHAR_BYTES = 1;

export class RequestCache {
  readonly #options: RequestCacheOptions;
  /** Entries of all shards, the most recently used last. */
  readonly #entries = new Set<Entry>();
  #usedBytes = 0;

  constructor(options: RequestCacheOptions) {
    this.#options = options;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  use(entry: Entry): boolean {
    const { expireMs, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    if (expireMs > 0 && nowMs - entry.usedMs > expireMs) {
      entry.shard.evict(entry);
      return false;
    }
    entry.usedMs = nowMs;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    return true;
  }

  /** Undefined if the value exceeds the limit of the whole cache. */
  add(
    shard: ShardRequestCache,
    place: Pick<Entry, 'point' | 'key'>,
    value: Pick<Entry, 'value' | 'sizeBytes'>,
  ): Entry | undefined {
    const sizeBytes = value.sizeBytes + place.key.length * KEY_CHAR_BYTES + ENTRY_BYTES;
    if (sizeBytes > this.#options.limitBytes) return undefined;
    const usedMs = this.#options.clock.monotonicMs();
    const entry = { shard, ...place, value: value.value, sizeBytes, usedMs };
    this.#entries.add(entry);
    this.#usedBytes += sizeBytes;
    for (const oldest of this.#entries) {
      if (this.#usedBytes <= this.#options.limitBytes) break;
      oldest.shard.evict(oldest);
    }
    return entry;
  }

  remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#usedBytes -= entry.sizeBytes;
  }
}

/** The entries of one shard, by point in time and key. */
export class ShardRequestCache {
  readonly #cache: RequestCache;
  readonly #points = new Map<string, Map<string, Entry>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(cache: RequestCache) {
    this.#cache = cache;
  }

  get counts(): CacheCounts {
    return {
      memoryBytes: this.#bytes,
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
    };
  }

  /** True if nothing is kept of this point in time, so that no key need be made. */
  isEmpty(point: string): boolean {
    return !this.#points.has(point);
  }

  /** Counts a hit. `put` counts the miss, once it is known that the answer may be kept. */
  get(point: string, key: string): unknown {
    const entry = this.#points.get(point)?.get(key);
    if (entry === undefined || !this.#cache.use(entry)) return undefined;
    this.#hits++;
    return entry.value;
  }

  put(
    point: string,
    key: string,
    value: { readonly value: unknown; readonly sizeBytes: number },
  ): void {
    this.#misses++;
    const before = this.#points.get(point)?.get(key);
    if (before !== undefined) this.#drop(before);
    const entry = this.#cache.add(this, { point, key }, value);
    if (entry === undefined) return;
    this.#bytes += entry.sizeBytes;
    const entries = this.#points.get(point) ?? new Map<string, Entry>();
    this.#points.set(point, entries);
    entries.set(key, entry);
  }

  /**
   * Drops the entries of points in time whose names begin with `prefix`; they are not read any
   * more.
   */
  forget(prefix: string): void {
    for (const [point, entries] of this.#points) {
      if (!point.startsWith(prefix)) continue;
      for (const entry of entries.values()) this.#drop(entry);
    }
  }

  clear(): void {
    this.forget('');
  }

  /** Evicts an entry, because the cache is full or the entry has expired. */
  evict(entry: Entry): void {
    this.#evictions++;
    this.#drop(entry);
  }

  #drop(entry: Entry): void {
    this.#cache.remove(entry);
    this.#bytes -= entry.sizeBytes;
    const entries = this.#points.get(entry.point);
    entries?.delete(entry.key);
    if (entries?.size === 0) this.#points.delete(entry.point);
  }
}
