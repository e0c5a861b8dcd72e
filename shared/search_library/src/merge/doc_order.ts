/**
 * Determines the new number of each document in a merge of several segments. Live documents and
 * those retained for other copies are kept.
 */
import { countBits, hasBit } from '../codec/bit_set.js';
import type { Segment } from '../codec/v1/segment.js';
import { blockEnds, type IndexSort } from '../index/index_sort.js';
import { keptDocs } from '../index/soft_deletes.js';
import { sortKey } from '../search/top_docs/sort_keys.js';

/**
 * A segment to be merged: `newDocs[doc]` is the document's number in the merged segment, -1 when it
 * is left out.
 */
export interface Source {
  readonly segment: Segment;
  /** True if no document is left out. */
  readonly isWhole: boolean;
  readonly newDocs: Int32Array;
}

/** The source segment and document of each document, by its number in the merged segment. */
export interface Origins {
  readonly sources: Uint32Array;
  readonly docs: Uint32Array;
}

export interface DocOrder {
  readonly sources: readonly Source[];
  readonly maxDoc: number;
  /** `undefined`: the sources follow each other, each in its own order. */
  readonly origins: Origins | undefined;
}

/** Visits a document, with its number in the source and in the merged segment. */
type ColumnVisitor<C> = (column: C, doc: number, newDoc: number, source: number) => void;

/** The rules of a merge. */
export interface MergeRules {
  /** The order of the merged segment's documents. */
  readonly sort: IndexSort;
  /** Deleted documents are kept from this sequence number on. */
  readonly retainFrom: number;
}

/** Visits the kept documents of the segments that have the column, in their new order. */
export function forEachKept<C>(
  { sources, origins }: DocOrder,
  open: (segment: Segment) => C | undefined,
  visit: ColumnVisitor<C>,
): void {
  const columns = sources.map(({ segment }) => open(segment));
  if (origins !== undefined) {
    for (let newDoc = 0; newDoc < origins.docs.length; newDoc++) {
      const source = origins.sources[newDoc];
      const column = columns[source];
      if (column !== undefined) visit(column, origins.docs[newDoc], newDoc, source);
    }
    return;
  }
  sources.forEach(({ newDocs }, source) => {
    const column = columns[source];
    if (column === undefined) return;
    for (let doc = 0; doc < newDocs.length; doc++) {
      if (newDocs[doc] >= 0) visit(column, doc, newDocs[doc], source);
    }
  });
}

/**
 * Sorts blocks by their last document. Without a sort, and for equal blocks, the order is that of
 * the sources.
 */
export function orderDocs(
  segments: readonly Segment[],
  { sort, retainFrom }: MergeRules,
): DocOrder {
  const kept = segments.map((segment) => ({ segment, docs: keptDocs(segment, retainFrom) }));
  return sort.length === 0 ? inTurn(kept) : sorted(kept, sort);
}

/** The kept documents of a segment; `null` for all. */
interface Kept {
  readonly segment: Segment;
  readonly docs: Uint32Array | null;
}

function inTurn(kept: readonly Kept[]): DocOrder {
  let maxDoc = 0;
  const sources = kept.map(({ segment, docs }) => {
    const newDocs = new Int32Array(segment.maxDoc);
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      newDocs[doc] = docs === null || hasBit(docs, doc) ? maxDoc++ : -1;
    }
    return { segment, newDocs, isWhole: docs === null };
  });
  return { sources, maxDoc, origins: undefined };
}

/** Kept blocks in the order of their sources: the source, and the first and last document there. */
interface Blocks {
  readonly count: number;
  readonly sources: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function sorted(kept: readonly Kept[], sort: IndexSort): DocOrder {
  const segments = kept.map(({ segment }) => segment);
  const maxDoc = kept.reduce(
    (sum, { segment, docs }) => sum + (docs === null ? segment.maxDoc : countBits(docs)),
    0,
  );
  const blocks = keptBlocks(kept, maxDoc);
  const order = orderBlocks(segments, blocks, sort);
  const newDocs = segments.map((segment) => new Int32Array(segment.maxDoc).fill(-1));
  const origins = { sources: new Uint32Array(maxDoc), docs: new Uint32Array(maxDoc) };
  let next = 0;
  for (const block of order) {
    const source = blocks.sources[block];
    for (let doc = blocks.starts[block]; doc <= blocks.ends[block]; doc++) {
      origins.sources[next] = source;
      origins.docs[next] = doc;
      newDocs[source][doc] = next++;
    }
  }
  const sources = kept.map(({ segment, docs }, i) => {
    return { segment, newDocs: newDocs[i], isWhole: docs === null };
  });
  return { sources, maxDoc, origins };
}

/** Lists the blocks to keep. A block is kept or dropped as a whole. */
function keptBlocks(kept: readonly Kept[], most: number): Blocks {
  const sources = new Uint32Array(most);
  const starts = new Uint32Array(most);
  const ends = new Uint32Array(most);
  let count = 0;
  kept.forEach(({ segment, docs }, source) => {
    const endsBlock = blockEnds(segment);
    let start = 0;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      if (!endsBlock(doc)) continue;
      if (docs === null || hasBit(docs, doc)) {
        sources[count] = source;
        starts[count] = start;
        ends[count++] = doc;
      }
      start = doc + 1;
    }
  });
  return { count, sources, starts, ends };
}

/**
 * Compares blocks with the sort keys of searches, so that the index has exactly the order a search
 * requests.
 */
function orderBlocks(segments: readonly Segment[], blocks: Blocks, sort: IndexSort): Uint32Array {
  const { count, sources, ends } = blocks;
  const options = { slots: count, after: undefined, selection: undefined, isOnlyKey: false };
  const keys = sort.map((field) => sortKey(field, options));
  let source = -1;
  for (let block = 0; block < count; block++) {
    for (; source < sources[block]; source++) {
      for (const key of keys) key.segment(segments[source + 1], 0);
    }
    for (const key of keys) {
      key.load(ends[block], Number.NaN);
      key.store(block);
    }
  }
  const compare = (a: number, b: number): number => {
    for (const key of keys) {
      const order = key.compareSlots(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  };
  return Uint32Array.from({ length: count }, (_, block) => block).sort(compare);
}
