/**
 * A cache of search plans by the bytes of their requests, since web pages and programs repeat their
 * searches. Each plan has its prepared searches, one for each point in time. A plan depends only on
 * the body and the URL parameters, so it never becomes stale. A body is cached when it occurs for
 * the second time. Most bodies occur once, and cost only a hash.
 */
import type { PreparedSearch } from '../execution/prepared_search.js';
import { readSearch, type UnreadSearch } from '../request/unread_search.js';
import { planOf, type SearchPlan } from './search_plan.js';

export interface ReadPlan {
  readonly plan: SearchPlan;
  /** The prepared searches by point in time; `undefined` if none are kept. */
  readonly prepared: WeakMap<object, PreparedSearch> | undefined;
}

/** Reads a plan without caching. */
export function readPlan(unread: UnreadSearch): ReadPlan {
  return { plan: planOf(readSearch(unread)), prepared: undefined };
}

/** Longer bodies, which rarely recur, are not cached. */
const MAX_BODY_BYTES = 2048;
/** The capacity of each of two generations: a few megabytes of requests at most. */
const MAX_KEPT = 64;
/** The size of the table of recent hashes; a power of two. */
const MET_HASHES = 1024;

interface Kept extends ReadPlan {
  readonly unread: UnreadSearch;
}

export class PlanCache {
  /**
   * Plans by hash of the body: the young generation holds those used since it began, the old one
   * those of the generation before.
   */
  #young = new Map<number, Kept>();
  #old = new Map<number, Kept>();
  /** Hashes of recent bodies, direct-mapped: a newer hash overwrites an older one in its slot. */
  readonly #met = new Int32Array(MET_HASHES);

  /** Behaves like `readSearch`, including its errors. */
  read(unread: UnreadSearch): ReadPlan {
    const { body } = unread;
    if (body.length > MAX_BODY_BYTES) return readPlan(unread);
    const hash = hashOf(body);
    const known = this.#kept(unread, hash);
    if (known !== undefined) {
      if (!this.#young.has(hash)) this.#keep(hash, known);
      return known;
    }
    if (!this.#wasMet(hash)) return readPlan(unread);
    // Parts of a request may be views of its body, and the memory of bodies is reused.
    const own = { ...unread, body: body.slice() };
    const kept = { plan: planOf(readSearch(own)), prepared: new WeakMap(), unread: own };
    this.#keep(hash, kept);
    return kept;
  }

  #kept(unread: UnreadSearch, hash: number): Kept | undefined {
    const known = this.#young.get(hash) ?? this.#old.get(hash);
    return known !== undefined && isSame(known.unread, unread) ? known : undefined;
  }

  #keep(hash: number, kept: Kept): void {
    if (this.#young.size >= MAX_KEPT) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(hash, kept);
  }

  #wasMet(hash: number): boolean {
    const at = hash & (MET_HASHES - 1);
    const wasMet = this.#met[at] === hash;
    this.#met[at] = hash;
    return wasMet;
  }
}

/** The FNV-1a hash. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) {
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  }
  return hash;
}

function isSame(a: UnreadSearch, b: UnreadSearch): boolean {
  if (!isSameUrl(a, b) || a.totalHitsAsInt !== b.totalHitsAsInt || a.isYaml !== b.isYaml) {
    return false;
  }
  const [one, other] = [a.body, b.body];
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** True for the same object, which is the usual case, or one with the same text. */
function isSameUrl({ url: one }: UnreadSearch, { url: other }: UnreadSearch): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
