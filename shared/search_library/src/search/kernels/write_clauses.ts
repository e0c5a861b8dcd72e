/** Writes clauses and filters into a lane. */
import type { PackedDocRange } from '../../index/segment_reader.js';
import {
  B_DOCS,
  B_END,
  B_FREQS,
  B_MAX_DOC,
  BITS_ONLY,
  BUFFER_BYTES,
  BUFFERS,
  C_BIT_SET,
  C_BLOCKS,
  C_BUFFER,
  C_DATA,
  C_DOC_FREQ,
  C_ENTRY_BYTES,
  C_FACTORS,
  C_KIND,
  C_LONE_POSITIONS,
  C_NORMS,
  C_OFFSET,
  C_SUPERS,
  C_TABLE,
  C_WEIGHT,
  CLAUSE_BYTES,
  CLAUSES,
  DENSE,
  F_EXCLUDES,
  F_LOWER,
  F_PRESENCE,
  F_STRETCHES,
  F_UPPER,
  F_VALUES,
  F_WHOLE,
  F_WIDTH,
  FACTOR_BYTES,
  FACTORS,
  FILTER_BYTES,
  FILTERS,
  HAS_FREQS,
  HAS_POSITIONS,
  MAX_TABLES,
  SCRATCH,
  SMALL,
  STRETCHES,
  STRETCHES_BYTES,
  TABLE_BYTES,
  TABLES,
} from '../../kernels/layout.js';
import type { KernelFilter } from './flat_plan.js';
import type { KernelClause, KernelDocs, KernelRange, KernelTerm } from './kernel_node.js';
import { bitSetBytes } from './plan_frame.js';

/** A lane of an arena: its start and a view of the memory. */
export interface Lane {
  readonly start: number;
  readonly view: DataView;
  /** Adds a range of a document list to the bit set at an address. */
  readonly addRange: (bits: number, range: PackedDocRange) => void;
}

/** Writes clauses and filters one after another. */
export class ClauseWriter {
  /** Numbers of written clauses and filters. */
  clauses = 0;
  filters = 0;
  private readonly lane: Lane;
  private readonly maxDoc: number;
  private readonly factors = new Map<Float32Array, number>();
  /** Address of the next bit set. */
  private bits: number;

  constructor(lane: Lane, maxDoc: number) {
    this.lane = lane;
    this.maxDoc = maxDoc;
    this.bits = lane.start + SCRATCH;
  }

  /** Writes a clause and returns its address. See `C_OFFSET` for `offset`. */
  clause(clause: KernelClause, offset = 0): number {
    const { lane, bits, maxDoc } = this;
    const index = this.clauses++;
    if (clause.kind === 'docs') {
      writeDocs(lane, index, clause, { bits, maxDoc });
      this.bits += bitSetBytes(maxDoc);
    } else {
      writeTerm(lane, index, clause, this.factors);
      writeLimits(lane, index, clause.postings.end, maxDoc);
    }
    const address = lane.start + CLAUSES + index * CLAUSE_BYTES;
    lane.view.setInt32(address + C_OFFSET, offset, true);
    return address;
  }

  /** Writes a filter and returns its address. */
  filter(filter: KernelFilter): number {
    const { start, view } = this.lane;
    const index = this.filters++;
    const address = start + FILTERS + index * FILTER_BYTES;
    writeFilter(view, address, filter);
    const stretches = start + STRETCHES + index * STRETCHES_BYTES;
    writeStretches(view, { filter: address, stretches }, filter.range);
    return address;
  }
}

/** Writes a clause that has only a bit set. */
function writeDocs(
  { start, view, addRange }: Lane,
  index: number,
  { mark, cost }: KernelDocs,
  { bits, maxDoc }: { readonly bits: number; readonly maxDoc: number },
): void {
  const at = start + CLAUSES + index * CLAUSE_BYTES;
  new Uint8Array(view.buffer, at, CLAUSE_BYTES).fill(0);
  view.setInt32(at + C_KIND, DENSE | BITS_ONLY, true);
  view.setInt32(at + C_DOC_FREQ, cost, true);
  view.setInt32(at + C_BIT_SET, bits, true);
  view.setInt32(at + C_BUFFER, start + BUFFERS + index * BUFFER_BYTES, true);
  const words = new Uint32Array(view.buffer, bits, bitSetBytes(maxDoc) >>> 2).fill(0);
  mark({ words, addRange: (range) => addRange(bits, range) });
}

