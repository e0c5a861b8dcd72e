import { utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { matchAllQuery } from '../queries/match_all.js';
import { termQuery } from '../queries/term.js';
import type { FieldDoc, SortField, SortValue } from '../results.js';
import { type MemoryDocument, memorySegment } from '../testing/memory_segment.js';
import { naiveIndex, naiveQuery } from '../testing/naive_query.js';
import { compareSortValues } from './value_order.js';

const ALL = { size: 1000, totalHitsThreshold: Number.POSITIVE_INFINITY, trackScores: false };

const searcherOf = (index: readonly (readonly MemoryDocument[])[]) =>
  createSearcher(index.map((docs, i) => memorySegment(`_${i}`, docs)));

const missing = fc.constantFrom('first' as const, 'last' as const);

const sortField: fc.Arbitrary<SortField> = fc.oneof(
  fc.record({ kind: fc.constant('score' as const), reverse: fc.boolean() }),
  fc.record({
    kind: fc.constant('number' as const),
    field: fc.constant('n'),
    integral: fc.constant(true),
    reverse: fc.boolean(),
    mode: fc.constantFrom('min' as const, 'max' as const),
    missing: fc.oneof(missing, fc.constantFrom(1, 2n ** 53n + 1n)),
  }),
  fc.record({
    kind: fc.constant('ordinal' as const),
    field: fc.constant('tag'),
    reverse: fc.boolean(),
    mode: fc.constantFrom('min' as const, 'max' as const),
    missing: fc.oneof(missing, fc.constantFrom('aa', 'b', 'zz').map(utf8)),
  }),
);

const order = (values: readonly (number | bigint | string)[]) =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** The sort value of a document, computed without columns. */
function naiveValue(field: SortField, doc: MemoryDocument, score: number): SortValue {
  if (field.kind === 'score') return score;
  if (field.kind !== 'number' && field.kind !== 'ordinal') return 0;
  const values: (number | bigint | string)[] = order(
    field.kind === 'number' ? (doc.n ?? []) : (doc.tag ?? []),
  );
  const value = field.mode === 'min' ? values[0] : values.at(-1);
  if (value === undefined) {
    return field.missing === 'first' || field.missing === 'last' ? null : field.missing;
  }
  return typeof value === 'string' ? utf8(value) : value;
}

const comparable = (hit: FieldDoc) => ({
  doc: hit.doc,
  sort: hit.sort.map((value) =>
    value instanceof Uint8Array ? utf8Decode(value) : value === null ? null : Number(value),
  ),
});

test('the order is that of a naive sort, and pages joined are the whole', () => {
  fc.assert(
    fc.property(
      naiveIndex,
      naiveQuery,
      fc.array(sortField, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 8 }),
      (index, { query }, keys, size) => {
        const searcher = searcherOf(index);
        const docs = index.flat();
        const matching = searcher.topDocs(query, ALL).hits;
        const sort: SortField[] = [...keys, { kind: 'doc', reverse: false }];
        const expected = matching
          .map(({ doc, score }) => ({
            doc,
            score,
            sort: sort.map((key) =>
              key.kind === 'doc' ? doc : naiveValue(key, docs[doc] as MemoryDocument, score),
            ),
          }))
          .sort((a, b) => {
            const orders = sort.map((key, i) =>
              compareSortValues(key, a.sort[i] as SortValue, b.sort[i] as SortValue),
            );
            return orders.find((one) => one !== 0) ?? 0;
          });
        const found = searcher.topFieldDocs(query, { ...ALL, sort });
        expect(found.hits.map(comparable)).toEqual(expected.map(comparable));
        expect(found.total.value).toBe(expected.length);

        const paged: FieldDoc[] = [];
        for (;;) {
          const after = paged.at(-1)?.sort;
          const page = searcher.topFieldDocs(query, { ...ALL, size, sort, after });
          if (page.hits.length === 0) break;
          paged.push(...page.hits);
        }
        expect(paged.map(comparable)).toEqual(expected.map(comparable));
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  ['min', 1],
  ['max', 8],
  ['sum', 11],
  ['avg', 4],
  ['median', 2],
] as const)('mode %s of [1, 2, 8]', (mode, expected) => {
  const searcher = searcherOf([[{ n: [8, 1, 2] }]]);
  const sort = [
    { kind: 'number', field: 'n', integral: true, reverse: false, mode, missing: 'last' },
  ] as const;
  expect(searcher.topFieldDocs(matchAllQuery(), { ...ALL, sort }).hits[0]?.sort).toEqual([
    expected,
  ]);
});

test('longs beyond 2^53 keep their order and value', () => {
  const big = 2n ** 53n;
  const searcher = searcherOf([[{ n: [big + 1n] }, { n: [big] }], [{ n: [5] }]]);
  const sort = [
    { kind: 'number', field: 'n', integral: true, reverse: true, mode: 'min', missing: 'last' },
  ] as const;
  const { hits } = searcher.topFieldDocs(matchAllQuery(), { ...ALL, sort });
  expect(hits.map(({ doc }) => doc)).toEqual([0, 1, 2]);
  expect(hits[0]?.sort).toEqual([big + 1n]);
  const next = searcher.topFieldDocs(matchAllQuery(), { ...ALL, sort, after: [big + 1n] });
  expect(next.hits.map(({ doc }) => doc)).toEqual([1, 2]);
});

test('the greatest long, which OpenSearch shows for a missing value, comes after none', () => {
  const searcher = searcherOf([[{}, { n: [1] }]]);
  const sort = [
    { kind: 'number', field: 'n', integral: true, reverse: false, mode: 'min', missing: 'last' },
  ] as const;
  const after = [2n ** 63n - 1n];
  expect(searcher.topFieldDocs(matchAllQuery(), { ...ALL, sort, after }).hits).toEqual([]);
});

test('terminateAfter ends the search, minScore keeps hits out of the count', () => {
  const searcher = searcherOf([
    [{ text: ['a'] }, { text: ['a', 'a', 'a'] }],
    [{ text: ['a', 'b'] }],
  ]);
  const query = termQuery('text', utf8('a'));
  const ended = searcher.topDocs(query, { ...ALL, terminateAfter: 2 });
  expect(ended).toMatchObject({ total: { value: 2, relation: 'eq' }, terminatedEarly: true });
  const whole = searcher.topDocs(query, { ...ALL, terminateAfter: 3 });
  expect(whole).toMatchObject({ total: { value: 3, relation: 'eq' }, terminatedEarly: false });
  const best = whole.maxScore;
  const good = searcher.topDocs(query, { ...ALL, minScore: best });
  expect(good.total.value).toBe(good.hits.length);
  expect(good.hits.length).toBeLessThan(3);
  expect(good.hits.length).toBeGreaterThan(0);
});

test('a cancelled search stops within 1,024 documents', () => {
  const docs = Array.from({ length: 5000 }, () => ({ text: ['a'] }));
  let calls = 0;
  const checkCancelled = (): void => {
    if (++calls > 2) throw new RangeError('cancelled');
  };
  const searcher = createSearcher([memorySegment('_0', docs)], { checkCancelled });
  const sort = [{ kind: 'doc', reverse: false }] as const;
  expect(() => searcher.topFieldDocs(matchAllQuery(), { ...ALL, sort })).toThrow('cancelled');
  expect(calls).toBe(3);
});
