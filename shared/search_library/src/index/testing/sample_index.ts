/**
 * For tests: documents with every kind of field, and the answers a correct index must give about
 * them, computed in a simple way. `dumpDocs` reads the same form from segments.
 */
import type { AnalyzedText, Analyzer, Token } from '@skein/analysis';
import { utf8, utf8Decode } from '@skein/bytes';
import { hasBit } from '../../codec/bit_set.js';
import { encodeFieldLength, NO_TOKENS } from '../../codec/v1/field_length.js';
import { encodeLatitude, encodeLongitude } from '../../codec/v1/geo_column.js';
import type { FieldSpec } from '../../document/field_spec.js';
import type { IndexableDocument, IndexedField } from '../../document/indexable_document.js';
import type { IndexSort } from '../index_sort.js';
import type { SegmentReader } from '../segment_reader.js';
import { NO_MORE_DOCS } from '../segment_reader.js';

export interface SampleDocument {
  readonly id: string;
  /**
   * Values of a text field with positions: words separated by spaces. `_` is a removed word; a
   * leading `=` puts a word at the position of the previous one.
   */
  readonly body: readonly string[];
  /** Text with frequencies only. */
  readonly title: readonly string[];
  /** Keyword: postings and ordinal column. */
  readonly tag: readonly string[];
  /** Ordinal column without postings. */
  readonly group: readonly string[];
  readonly count: readonly (number | bigint)[];
  readonly price: readonly number[];
  readonly place: readonly { readonly lat: number; readonly lon: number }[];
}

export const EMPTY_SAMPLE: SampleDocument = {
  id: 'x',
  body: [],
  title: [],
  tag: [],
  group: [],
  count: [],
  price: [],
  place: [],
};

/** A document with two words and a number. */
export const smallSample = (id: number): SampleDocument => ({
  ...EMPTY_SAMPLE,
  id: `id-${id}`,
  body: [`shared w${id}`],
  count: [id],
});

/** A document with values of every field. */
export const fullSample = (id: number): SampleDocument => ({
  id: `id-${id}`,
  body: [`all w${id % 7} x${id}`],
  title: ['t t'],
  tag: ['a', `b${id % 3}`],
  group: [`g${id % 4}`],
  count: [id, id * 2],
  price: [id / 3],
  place: [{ lat: id / 4, lon: -id / 2 }],
});

const none: FieldSpec = { name: '', postings: 'none', norms: false, column: 'none', points: false };
export const SPECS = {
  body: { ...none, name: 'body', postings: 'positions', norms: true },
  title: { ...none, name: 'title', postings: 'freqs', norms: true },
  tag: { ...none, name: 'tag', postings: 'docs', column: 'ordinal' },
  group: { ...none, name: 'group', column: 'ordinal' },
  count: { ...none, name: 'count', column: 'long', points: true },
  price: { ...none, name: 'price', column: 'double', points: true },
  place: { ...none, name: 'place', column: 'geo' },
} as const satisfies Record<string, FieldSpec>;

/** A text field with term vectors. */
export const KEPT: FieldSpec = {
  ...none,
  name: 'kept',
  postings: 'positions',
  termVector: { positions: true, offsets: true },
};

/** An index sorted by `count`, descending. */
export const BY_COUNT: IndexSort = [
  {
    kind: 'number',
    field: 'count',
    reverse: true,
    mode: 'min',
    missing: 'last',
    integral: true,
    unsigned: false,
  },
];

const GAP = 100;

export const wordAnalyzer: Analyzer = {
  name: 'words',
  positionIncrementGap: GAP,
  offsetGap: 1,
  analyze: analyzeWords,
};

function analyzeWords(text: string): AnalyzedText {
  const tokens: Token[] = [];
  let increment = 1;
  let next = 0;
  for (const word of text.split(' ')) {
    const start = next;
    next += word.length + 1;
    if (word === '') continue;
    if (word === '_') {
      increment++;
      continue;
    }
    const stacked = word.startsWith('=') && tokens.length > 0;
    tokens.push({
      term: word.replace(/^=/, ''),
      positionIncrement: stacked ? 0 : increment,
      positionLength: 1,
      startOffset: start,
      endOffset: start + word.length,
      type: 'word',
      keyword: false,
    });
    if (!stacked) increment = 1;
  }
  return { tokens, trailingIncrement: increment - 1, finalOffset: text.length };
}

