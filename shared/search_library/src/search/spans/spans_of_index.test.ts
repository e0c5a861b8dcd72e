/** Compares span and interval queries over an index with a look at the words of each document. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { intervalQuery } from '../intervals/interval_query.js';
import {
  anyOfIntervals,
  maxGapsIntervals,
  orderedIntervalsOf,
  termIntervals,
  unorderedIntervalsOf,
} from '../intervals/sources.js';
import type { Query } from '../query.js';
import { memorySegment } from '../testing/memory_segment.js';
import { spanFirstQuery, spanNearQuery, spanNotQuery, spanOrQuery } from './compounds.js';
import { spanTermQuery } from './leaves.js';

type Words = readonly string[];

const docs = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 }),
  { minLength: 1, maxLength: 10 },
);

function found(all: readonly Words[], query: Query): number[] {
  const searcher = createSearcher([
    memorySegment(
      '_0',
      all.map((text) => ({ text })),
    ),
  ]);
  return searcher
    .topDocs(query, { size: 100, totalHitsThreshold: 100 })
    .hits.map(({ doc }) => doc)
    .sort((x, y) => x - y);
}

const span = (word: string) => spanTermQuery('text', utf8(word));
const interval = (word: string) => termIntervals(utf8(word), word);

/** The pairs of places of two words. */
const pairs = (words: Words, first: string, second: string): readonly (readonly number[])[] =>
  words.flatMap((one, i) =>
    words.flatMap((other, k) => (one === first && other === second ? [[i, k]] : [])),
  );

const inOrder = (words: Words, slop: number): boolean =>
  pairs(words, 'a', 'b').some(([i, k]) => k > i && k - i - 1 <= slop);
const inAnyOrder = (words: Words, slop: number): boolean =>
  pairs(words, 'a', 'b').some(([i, k]) => Math.abs(k - i) - 1 <= slop);

type Case = readonly [string, (n: number) => Query, (words: Words, n: number) => boolean];

const CASES: readonly Case[] = [
  ['a term', () => span('a'), (words) => words.includes('a')],
  [
    'near in order',
    (slop) => spanNearQuery([span('a'), span('b')], { slop, inOrder: true }),
    inOrder,
  ],
  [
    'near in any order',
    (slop) => spanNearQuery([span('a'), span('b')], { slop, inOrder: false }),
    inAnyOrder,
  ],
  [
    'either',
    () => spanOrQuery([span('a'), span('b')]),
    (words) => words.includes('a') || words.includes('b'),
  ],
  [
    'at the beginning',
    (end) => spanFirstQuery(span('a'), end),
    (words, end) => words.slice(0, end).includes('a'),
  ],
  [
    'not near another',
    (near) => spanNotQuery(span('a'), span('b'), { pre: near, post: near }),
    (words, near) =>
      words.some(
        (word, i) =>
          word === 'a' && !words.slice(Math.max(0, i - near), i + near + 1).includes('b'),
      ),
  ],
  [
    'intervals in order',
    (gaps) =>
      intervalQuery(
        'text',
        maxGapsIntervals(gaps, orderedIntervalsOf([interval('a'), interval('b')])),
      ),
    inOrder,
  ],
  [
    'intervals in any order',
    (gaps) =>
      intervalQuery(
        'text',
        maxGapsIntervals(gaps, unorderedIntervalsOf([interval('a'), interval('b')])),
      ),
    inAnyOrder,
  ],
  [
    'intervals of a word that is given twice',
    () =>
      intervalQuery('text', unorderedIntervalsOf([interval('a'), interval('b'), interval('a')])),
    (words) => words.filter((word) => word === 'a').length >= 2 && words.includes('b'),
  ],
  [
    'any interval',
    () => intervalQuery('text', anyOfIntervals([interval('a'), interval('b')])),
    (words) => words.includes('a') || words.includes('b'),
  ],
];

test.each(CASES)('%s', (_name, query, matches) => {
  fc.assert(
    fc.property(docs, fc.nat(5), (all, n) => {
      const expected = all.flatMap((words, doc) => (matches(words, n) ? [doc] : []));
      expect(found(all, query(n))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('a field without positions is refused', () => {
  const all = [memorySegment('_0', [{ tag: ['a'], text: ['a'] }])];
  const searcher = createSearcher(all);
  const search = (query: Query) => searcher.topDocs(query, { size: 1, totalHitsThreshold: 1 });
  expect(() => search(spanTermQuery('tag', utf8('a')))).toThrow(
    'field "tag" was indexed without position data; cannot run SpanTermQuery (term=a)',
  );
  expect(() => search(intervalQuery('tag', interval('a')))).toThrow(
    'Cannot create an IntervalIterator over field tag because it has no indexed positions',
  );
  expect(search(spanTermQuery('none', utf8('a'))).hits).toEqual([]);
  expect(search(spanTermQuery('text', utf8('b'))).hits).toEqual([]);
});
