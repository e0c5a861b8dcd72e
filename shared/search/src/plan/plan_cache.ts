/**
 * Plans of searches that were read before, by their bytes, and what they were prepared to at points in time of shards: pages, dashboards and programs ask the same again and again. What a body says depends on nothing but the body
 * and the parameters of its URL, so what was read once stays true. A body is kept when it comes for the second time: most never do, and those cost a hash.
 */
import type { PreparedSearch } from '../execution/prepared_search.js';
import { readSearch, type UnreadSearch } from '../request/unread_search.js';
import { planOf, type SearchPlan } from './search_plan.js';

export interface ReadPlan {
  readonly plan: SearchPlan;
  /** What it was prepared to, by point in time; `undefined`: it is not kept. */
  readonly prepared: WeakMap<object, PreparedSearch> | undefined;
}

/** For who keeps nothing. */
export function readPlan(unread: UnreadSearch): ReadPlan {
  return { plan: planOf(readSearch(unread)), prepared: undefined };
}

/** Longer bodies seldom come again. */
const MAX_BODY_BYTES = 2048;
/** In each of two generations: a few megabytes of requests at most. */
const MAX_KEPT = 64;
/** A power of two. */
const MET_HASHES = 1024;

interface Kept extends ReadPlan {
  readonly unread: UnreadSearch;
}

export class PlanCache {
  /** By hash of the body: those asked for since the generation began, and those of the one before. */
  #young = new Map<number, Kept>();
  #old = new Map<number, Kept>();
  /** Hashes of bodies that came lately, each at a place of its own or in that of another. */
  readonly #met = new Int32Array(MET_HASHES);

  /** As `readSearch`, errors too. */
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
    // Parts of a request may be views of its body, and bodies come in memory that is used again.
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

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) {
    hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
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

/** Most often the same object, or one of the same text. */
function isSameUrl({ url: one }: UnreadSearch, { url: other }: UnreadSearch): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
