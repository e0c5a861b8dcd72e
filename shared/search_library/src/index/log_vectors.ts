/**
 * Builds term vectors from the forward log of a field: each document's terms in order, with the
 * details of each occurrence.
 */
import type { PartData } from '../codec/v1/segment_file.js';
import { TermVectorsBuilder } from '../codec/v1/term_vectors.js';
import type { TermVectorDetail } from '../document/field_spec.js';
import type { VectorTerm } from './segment_reader.js';

interface FieldLog {
  /** Documents, and the start of each in the log. */
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
  /** The term's ordinal of each occurrence. */
  readonly ordinals: Uint32Array;
  readonly positions: Uint32Array;
  /** Start and end of each occurrence. */
  readonly offsets: Uint32Array;
  /** Frequency of each occurrence; occurrences past the end of this array count once. */
  readonly frequencies: Uint32Array;
}

export function vectorsOfLog(log: FieldLog, detail: TermVectorDetail, maxDoc: number): PartData {
  const builder = new TermVectorsBuilder(detail);
  const { docs, starts, ordinals } = log;
  for (let i = 0; i < docs.length; i++) {
    const end = i + 1 < starts.length ? starts[i + 1] : ordinals.length;
    builder.add(docs[i], termsOf(log, detail, starts[i], end));
  }
  return builder.finish(maxDoc);
}

function* termsOf(
  log: FieldLog,
  detail: TermVectorDetail,
  start: number,
  end: number,
): Iterable<VectorTerm> {
  const order = byOrdinal(log.ordinals, start, end);
  for (let from = 0; from < order.length; ) {
    const ordinal = log.ordinals[order[from]];
    let to = from + 1;
    while (to < order.length && log.ordinals[order[to]] === ordinal) to++;
    const own = Array.from(order.subarray(from, to));
    yield {
      ordinal,
      freq: own.reduce((sum, place) => sum + (log.frequencies[place] ?? 1), 0),
      positions: detail.positions ? own.map((place) => log.positions[place]) : [],
      startOffsets: detail.offsets ? own.map((place) => log.offsets[2 * place]) : [],
      endOffsets: detail.offsets ? own.map((place) => log.offsets[2 * place + 1]) : [],
    };
    from = to;
  }
}

/**
 * Indices of the log from `start` to `end` - 1 sorted by ordinal; those of one ordinal keep their
 * order.
 */
function byOrdinal(ordinals: Uint32Array, start: number, end: number): Uint32Array {
  const count = end - start;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = ordinals[start + i] * count + i;
  keys.sort();
  return Uint32Array.from(keys, (key) => start + (key % count));
}