function writeTerm(
  lane: Lane,
  index: number,
  { postings, norms, similarity }: KernelTerm,
  factors: Map<Float32Array, number>,
): void {
  const { view, start } = lane;
  const at = start + CLAUSES + index * CLAUSE_BYTES;
  const buffer = start + BUFFERS + index * BUFFER_BYTES;
  const set = (field: number, value: number): void => view.setInt32(at + field, value, true);
  const { hasFreqs, hasPositions, bitSet, lone } = postings;
  const small = postings.supers === 0;
  set(
    C_KIND,
    (bitSet !== 0 ? DENSE : 0) |
      (hasFreqs ? HAS_FREQS : 0) |
      (hasPositions ? HAS_POSITIONS : 0) |
      (small ? SMALL : 0),
  );
  set(C_DATA, postings.data);
  set(C_DOC_FREQ, postings.docFreq);
  set(C_BLOCKS, postings.blockCount);
  set(C_ENTRY_BYTES, postings.entryBytes);
  set(C_SUPERS, postings.supers);
  set(C_BIT_SET, bitSet);
  set(C_NORMS, norms);
  set(C_BUFFER, buffer);
  set(C_TABLE, index < MAX_TABLES ? start + TABLES + index * TABLE_BYTES : 0);
  view.setFloat32(at + C_WEIGHT, similarity?.weight ?? 0, true);
  set(
    C_FACTORS,
    similarity === undefined ? 0 : factorTable(lane, similarity.lengthFactors, factors),
  );
  if (lone === undefined) return;
  set(C_LONE_POSITIONS, lone.positions);
  view.setInt32(buffer + B_DOCS, lone.doc, true);
  view.setInt32(buffer + B_FREQS, lone.freq - 1, true);
}

function writeLimits({ view, start }: Lane, index: number, end: number, maxDoc: number): void {
  const buffer = start + BUFFERS + index * BUFFER_BYTES;
  view.setUint32(buffer + B_END, end, true);
  view.setInt32(buffer + B_MAX_DOC, maxDoc, true);
}

/** Returns the address of the table's copy in the lane. */
function factorTable(
  { start, view }: Lane,
  table: Float32Array,
  known: Map<Float32Array, number>,
): number {
  const before = known.get(table);
  if (before !== undefined) return before;
  const address = start + FACTORS + known.size * FACTOR_BYTES;
  new Float32Array(view.buffer, address, table.length).set(table);
  known.set(table, address);
  return address;
}

function writeFilter(view: DataView, at: number, { range, excludes }: KernelFilter): void {
  view.setInt32(at + F_VALUES, range.values, true);
  view.setInt32(at + F_WIDTH, range.width, true);
  view.setUint32(at + F_LOWER, range.lower, true);
  view.setUint32(at + F_UPPER, range.upper, true);
  view.setInt32(at + F_PRESENCE, range.presence, true);
  view.setInt32(at + F_EXCLUDES, excludes ? 1 : 0, true);
}

/**
 * Writes the stretches that may have documents in the range into the first half of their memory,
 * and those that have no others into the second half. If there are too many stretches, none are
 * written.
 */
function writeStretches(
  view: DataView,
  { filter, stretches }: { readonly filter: number; readonly stretches: number },
  { bounds }: KernelRange,
): void {
  const { blocks, lower, upper } = bounds;
  const count = blocks.length / 2;
  const half = STRETCHES_BYTES / 2;
  const known = count > 0 && count <= 8 * half;
  view.setInt32(filter + F_STRETCHES, known ? stretches : 0, true);
  view.setInt32(filter + F_WHOLE, known ? stretches + half : 0, true);
  if (!known) return;
  for (let first = 0; first < count; first += 8) {
    let some = 0;
    let all = 0;
    for (let i = first; i < Math.min(first + 8, count); i++) {
      const [least, greatest] = [blocks[2 * i], blocks[2 * i + 1]];
      if (least <= upper && greatest >= lower) some |= 1 << (i - first);
      if (least >= lower && greatest <= upper) all |= 1 << (i - first);
    }
    view.setUint8(stretches + (first >>> 3), some);
    view.setUint8(stretches + half + (first >>> 3), all);
  }
}