export function toIndexable(sample: SampleDocument, seqNo: number): IndexableDocument {
  const fields: IndexedField[] = [
    ...sample.body.map(
      (value) => ({ kind: 'text', spec: SPECS.body, value, analyzer: wordAnalyzer }) as const,
    ),
    ...sample.title.map(
      (value) => ({ kind: 'text', spec: SPECS.title, value, analyzer: wordAnalyzer }) as const,
    ),
    ...sample.tag.map((value) => ({ kind: 'term', spec: SPECS.tag, value: utf8(value) }) as const),
    ...sample.group.map(
      (value) => ({ kind: 'term', spec: SPECS.group, value: utf8(value) }) as const,
    ),
    ...sample.count.map((value) => ({ kind: 'number', spec: SPECS.count, value }) as const),
    ...sample.price.map((value) => ({ kind: 'number', spec: SPECS.price, value }) as const),
    ...sample.place.map((value) => ({ kind: 'geo', spec: SPECS.place, ...value }) as const),
  ];
  const stored = {
    id: sample.id,
    routing: seqNo % 2 === 0 ? undefined : `r${seqNo}`,
    source: utf8(JSON.stringify(sample.body)),
    fields: seqNo % 3 === 0 ? { __proto__x: [1, 'a', null], count: [...sample.count] } : undefined,
  };
  return { stored, fields, version: seqNo + 1, seqNo, primaryTerm: 1 };
}

/** A document as an index returns it. Terms map to their positions, or to a count. */
export interface DocDump {
  readonly stored: unknown;
  readonly body: Record<string, number[]>;
  readonly title: Record<string, number>;
  readonly tag: string[];
  readonly norms: [number, number];
  readonly tagColumn: string[];
  readonly group: string[];
  readonly count: bigint[];
  readonly price: number[];
  readonly place: [number, number][];
  readonly seqNo: number[];
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const distinct = (values: readonly string[]) => [...new Set(values)].sort(byBytes);

export function expectedDump(sample: SampleDocument, seqNo: number): DocDump {
  const body: Record<string, number[]> = {};
  const title: Record<string, number> = {};
  return {
    stored: toIndexable(sample, seqNo).stored,
    body,
    title,
    norms: [
      invert(sample.body, (term, position) => {
        body[term] = [...(body[term] ?? []), position];
      }),
      invert(sample.title, (term) => {
        title[term] = (title[term] ?? 0) + 1;
      }),
    ],
    tag: distinct(sample.tag),
    tagColumn: distinct(sample.tag),
    group: distinct(sample.group),
    count: sample.count.map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    price: [...sample.price].sort((a, b) => a - b),
    place: sample.place
      .map(({ lat, lon }): [number, number] => [encodeLatitude(lat), encodeLongitude(lon)])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .map(([lat, lon]) => [(lat * 180) / 2 ** 32, (lon * 360) / 2 ** 32]),
    seqNo: [seqNo],
  };
}

/** Visits the terms with their positions, and returns the encoded length. */
function invert(
  values: readonly string[],
  visit: (term: string, position: number) => void,
): number {
  let position = -1;
  let length = 0;
  for (const value of values) {
    const { tokens, trailingIncrement } = analyzeWords(value);
    for (const token of tokens) {
      position += token.positionIncrement;
      if (token.positionIncrement > 0) length++;
      visit(token.term, position);
    }
    position += trailingIncrement + GAP;
  }
  return encodeFieldLength(length) || (values.length > 0 ? NO_TOKENS : 0);
}

/** The live documents of the segments, in order. */
export function dumpDocs(segments: readonly SegmentReader[]): DocDump[] {
  return segments.flatMap((segment) => {
    const body = invertedDump(segment, 'body');
    const title = invertedDump(segment, 'title');
    const tag = invertedDump(segment, 'tag');
    const dumps: DocDump[] = [];
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      if (segment.liveDocs !== null && !hasBit(segment.liveDocs, doc)) continue;
      dumps.push({
        stored: plainStored(segment, doc),
        body: Object.fromEntries(body[doc] as Map<string, number[]>),
        title: Object.fromEntries(
          [...(title[doc] ?? [])].map(([term, hits]) => [term, hits.length]),
        ),
        tag: [...(tag[doc]?.keys() ?? [])],
        norms: [segment.norms('body')?.[doc] ?? 0, segment.norms('title')?.[doc] ?? 0],
        tagColumn: ordinalDump(segment, 'tag', doc),
        group: ordinalDump(segment, 'group', doc),
        count: numberDump(segment, 'count', doc, (column, i) => column.exact(doc, i)),
        price: numberDump(segment, 'price', doc, (column, i) => column.value(doc, i)),
        seqNo: numberDump(segment, '_seq_no', doc, (column, i) => column.value(doc, i)),
        place: placeDump(segment, doc),
      });
    }
    return dumps;
  });
}

