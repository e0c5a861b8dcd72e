/**
 * Dictionaries of the groups of blocks that a thread reads; the least recently used is dropped
 * first. A large segment has many groups, and a page of hits comes from several of them.
 *
 * A dictionary is made in the memory of a dropped one, for the reason that `block_cache.ts` gives.
 * Its array is a new one each time, since decompressors know a dictionary by its array.
 */

export interface Dictionary {
  readonly bytes: Uint8Array;
  /** The first block that is compressed with it. */
  readonly firstBlock: number;
}

/**
 * Writes the dictionary of a group at the beginning of `room`. Returns its length, and the first
 * block that is compressed with it.
 */
type ReadDictionary = (
  group: number,
  room: Uint8Array,
) => { readonly length: number; readonly firstBlock: number };

export class DictionaryCache {
  readonly #limit: number;
  /** By the sum of reader and group, the most recently used last. */
  readonly #dictionaries = new Map<number, Dictionary>();

  /** `limit`: the most dictionaries kept, at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * The dictionary, valid until the next call. `reader` is the first of as many numbers as it has
   * groups, which no other reader has. `mostBytes`: the length of the room for the dictionary.
   */
  get(reader: number, group: number, mostBytes: number, read: ReadDictionary): Dictionary {
    const key = reader + group;
    const known = this.#dictionaries.get(key);
    if (known !== undefined) {
      this.#dictionaries.delete(key);
      this.#dictionaries.set(key, known);
      return known;
    }
    const room = new Uint8Array(this.#memory(mostBytes), 0, mostBytes);
    const { length, firstBlock } = read(group, room);
    const dictionary = { bytes: room.subarray(0, length), firstBlock };
    this.#dictionaries.set(key, dictionary);
    return dictionary;
  }

  /** Memory of at least this size: that of the oldest dictionary if the cache is full. */
  #memory(bytes: number): ArrayBufferLike {
    if (this.#dictionaries.size < this.#limit) return new ArrayBuffer(bytes);
    for (const [key, { bytes: oldest }] of this.#dictionaries) {
      this.#dictionaries.delete(key);
      if (oldest.buffer.byteLength >= bytes) return oldest.buffer;
      break;
    }
    return new ArrayBuffer(bytes);
  }
}

/** 64 dictionaries of 56 KiB: 3.5 MB. */
const THREAD_DICTIONARIES = 64;

/** The cache of this thread: every thread has its own copy of the modules. */
export const threadDictionaries = new DictionaryCache(THREAD_DICTIONARIES);
