/**
 * Finds the documents of a column whose values lie in a range, window by window. If the bounds of a
 * block show that all or none of its documents match, its values are not read; otherwise they are
 * compared in one loop.
 */
import {
  COLUMN_BLOCK_DOCS,
  type NumberColumn,
  type NumberSlots,
} from '../../index/segment_reader.js';
import type { BlockKernels } from '../kernels/block_kernels.js';
import { keepPresentWords, markInRange, type SlotRange } from './slot_range.js';
import type { WindowSource } from './window_docs.js';

export interface ColumnRange {
  readonly column: NumberColumn;
  readonly slots: NumberSlots;
  /** Bounds of the values, both inclusive. */
  readonly lower: number;
  readonly upper: number;
  readonly range: SlotRange;
}

/** `kernels` is absent if kernels cannot read the segment. */
export function rangeWindows(
  { column, slots, lower, upper, range }: ColumnRange,
  kernels?: BlockKernels,
): WindowSource {
  return (window) => {
    const block = window.from / COLUMN_BLOCK_DOCS;
    const least = column.blockBounds?.[2 * block] ?? Number.NEGATIVE_INFINITY;
    const greatest = column.blockBounds?.[2 * block + 1] ?? Number.POSITIVE_INFINITY;
    if (least > upper || greatest < lower) return false;
    window.words.fill(0);
    if (least < lower || greatest > upper) {
      if (kernels?.markInRange(slots, range, window) !== true) markInRange(slots, range, window);
      return true;
    }
    markAll(window.words, window.to - window.from);
    if (slots.presence !== null) keepPresentWords(slots.presence, window);
    return true;
  };
}

function markAll(words: Uint32Array, docs: number): void {
  words.fill(0xffffffff, 0, docs >>> 5);
  if ((docs & 31) !== 0) words[docs >>> 5] = (1 << (docs & 31)) - 1;
}
