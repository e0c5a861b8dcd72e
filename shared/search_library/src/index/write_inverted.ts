/**
 * Makes the parts of a segment from the forward log of a field: a counting sort orders the log by
 * term. The log is in document order, so each term's documents and positions come out ascending.
 */
import { freeMemory } from '../codec/free_memory.js';
import { encodeFieldLength, NO_TOKENS } from '../codec/v1/field_length.js';
import { OrdinalColumnBuilder } from '../codec/v1/ordinal_column.js';
import { PostingsWriter } from '../codec/v1/postings_writer.js';
import { PART, type PartData } from '../codec/v1/segment_file.js';
import type { FieldSpec, TermVectorDetail } from '../document/field_spec.js';
import { hasPositions } from '../document/field_spec.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { type FrozenTerms, sortedIds, termAt } from './frozen_terms.js';
import { vectorsOfLog } from './log_vectors.js';

/** The log of an `InvertedField` as plain data. */
export interface InvertedLog {
  readonly spec: FieldSpec;
  readonly terms: FrozenTerms;
  /** The term of each occurrence. */
  readonly log: Uint32Array<ArrayBuffer>;
  /** The position of each occurrence; empty if the field has none. */
  readonly positions: Uint32Array<ArrayBuffer>;
  /** Start and end of each token, if term vectors keep them. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly docs: Uint32Array<ArrayBuffer>;
  /** Start of each document's part of the log. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Frequency of each occurrence; occurrences past the end of this array count once. */
  readonly frequencies: Uint32Array<ArrayBuffer>;
  /** The length of each document, as scores use it. */
  readonly lengths: Uint32Array<ArrayBuffer>;
}

/** The log ordered by the rank of the term. */
interface SortedLog {
  /** The entries of rank `r` end at `ends[r]`. */
  readonly ends: Uint32Array;
  /**
   * The document of each entry; if the field has positions, each is followed by the position, so
   * that an entry is written to one cache line.
   */
  readonly entries: Uint32Array;
  readonly hasPositions: boolean;
  /** The frequency of each entry; absent: each counts once. */
  readonly counts: Uint32Array | undefined;
}

/** Returns the field's parts and frees the memory of the log. */
export function invertedParts(log: InvertedLog, maxDoc: number): PartData[] {
  const { spec } = log;
  const parts: PartData[] = [];
  const norms = spec.norms ? normsOf(log, maxDoc) : undefined;
  if (norms !== undefined) parts.push({ code: PART.norms, meta: [], sections: [norms] });
  const ids = sortedIds(log.terms);
  const ranks = new Uint32Array(ids.length);
  for (let rank = 0; rank < ids.length; rank++) ranks[ids[rank]] = rank;
  parts.push(...postings(log, { ids, maxDoc, norms }));
  if (spec.termVector !== undefined) parts.push(vectors(log, ranks, spec.termVector, maxDoc));
  if (spec.column === 'ordinal') parts.push(ordinalColumn(log, ranks, maxDoc));
  release(log);
  return parts;
}

function release({ terms, spec: _spec, ...lists }: InvertedLog): void {
  for (const list of [...Object.values(terms), ...Object.values(lists)]) freeMemory(list);
}

function normsOf(log: InvertedLog, maxDoc: number): Uint8Array {
  const norms = new Uint8Array(maxDoc);
  // Without frequencies, the length of a document is its number of distinct terms, as in Lucene's
  // similarities.
  const countsTerms = log.spec.postings === 'docs';
  for (let i = 0; i < log.docs.length; i++) {
    const length = countsTerms ? termsOf(log, i) : log.lengths[i];
    norms[log.docs[i]] = encodeFieldLength(length) || NO_TOKENS;
  }
  return norms;
}

/** The number of distinct terms of a document. */
function termsOf(inverted: InvertedLog, index: number): number {
  const { log, starts } = inverted;
  return new Set(log.subarray(starts[index], endOf(inverted, index))).size;
}

function endOf({ log, starts }: InvertedLog, index: number): number {
  return index + 1 < starts.length ? starts[index + 1] : log.length;
}

function postings(
  inverted: InvertedLog,
  options: {
    readonly ids: Uint32Array;
    readonly maxDoc: number;
    readonly norms: Uint8Array | undefined;
  },
): PartData[] {
  const { ids, maxDoc, norms } = options;
  const { spec, terms } = inverted;
  const detail = spec.postings;
  const hashed = spec.name === ID_FIELD;
  const writer = new PostingsWriter({ detail, norms, maxDoc, hashed });
  const sorted = sortByTerm(inverted, ids);
  let from = 0;
  for (let rank = 0; rank < ids.length; rank++) {
    const to = sorted.ends[rank];
    writer.startTerm(termAt(terms, ids[rank]));
    addDocs(writer, sorted, from, to);
    writer.endTerm();
    from = to;
  }
  const parts = writer.finish();
  return detail === 'none' ? parts.filter((part) => part.code === PART.terms) : parts;
}

