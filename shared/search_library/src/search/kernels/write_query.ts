/** Puts a plan into a lane: `kernels/layout.ts` says where. */

import type { PackedDocRange } from '../../index/segment_reader.js';
import {
  B_DOCS,
  B_FREQS,
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
  F_WIDTH,
  FACTOR_BYTES,
  FACTORS,
  FILTER_BYTES,
  FILTERS,
  HAS_FREQS,
  HAS_POSITIONS,
  MAX_TABLES,
  Q_AFTER_DOC,
  Q_AFTER_SCORE,
  Q_CAPACITY,
  Q_CLAUSES,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_FLOOR,
  Q_HEAP_SIZE,
  Q_HITS,
  Q_LIVE,
  Q_MAX_DOC,
  Q_MIN_SCORE,
  Q_MINIMUM,
  Q_OPTIONAL,
  Q_PHRASE,
  Q_PLACE,
  Q_PRUNED,
  Q_REQUIRED,
  Q_SCORING,
  Q_THRESHOLD,
  SCRATCH,
  SMALL,
  STRETCHES,
  STRETCHES_BYTES,
  TABLE_BYTES,
  TABLES,
} from '../../kernels/layout.js';
import type { KernelDocs, KernelRange, KernelTerm } from './kernel_node.js';
import { bitSetBytes, type KernelFilter, type KernelPlan } from './kernel_plan.js';

/** What a search wants of one segment. */
export interface KernelRequest {
  readonly scoring: boolean;
  /** Documents of the segment. */
  readonly maxDoc: number;
  /** Address of the live documents; 0: all are. */
  readonly live: number;
  readonly capacity: number;
  /** Hits have to score more; -1: any score will do. */
  readonly floor: number;
  /** See `Q_THRESHOLD`. */
  readonly threshold: number;
  readonly afterScore: number;
  readonly afterDoc: number;
  readonly minScore: number;
}

/** A lane of an arena, as numbers. */
export interface Lane {
  readonly start: number;
  readonly view: DataView;
  /** Adds documents of a list to the bit set at an address. */
  readonly addRange: (bits: number, range: PackedDocRange) => void;
}

export function writeQuery(lane: Lane, plan: KernelPlan, request: KernelRequest): void {
  const { start, view } = lane;
  const { required, optional, excluded, filters } = plan;
  const clauses = [...required, ...optional, ...excluded];
  const set = (at: number, value: number): void => view.setInt32(start + at, value, true);
  set(Q_CLAUSES, clauses.length);
  set(Q_REQUIRED, required.length);
  set(Q_OPTIONAL, optional.length);
  set(Q_EXCLUDED, excluded.length);
  set(Q_SCORING, request.scoring ? 1 : 0);
  set(Q_PHRASE, plan.offsets === undefined ? 0 : 1);
  set(Q_MINIMUM, plan.minimum);
  set(Q_MAX_DOC, request.maxDoc);
  set(Q_LIVE, request.live);
  set(Q_FILTERS, filters.length);
  set(Q_CAPACITY, request.capacity);
  set(Q_HEAP_SIZE, 0);
  view.setFloat32(start + Q_FLOOR, request.floor, true);
  set(Q_THRESHOLD, request.threshold);
  set(Q_HITS, 0);
  view.setFloat32(start + Q_AFTER_SCORE, request.afterScore, true);
  set(Q_AFTER_DOC, request.afterDoc);
  view.setFloat32(start + Q_MIN_SCORE, request.minScore, true);
  set(Q_PLACE, 0);
  set(Q_PRUNED, 0);
  const factors = new Map<Float32Array, number>();
  let bits = start + SCRATCH;
  clauses.forEach((clause, i) => {
    if (clause.kind === 'docs') {
      writeDocs(lane, i, clause, { bits, maxDoc: request.maxDoc });
      bits += bitSetBytes(request.maxDoc);
      return;
    }
    writeClause(lane, i, clause, factors);
    set(CLAUSES + i * CLAUSE_BYTES + C_OFFSET, plan.offsets?.[i] ?? 0);
  });
  filters.forEach((filter, i) => {
    const at = start + FILTERS + i * FILTER_BYTES;
    writeFilter(view, at, filter);
    const stretches = start + STRETCHES + i * STRETCHES_BYTES;
    set(FILTERS + i * FILTER_BYTES + F_STRETCHES, writeStretches(view, stretches, filter.range));
  });
}

/** A clause that has nothing but a bit set. */
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

function writeClause(
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

/** Address of the table's copy in the lane. */
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

/** Address of the bit set; 0: the segment has more stretches than there is room for. */
function writeStretches(view: DataView, at: number, { bounds }: KernelRange): number {
  const { blocks, lower, upper } = bounds;
  const count = blocks.length / 2;
  if (count > 8 * STRETCHES_BYTES) return 0;
  for (let first = 0; first < count; first += 8) {
    let byte = 0;
    for (let i = first; i < Math.min(first + 8, count); i++) {
      const meets = (blocks[2 * i] as number) <= upper && (blocks[2 * i + 1] as number) >= lower;
      if (meets) byte |= 1 << (i - first);
    }
    view.setUint8(at + (first >>> 3), byte);
  }
  return at;
}
