/**
 * A segment of plain documents for the tests of this folder, as simple as possible: arrays and
 * maps, with posting blocks of three documents so that pruning has many blocks to skip.
 */

import { compareBytes, utf8 } from '@skein/bytes';
import { NO_TOKENS } from '../../codec/v1/field_length.js';
import type { FieldSpec } from '../../document/field_spec.js';
import {
  type Impacts,
  NO_MORE_DOCS,
  type NumberColumn,
  type OrdinalColumn,
  type PointsReader,
  type PostingsIterator,
  type SegmentReader,
  type TermsReader,
} from '../../index/segment_reader.js';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { decodeFieldLength } from '../similarity/field_length.js';

export interface MemoryDocument {
  /** Tokens of the field `text`; `''` leaves its position empty. */
  readonly text?: readonly string[];
  /** Terms of the keyword field `tag`. */
  readonly tag?: readonly string[];
  /** Values of the long field `n`, with points. */
  readonly n?: readonly (number | bigint)[];
  /** Values of the double field `d`, without points. */
  readonly d?: readonly number[];
  readonly deleted?: boolean;
}

const BLOCK = 3;

export const SPECS: readonly FieldSpec[] = [
  fieldSpec('text', { postings: 'positions', norms: true }),
  fieldSpec('tag', { postings: 'docs', column: 'ordinal' }),
  fieldSpec('n', { column: 'long', points: true }),
  fieldSpec('d', { column: 'double' }),
];

export function memorySegment(name: string, docs: readonly MemoryDocument[]): SegmentReader {
  const specs = new Map(SPECS.map((spec) => [spec.name, spec]));
  const live = new Uint32Array((docs.length + 31) >>> 5);
  docs.forEach((doc, i) => {
    if (doc.deleted !== true) live[i >>> 5] = live[i >>> 5] | (1 << (i & 31));
  });
  const liveCount = docs.filter((doc) => doc.deleted !== true).length;
  const norms = Uint8Array.from(docs, ({ text = [] }) => {
    const length = encodeLength(text.filter(Boolean).length);
    return length === 0 && text.length > 0 ? NO_TOKENS : length;
  });
  const text = termsOf(
    docs.map((doc) => doc.text ?? []),
    norms,
  );
  const tag = termsOf(
    docs.map((doc) => [...new Set(doc.tag ?? [])]),
    undefined,
  );
  const n = numberColumn(docs.map((doc) => doc.n ?? []));
  const d = numberColumn(docs.map((doc) => doc.d ?? []));
  const tags = ordinalColumn(docs.map((doc) => doc.tag ?? []));
  const points = pointsOf(docs.map((doc) => doc.n ?? []));
  return {
    name,
    maxDoc: docs.length,
    liveCount,
    liveDocs: liveCount === docs.length ? null : live,
    fields: () => specs.values(),
    field: (field) => specs.get(field),
    terms: (field) => (field === 'text' ? text : field === 'tag' ? tag : undefined),
    norms: (field) => (field === 'text' ? norms : undefined),
    numbers: (field) => (field === 'n' ? n : field === 'd' ? d : undefined),
    ordinals: (field) => (field === 'tag' ? tags : undefined),
    geo: () => undefined,
    vectors: () => undefined,
    shapes: () => undefined,
    points: (field) => (field === 'n' ? points : undefined),
    storedBlockBytes: () => 0,
    stored: (doc) => ({
      id: String(doc),
      routing: undefined,
      source: undefined,
      fields: undefined,
    }),
  };
}

/** The greatest code whose length is at most `length`. */
export function encodeLength(length: number): number {
  let code = 255;
  while (decodeFieldLength(code) > length) code--;
  return code;
}

interface Posting {
  readonly doc: number;
  readonly positions: number[];
}

function termsOf(
  docs: readonly (readonly string[])[],
  norms: Uint8Array | undefined,
): TermsReader | undefined {
  const lists = new Map<string, Posting[]>();
  let tokens = 0;
  docs.forEach((terms, doc) => {
    terms.forEach((term, position) => {
      if (term === '') return;
      tokens++;
      const list = lists.get(term) ?? [];
      lists.set(term, list);
      const last = list.at(-1);
      if (last?.doc === doc) last.positions.push(position);
      else list.push({ doc, positions: [position] });
    });
  });
  if (lists.size === 0) return undefined;
  const sorted = [...lists]
    .map(([term, list]) => ({ term: utf8(term), list }))
    .sort((a, b) => compareBytes(a.term, b.term));
  const entry = (ordinal: number) => sorted[ordinal] as (typeof sorted)[number];
  const ceiling = (term: Uint8Array): number => {
    const at = sorted.findIndex((one) => compareBytes(one.term, term) >= 0);
    return at < 0 ? sorted.length : at;
  };
  return {
    size: sorted.length,
    docCount: docs.filter((terms) => terms.some(Boolean)).length,
    sumTotalTermFreq: tokens,
    sumDocFreq: sorted.reduce((sum, { list }) => sum + list.length, 0),
    hasPositions: norms !== undefined,
    find: (term) => sorted.findIndex((one) => compareBytes(one.term, term) === 0),
    ceiling,
    term: (ordinal) => entry(ordinal).term,
    docFreq: (ordinal) => entry(ordinal).list.length,
    totalTermFreq: (ordinal) =>
      entry(ordinal).list.reduce((sum, { positions }) => sum + positions.length, 0),
    postings: (ordinal) => postingsOf(entry(ordinal).list, norms),
  };
}