function sortByTerm(inverted: InvertedLog, ids: Uint32Array): SortedLog {
  const { log, starts, docs, frequencies, positions } = inverted;
  const { next, ends } = placesOf(log, ids);
  if (!hasPositions(inverted.spec)) {
    const counts = frequencies.length > 0 ? new Uint32Array(log.length).fill(1) : undefined;
    const entries = new Uint32Array(log.length);
    for (let index = 0; index < docs.length; index++) {
      const end = endOf(inverted, index);
      for (let i = starts[index]; i < end; i++) {
        const slot = next[log[i]]++;
        entries[slot] = docs[index];
        if (counts !== undefined && i < frequencies.length) counts[slot] = frequencies[i];
      }
    }
    return { ends, entries, hasPositions: false, counts };
  }
  // Frequencies of tokens are refused in a field with positions.
  const entries = new Uint32Array(2 * log.length);
  for (let index = 0; index < docs.length; index++) {
    const doc = docs[index];
    const end = endOf(inverted, index);
    for (let i = starts[index]; i < end; i++) {
      const at = 2 * next[log[i]]++;
      entries[at] = doc;
      entries[at + 1] = positions[i];
    }
  }
  return { ends, entries, hasPositions: true, counts: undefined };
}

/** The place of each term's first entry, by its id, and the ends of the entries by rank. */
function placesOf(
  log: Uint32Array,
  ids: Uint32Array,
): { readonly next: Uint32Array; readonly ends: Uint32Array } {
  const next = new Uint32Array(ids.length);
  for (let i = 0; i < log.length; i++) next[log[i]]++;
  const ends = new Uint32Array(ids.length);
  let end = 0;
  for (let rank = 0; rank < ids.length; rank++) {
    const id = ids[rank];
    const count = next[id];
    next[id] = end;
    end += count;
    ends[rank] = end;
  }
  return { next, ends };
}

function vectors(
  { docs, starts, log, positions, offsets, frequencies }: InvertedLog,
  ranks: Uint32Array,
  detail: TermVectorDetail,
  maxDoc: number,
): PartData {
  const ordinals = ranksOf(log, ranks);
  return vectorsOfLog({ docs, starts, ordinals, positions, offsets, frequencies }, detail, maxDoc);
}

function ordinalColumn(log: InvertedLog, ranks: Uint32Array, maxDoc: number): PartData {
  const builder = new OrdinalColumnBuilder();
  const ordinals = ranksOf(log.log, ranks);
  if (hasOneTermEach(log)) builder.addSingles(log.docs, ordinals);
  else addOrdinals(builder, log, ordinals);
  return builder.finish(maxDoc, ranks.length);
}

function hasOneTermEach({ docs, log, starts }: InvertedLog): boolean {
  if (log.length !== docs.length) return false;
  for (let i = 0; i < docs.length; i++) if (starts[i] !== i) return false;
  return true;
}

/** Adds the distinct ordinals of each document, ascending. */
function addOrdinals(builder: OrdinalColumnBuilder, log: InvertedLog, ordinals: Uint32Array): void {
  for (let index = 0; index < log.docs.length; index++) {
    const doc = log.docs[index];
    const start = log.starts[index];
    const end = endOf(log, index);
    if (end - start > 1) ordinals.subarray(start, end).sort();
    for (let i = start; i < end; i++) {
      if (i === start || ordinals[i] !== ordinals[i - 1]) builder.add(doc, ordinals[i]);
    }
  }
}

/**
 * Adds the documents of one term, whose entries are `from` to `to`. This loop is a function of its
 * own, because V8 compiles an inner loop of a function that runs once for itself alone and leaves
 * that code by a deoptimization, term by term.
 */
function addDocs(writer: PostingsWriter, sorted: SortedLog, from: number, to: number): void {
  const { entries, counts } = sorted;
  if (sorted.hasPositions) {
    addPlaces(writer, entries, 2 * from, 2 * to);
    return;
  }
  for (let first = from; first < to; ) {
    const doc = entries[first];
    let end = first + 1;
    while (end < to && entries[end] === doc) end++;
    writer.addDoc(doc, counts === undefined ? end - first : sumOf(counts, first, end));
    first = end;
  }
}

/** Like `addDocs`, for pairs of a document and a position. */
function addPlaces(writer: PostingsWriter, entries: Uint32Array, from: number, to: number): void {
  for (let first = from; first < to; ) {
    const doc = entries[first];
    let end = first + 2;
    while (end < to && entries[end] === doc) end += 2;
    writer.addDoc(doc, (end - first) / 2);
    for (let i = first + 1; i < end; i += 2) writer.addPosition(entries[i]);
    first = end;
  }
}

function sumOf(counts: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += counts[i];
  return sum;
}

function ranksOf(terms: Uint32Array, ranks: Uint32Array): Uint32Array {
  const found = new Uint32Array(terms.length);
  for (let i = 0; i < terms.length; i++) found[i] = ranks[terms[i]];
  return found;
}
