/**
 * Global ordinals: one numbering, in term order, for the terms of a field in several segments, so
 * that a shard's buckets are found without comparing terms. They are made by merging whole
 * dictionaries, whatever matches. So they pay off for a search that meets many terms, and for later
 * searches: the numbers of each segment are kept as long as there is room.
 */
import { checkWanted, expectDefined } from '@skein/base';
import type { NumberedSegments, OrdinalColumn, SegmentReader } from '../index/segment_reader.js';
import { takeMemory } from '../memory/request_memory.js';
import { TermCursor } from './term_cursor.js';

export interface GlobalOrdinals {
  readonly cardinality: number;
  /** The global number of each ordinal, by segment; `undefined`: the segment has no such column. */
  readonly numbers: readonly (Uint32Array | undefined)[];
}

/** Returns `undefined` if they are not kept and not to be made, or cannot be kept here. */
export function globalOrdinals(
  field: string,
  segments: readonly SegmentReader[],
  makes: boolean,
): GlobalOrdinals | undefined {
  const columns = segments.map((segment) => segment.ordinals(field));
  const isThere = (_: unknown, i: number): boolean => columns[i] !== undefined;
  const own = segments.filter(isThere);
  if (own.some((segment) => segment.globalNumbers === undefined)) return undefined;
  const of = numberedSegments(segments);
  const kept = segments.map((segment, i) => columns[i] && segment.globalNumbers?.(field, of));
  const first = kept.find((each) => each !== undefined);
  if (first !== undefined && kept.filter(isThere).every((each) => each !== undefined)) {
    return { cardinality: first.cardinality, numbers: kept.map((each) => each?.numbers) };
  }
  if (!makes) return undefined;
  // They are made only where they can be kept: a thread that loads nothing throws before.
  let made: GlobalOrdinals | undefined;
  segments.forEach((segment, i) => {
    if (columns[i] === undefined) return;
    segment.keepGlobalNumbers?.(field, of, () => {
      made ??= mergedOrdinals(field, columns);
      const numbers = expectDefined(made.numbers[i], 'each column is numbered');
      return { cardinality: made.cardinality, numbers };
    });
  });
  return made;
}

function numberedSegments(segments: readonly SegmentReader[]): NumberedSegments {
  let low = 0x9747b28c;
  let high = 0x1b873593;
  for (const { name, checksum = 0 } of segments) {
    const text = `${name} ${checksum} `;
    for (let i = 0; i < text.length; i++) {
      low = mixed(low, text.charCodeAt(i), 0x85ebca6b);
      high = mixed(high, text.charCodeAt(i), 0xc2b2ae35);
    }
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** Mixes a word as MurmurHash3 does. */
function mixed(hash: number, word: number, factor: number): number {
  let h = Math.imul(hash ^ word, factor);
  h ^= h >>> 15;
  return Math.imul(h, 0x9e3779b1) ^ (h >>> 13);
}

const WORD = 4;
const LOOK_EVERY = 4096;

function mergedOrdinals(
  label: string,
  columns: readonly (OrdinalColumn | undefined)[],
): GlobalOrdinals {
  const heap = new CursorHeap();
  const numbers = columns.map((column) => {
    if (column === undefined) return undefined;
    takeMemory(WORD * column.cardinality, label);
    const own = new Uint32Array(column.cardinality);
    if (column.cardinality > 0) heap.push(new TermCursor(column, own));
    return own;
  });
  let cardinality = 0;
  for (let least = heap.pop(); least !== undefined; least = heap.pop()) {
    if (cardinality % LOOK_EVERY === 0) checkWanted();
    least.numbers[least.ordinal] = cardinality;
    for (let same = heap.top; same !== undefined && same.compare(least) === 0; same = heap.top) {
      same.numbers[same.ordinal] = cardinality;
      heap.advanceTop();
    }
    cardinality++;
    if (least.next()) heap.push(least);
  }
  return { cardinality, numbers };
}

/** A heap of cursors with the least term on top. */
class CursorHeap {
  readonly #cursors: TermCursor[] = [];

  get top(): TermCursor | undefined {
    return this.#cursors[0];
  }

  push(cursor: TermCursor): void {
    const cursors = this.#cursors;
    let at = cursors.length;
    cursors.push(cursor);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (cursors[above].compare(cursor) <= 0) break;
      cursors[at] = cursors[above];
      at = above;
    }
    cursors[at] = cursor;
  }

  pop(): TermCursor | undefined {
    const [least] = this.#cursors;
    const last = this.#cursors.pop();
    if (last !== undefined && last !== least) this.#sink(last);
    return least;
  }

  /** Moves the top cursor to its next term, or removes it at its end. */
  advanceTop(): void {
    const [least] = this.#cursors;
    if (least.next()) this.#sink(least);
    else this.pop();
  }

  /** Moves a cursor from the top down to its place. */
  #sink(cursor: TermCursor): void {
    const cursors = this.#cursors;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= cursors.length) break;
      const right = child + 1;
      if (right < cursors.length && cursors[right].compare(cursors[child]) < 0) child = right;
      if (cursor.compare(cursors[child]) <= 0) break;
      cursors[at] = cursors[child];
      at = child;
    }
    cursors[at] = cursor;
  }
}
