/** Tests that profiled searches find the same, and what their profiles tell. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { booleanQuery } from '../queries/boolean.js';
import { matchAllQuery } from '../queries/match_all.js';
import { matchNoneQuery } from '../queries/match_none.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import { type MemoryDocument, memorySegment } from '../testing/memory_segment.js';
import { naiveIndex, naiveQuery } from '../testing/naive_query.js';
import { type QueryProfile, QueryProfiler } from './query_profiler.js';

/** A clock that advances by a millisecond with each reading. */
function ticking(): () => number {
  let looks = 0;
  return () => looks++;
}

const segmentsOf = (index: readonly (readonly MemoryDocument[])[]) =>
  index.map((docs, i) => memorySegment(`_${i}`, docs));

test('profiled searches find what others find', () => {
  fc.assert(
    fc.property(naiveIndex, naiveQuery, fc.nat(6), fc.nat(10), (index, { query }, size, least) => {
      const options = { size, totalHitsThreshold: least };
      const plain = createSearcher(segmentsOf(index));
      const profiler = new QueryProfiler(ticking());
      const profiled = createSearcher(segmentsOf(index), { profiler });
      expect(profiled.topDocs(query, options)).toEqual(plain.topDocs(query, options));
      expect(profiled.count(query)).toBe(plain.count(query));
    }),
    { numRuns: 200 },
  );
});

const DOCS = [['a', 'b'], ['a'], ['b', 'c'], ['a', 'b', 'c'], ['d']].map((text) => ({ text }));
const term = (word: string) => termQuery('text', utf8(word));

function profileOf(query: Query) {
  const profiler = new QueryProfiler(ticking());
  const searcher = createSearcher(segmentsOf([DOCS.slice(0, 3), DOCS.slice(3)]), { profiler });
  const search = () => searcher.topDocs(query, { size: 10, totalHitsThreshold: 10 }).hits.length;
  return { profiler, search };
}

const shapeOf = ({ type, description, children }: QueryProfile): unknown => [
  type,
  description,
  ...children.map(shapeOf),
];

test('a profile is a tree of the queries as they were rewritten, with the count of each step', () => {
  const query = booleanQuery({ must: [term('a')], should: [term('b')], mustNot: [term('c')] });
  const { profiler, search } = profileOf(query);
  expect(search()).toBe(2);
  const [profile, ...others] = profiler.profiles();
  expect(others).toEqual([]);
  expect(profile && shapeOf(profile)).toEqual([
    'BooleanQuery',
    '+text:a text:b -text:c',
    ['TermQuery', 'text:a'],
    ['TermQuery', 'text:b'],
    ['TermQuery', 'text:c'],
  ]);
  expect(profile?.breakdown).toMatchObject({
    create_weight_count: 1,
    build_scorer_count: 4,
    score_count: 2,
  });
  const [must] = profile?.children ?? [];
  expect(must?.breakdown).toMatchObject({ create_weight_count: 1, score_count: 2 });
});

test('a query that runs again has one node, in which the counts continue', () => {
  const { profiler, search } = profileOf(term('a'));
  search();
  const [once] = profiler.profiles();
  search();
  const [twice, ...others] = profiler.profiles();
  expect(others).toEqual([]);
  expect(once?.breakdown).toMatchObject({ create_weight_count: 1, score_count: 3 });
  expect(twice?.breakdown).toMatchObject({ create_weight_count: 1, score_count: 6 });
});

test('every step takes its time, and the outermost queries have the time of all', () => {
  const { profiler, search } = profileOf(booleanQuery({ must: [term('a'), term('b')] }));
  search();
  const [profile] = profiler.profiles();
  const { nanos = 0, breakdown = {}, children = [] } = profile ?? {};
  const steps = Object.entries(breakdown).filter(([name]) => !name.endsWith('_count'));
  expect(steps.reduce((sum, [, value]) => sum + value, 0)).toBe(nanos);
  expect(profiler.nanos).toBe(nanos);
  expect(nanos).toBeGreaterThan(children.reduce((sum, child) => sum + child.nanos, 0));
  // Read once before and once after all of the rewriting.
  expect(profiler.rewriteNanos).toBe(1e6);
});

test('a query that matches nothing in a segment has no scorer there', () => {
  const { profiler, search } = profileOf(term('d'));
  expect(search()).toBe(1);
  expect(profiler.profiles()[0]?.breakdown).toMatchObject({
    build_scorer_count: 3,
    score_count: 1,
  });
  const none = profileOf(matchNoneQuery('test'));
  expect(none.search()).toBe(0);
  expect(none.profiler.profiles().map(shapeOf)).toEqual([
    ['MatchNoDocsQuery', 'MatchNoDocsQuery("test")'],
  ]);
  const all = profileOf(matchAllQuery());
  expect(all.search()).toBe(5);
  expect(all.profiler.profiles().map(shapeOf)).toEqual([['MatchAllDocsQuery', '*:*']]);
});