function plainStored(segment: SegmentReader, doc: number): unknown {
  const { source, ...rest } = segment.stored(doc);
  return { ...rest, source: source === undefined ? undefined : new Uint8Array(source) };
}

/** The terms of each document in order with their positions (all -1 without positions). */
function invertedDump(segment: SegmentReader, field: string): Map<string, number[]>[] {
  const docs = Array.from({ length: segment.maxDoc }, () => new Map<string, number[]>());
  const terms = segment.terms(field);
  for (let ordinal = 0; ordinal < (terms?.size ?? 0); ordinal++) {
    if (terms === undefined) continue;
    const term = utf8Decode(terms.term(ordinal));
    const postings = terms.postings(ordinal, terms.hasPositions ? 'positions' : 'freqs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      const hits = Array.from({ length: postings.freq() }, () => postings.nextPosition());
      docs[doc].set(term, hits);
    }
  }
  return docs;
}

function ordinalDump(segment: SegmentReader, field: string, doc: number): string[] {
  const column = segment.ordinals(field);
  if (column === undefined) return [];
  return Array.from({ length: column.valueCount(doc) }, (_, i) =>
    utf8Decode(column.term(column.ordinal(doc, i))),
  );
}

function numberDump<T>(
  segment: SegmentReader,
  field: string,
  doc: number,
  read: (column: NonNullable<ReturnType<SegmentReader['numbers']>>, i: number) => T,
): T[] {
  const column = segment.numbers(field);
  if (column === undefined) return [];
  return Array.from({ length: column.valueCount(doc) }, (_, i) => read(column, i));
}

function placeDump(segment: SegmentReader, doc: number): [number, number][] {
  const column = segment.geo('place');
  if (column === undefined) return [];
  return Array.from({ length: column.valueCount(doc) }, (_, i) => [
    column.lat(doc, i),
    column.lon(doc, i),
  ]);
}

/** All data of a segment that is not per document: dictionaries, statistics, points. */
export function dumpStatistics(segment: SegmentReader): unknown {
  const fields = [...segment.fields()].map(({ name }) => name).sort();
  return fields.map((name) => {
    const terms = segment.terms(name);
    const points = segment.points(name);
    const pointDocs: number[] = [];
    points?.visitRange(-Infinity, Infinity, (doc) => pointDocs.push(doc));
    return {
      spec: segment.field(name),
      terms:
        terms &&
        Array.from({ length: terms.size }, (_, i) => [
          utf8Decode(terms.term(i)),
          terms.docFreq(i),
          terms.totalTermFreq(i),
        ]),
      totals: terms && [terms.docCount, terms.sumDocFreq, terms.sumTotalTermFreq],
      points: points && [points.count, points.docCount, pointDocs],
      range: [segment.numbers(name)?.min, segment.numbers(name)?.max],
      cardinality: segment.ordinals(name)?.cardinality,
    };
  });
}
