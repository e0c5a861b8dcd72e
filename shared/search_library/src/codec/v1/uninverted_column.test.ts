/** Compares columns that are made from postings with the words of the documents. */
import { utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { OrdinalColumn, SegmentReader, Uninverting } from '../../index/segment_reader.js';
import { EMPTY_SAMPLE, toIndexable } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';

const ALL: Uninverting = { min: 0, max: Number.POSITIVE_INFINITY, minSegmentSize: 0 };

function segmentOf(docs: readonly (readonly string[])[]): SegmentReader {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  docs.forEach((words, i) => {
    writer.addDocument(toIndexable({ ...EMPTY_SAMPLE, id: String(i), body: [words.join(' ')] }, i));
  });
  writer.refresh();
  const [segment] = openSegments(writer.snapshot(), directory);
  if (segment === undefined) throw new Error('there are no documents');
  return segment;
}

function columnOf(docs: readonly (readonly string[])[], making = ALL): OrdinalColumn {
  const column = segmentOf(docs).ordinals('body', making);
  if (column === undefined) throw new Error('the column cannot be made');
  return column;
}

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort();

function expectWords(column: OrdinalColumn, docs: readonly (readonly string[])[]): void {
  const terms = sorted(docs.flat());
  expect(column.cardinality).toBe(terms.length);
  expect(terms.map((_term, ordinal) => utf8Decode(column.term(ordinal)))).toEqual(terms);
  expect(terms.map((term) => column.find(utf8(term)))).toEqual([...terms.keys()]);
  docs.forEach((words, doc) => {
    const wanted = sorted(words);
    expect(column.has(doc)).toBe(wanted.length > 0);
    expect(column.valueCount(doc)).toBe(wanted.length);
    const found = wanted.map((_word, i) => utf8Decode(column.term(column.ordinal(doc, i))));
    expect(found).toEqual(wanted);
  });
}

const words = fc.constantFrom('b', 'd', 'f', 'h', 'j');

test('every word of a document, with one word a document or more', () => {
  const many = fc.array(fc.array(words, { maxLength: 4 }), { minLength: 1, maxLength: 20 });
  const one = fc.array(fc.array(words, { maxLength: 1 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(many, one), (docs) => {
      fc.pre(docs.flat().length > 0);
      const column = columnOf(docs);
      expectWords(column, docs);
      const isSingle = docs.every((each) => sorted(each).length <= 1);
      expect(column.slots !== undefined).toBe(isSingle);
    }),
  );
});

test.each([254, 255, 256, 65_534, 65_535, 65_536])('%i different words', (count) => {
  const all = Array.from({ length: count }, (_, i) => `w${i}`);
  expectWords(columnOf([all, all.slice(-1), []]), [all, all.slice(-1), []]);
  if (count < 1000) {
    const apart = all.map((word) => [word]);
    expectWords(columnOf(apart), apart);
  }
});

/** Words by the number of documents that have them, of four documents with words. */
const DOCS = [
  ['four', 'three', 'two', 'one'],
  ['four', 'three', 'two'],
  ['four', 'three'],
  ['four'],
];

test.each<[string, Partial<Uninverting>, string[]]>([
  ['two documents or more', { min: 2 }, ['four', 'three', 'two']],
  ['half of the documents or more', { min: 0.5 }, ['four', 'three', 'two']],
  ['a little more than half', { min: 0.75 }, ['four', 'three']],
  ['at most three documents', { max: 3 }, ['one', 'three', 'two']],
  ['at most half of the documents', { max: 0.5 }, ['one', 'two']],
  ['all documents at most', { max: 1 }, ['four', 'one', 'three', 'two']],
  ['between', { min: 2, max: 3 }, ['three', 'two']],
  ['no word', { min: 3, max: 2 }, []],
  ['a segment of the least size', { min: 2, max: 3, minSegmentSize: 4 }, ['three', 'two']],
  ['a smaller segment', { min: 2, max: 3, minSegmentSize: 5 }, ['four', 'one', 'three', 'two']],
])('only words of some frequency: %s', (_name, bounds, kept) => {
  const docs = [...DOCS, []];
  const column = columnOf(docs, { ...ALL, ...bounds });
  const left = docs.map((each) => each.filter((word) => kept.includes(word)));
  expectWords(column, left);
  const visited: string[] = [];
  column.visitTerms?.(Uint32Array.from(kept.keys()), (bytes, length) => {
    visited.push(utf8Decode(bytes.subarray(0, length)));
  });
  expect(visited).toEqual(kept);
});

test('a word that the column lacks is found where it would be', () => {
  const whole = columnOf([['b', 'd']]);
  expect(['a', 'c', 'e'].map((word) => whole.find(utf8(word)))).toEqual([-1, -2, -3]);
  const partial = columnOf(DOCS, { ...ALL, min: 2, max: 3 });
  expect(['a', 'four', 'tide', 'two', 'zoo'].map((word) => partial.find(utf8(word)))).toEqual([
    -1, -1, -2, 1, -3,
  ]);
});