function postingsOf(list: readonly Posting[], norms: Uint8Array | undefined): PostingsIterator {
  let at = -1;
  let next = 0;
  const current = () => list[at] as Posting;
  const docId = () => (at < 0 ? -1 : at < list.length ? current().doc : NO_MORE_DOCS);
  const nextDoc = () => {
    at = Math.min(at + 1, list.length);
    next = 0;
    return docId();
  };
  return {
    docId,
    nextDoc,
    advance(target) {
      if (target <= docId()) throw new RangeError(`advance to ${target} from ${docId()}`);
      while (nextDoc() < target);
      return docId();
    },
    cost: () => list.length,
    freq: () => current().positions.length,
    nextPosition: () => current().positions[next++],
    impacts: norms === undefined ? undefined : impactsOf(list, norms),
  };
}

function impactsOf(list: readonly Posting[], norms: Uint8Array): Impacts {
  let block = 0;
  const members = () => list.slice(block, block + BLOCK);
  return {
    seekBlock(target) {
      const last = (members().at(-1) as Posting).doc;
      if (target <= last && block > 0 && target <= (list[block - 1] as Posting).doc) {
        throw new RangeError('blocks are sought forward only');
      }
      while (block + BLOCK < list.length && (members().at(-1) as Posting).doc < target) {
        block += BLOCK;
      }
    },
    upTo: () => (block + BLOCK < list.length ? (members().at(-1) as Posting).doc : NO_MORE_DOCS),
    maxFreq: () => Math.max(...members().map(({ positions }) => positions.length)),
    minNorm: () => Math.min(...members().map(({ doc }) => norms[doc])),
    maxScore: (scorer) =>
      Math.max(
        ...members().map(({ doc, positions }) => scorer.score(positions.length, norms[doc])),
      ),
  };
}

function numberColumn(docs: readonly (readonly (number | bigint)[])[]): NumberColumn {
  const sorted = docs.map((values) => [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  const all = sorted.flat().map(Number);
  const of = (doc: number) => sorted[doc] as (number | bigint)[];
  return {
    wide: !all.every(Number.isSafeInteger),
    slots: undefined,
    blockBounds: undefined,
    has: (doc) => of(doc).length > 0,
    valueCount: (doc) => of(doc).length,
    value: (doc, i) => Number(of(doc)[i]),
    exact: (doc, i) => BigInt(of(doc)[i] as number | bigint),
    min: Math.min(...all),
    max: Math.max(...all),
  };
}

function ordinalColumn(docs: readonly (readonly string[])[]): OrdinalColumn {
  const values = [...new Set(docs.flat())].map(utf8).sort(compareBytes);
  const find = (term: Uint8Array): number => {
    const at = values.findIndex((value) => compareBytes(value, term) >= 0);
    if (at < 0) return -values.length - 1;
    return compareBytes(values[at] as Uint8Array, term) === 0 ? at : -at - 1;
  };
  const ordinals = docs.map((terms) =>
    [...new Set(terms.map((term) => find(utf8(term))))].sort((a, b) => a - b),
  );
  return {
    cardinality: values.length,
    slots: undefined,
    has: (doc) => (ordinals[doc] as number[]).length > 0,
    valueCount: (doc) => (ordinals[doc] as number[]).length,
    ordinal: (doc, i) => (ordinals[doc] as number[])[i],
    term: (ordinal) => values[ordinal] as Uint8Array,
    find,
  };
}

function pointsOf(docs: readonly (readonly (number | bigint)[])[]): PointsReader {
  const entries = docs.flatMap((values, doc) => values.map((value) => ({ value, doc })));
  const within = (lower: number | bigint, upper: number | bigint) =>
    entries.filter(({ value }) => value >= lower && value <= upper);
  return {
    count: entries.length,
    docCount: docs.filter((values) => values.length > 0).length,
    countRange: (lower, upper) => within(lower, upper).length,
    visitRange(lower, upper, visit) {
      for (const { doc } of within(lower, upper)) visit(doc);
    },
    markRange(lower, upper, words) {
      for (const { doc } of within(lower, upper)) words[doc >>> 5] |= 1 << (doc & 31);
    },
  };
}
