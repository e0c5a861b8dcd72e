/**
 * Finds the ten commonest values of a field over some segments, counted by slot in each. Keys are
 * compared as bytes: only the best become text.
 */
import { compareBytes, utf8Decode } from '@skein/bytes';
import type { OrdinalColumn } from '@skein/search_library';

/** The counts of a segment by slot; slot 0 counts the documents without a value. */
export interface SegmentCounts {
  readonly column: OrdinalColumn;
  readonly perSlot: Uint32Array;
}

interface Counted {
  readonly key: Uint8Array;
  count: number;
  /** Another key with the same hash. */
  readonly next: Counted | undefined;
}

const MOST = 10;

/**
 * Returns keys with their counts, the commonest first; equal counts are in the order of the keys.
 */
export function commonest(segments: readonly SegmentCounts[]): [string, number][] {
  const best: Counted[] = [];
  for (const one of segments.length === 1 ? ofOne(segments[0]) : ofAll(segments)) offer(best, one);
  return best.map(({ key, count }) => [utf8Decode(key), count]);
}

function offer(best: Counted[], one: Counted): void {
  const isBehind = ({ key, count }: Counted): boolean =>
    count < one.count || (count === one.count && compareBytes(key, one.key) > 0);
  if (best.length === MOST && !isBehind(best[MOST - 1])) return;
  const at = best.findIndex(isBehind);
  best.splice(at < 0 ? best.length : at, 0, one);
  best.length = Math.min(best.length, MOST);
}

/** The counts of one segment. The term of a value that is rarer than ten others is not read. */
function* ofOne({ column, perSlot }: SegmentCounts): Generator<Counted> {
  const least = Math.max(1, perSlot.slice(1).sort().at(-MOST) ?? 1);
  for (let slot = 1; slot < perSlot.length; slot++) {
    const count = perSlot[slot];
    if (count >= least) yield { key: column.term(slot - 1), count, next: undefined };
  }
}

/** Merges the segments: each key once, with its count in all of them. */
function ofAll(segments: readonly SegmentCounts[]): readonly Counted[] {
  const byHash = new Map<number, Counted>();
  const all: Counted[] = [];
  for (const { column, perSlot } of segments) {
    for (let slot = 1; slot < perSlot.length; slot++) {
      const count = perSlot[slot];
      if (count === 0) continue;
      const key = column.term(slot - 1);
      const hash = hashOf(key);
      const first = byHash.get(hash);
      let known = first;
      while (known !== undefined && compareBytes(known.key, key) !== 0) known = known.next;
      if (known !== undefined) {
        known.count += count;
        continue;
      }
      const one = { key, count, next: first };
      byHash.set(hash, one);
      all.push(one);
    }
  }
  return all;
}

/** The FNV-1a hash of the key. */
function hashOf(key: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key[i], 0x01000193);
  return hash;
}
