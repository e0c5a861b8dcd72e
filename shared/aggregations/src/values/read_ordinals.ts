/** The ordinals of a block of documents as rows. */
import type { OrdinalColumn } from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import type { ReadTerms, TermRows } from './term_source.js';

export function readOrdinals(column: OrdinalColumn): ReadTerms {
  const { slots } = column;
  if (slots === undefined) return (block, into) => readSeveral(column, block, into);
  if (slots instanceof Uint8Array) return (block, into) => readSlots8(slots, block, into);
  if (slots instanceof Uint16Array) return (block, into) => readSlots16(slots, block, into);
  return (block, into) => readSlots32(slots, block, into);
}

/**
 * Reads slots, which hold the ordinal + 1, or 0 for a document without a term. All documents get a
 * row first; the rows of 0 are then left out if there are any.
 */
function readSlots8(slots: Uint8Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i]];
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

function readSlots16(slots: Uint16Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i]];
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

function readSlots32(slots: Uint32Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i]];
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

const NO_TERM = 0xffffffff;

function compact(into: TermRows): void {
  const { ids, count } = into;
  const rows = into.ownRows(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    if (id === NO_TERM) continue;
    rows[kept] = i;
    ids[kept++] = id;
  }
  into.count = kept;
}

function readSeveral(column: OrdinalColumn, { docs, count }: DocBlock, into: TermRows): void {
  into.ownRows(count);
  let row = 0;
  let isSingle = true;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (!column.has(doc)) continue;
    const values = column.valueCount(doc);
    if (values > 1) isSingle = false;
    into.moreRows(row + values + (count - i));
    for (let k = 0; k < values; k++) {
      into.rows[row] = i;
      into.ids[row++] = column.ordinal(doc, k);
    }
  }
  into.count = row;
  into.isSingle = isSingle;
}
