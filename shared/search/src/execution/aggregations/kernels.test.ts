/** Compares counts and sums of kernels with values computed row by row. */

import { type JsonObject, stringifyJson } from '@skein/content';
import { BlockKernels, Kernels } from '@skein/search_library';
import fc from 'fast-check';
import { aggregated } from '../../testing/aggregated.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  k: 'keyword',
  ip: 'ip',
  n: 'long',
  b: 'boolean',
  t: 'date',
  x: 'double',
});
const HOUR = 3_600_000;
/** A time shortly before a clock change in Berlin. */
const T0 = Date.UTC(2024, 2, 29, 20);

const document = (isWhole: boolean) =>
  fc.record(
    {
      k: fc.integer({ min: 0, max: 5 }).map((n) => `k${n}`),
      ip: fc.integer({ min: 1, max: 3 }).map((n) => `10.0.0.${n}`),
      n: fc.integer({ min: -70_000, max: 70_000 }),
      b: fc.boolean(),
      t: fc.integer({ min: 0, max: 160 }).map((half) => T0 + (half * HOUR) / 2),
      x: fc.integer({ min: -9, max: 9 }).map((quarter) => quarter / 4),
      _doc_count: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: isWhole ? ['k', 'ip', 'n', 'b', 't', 'x'] : [] },
  );
const documents = fc
  .boolean()
  .chain((isWhole) => fc.array(document(isWhole), { minLength: 1, maxLength: 60 }));

const inner = fc.constantFrom<JsonObject>(
  {},
  { aggs: { s: { sum: { field: 'n' } }, a: { avg: { field: 'x' } } } },
  { aggs: { m: { terms: { field: 'ip' }, aggs: { s: { stats: { field: 'n' } } } } } },
  { aggs: { d: { date_histogram: { field: 't', fixed_interval: '5h' } } } },
);
const outer = fc.constantFrom<JsonObject>(
  { terms: { field: 'k', size: 20 } },
  { terms: { field: 'b' } },
  { date_histogram: { field: 't', calendar_interval: 'day', time_zone: 'Europe/Berlin' } },
  { date_histogram: { field: 't', fixed_interval: '7h', offset: '2h' } },
  { date_histogram: { field: 't', calendar_interval: 'month', min_doc_count: 1 } },
  {
    date_histogram: {
      field: 't',
      fixed_interval: '1d',
      hard_bounds: { min: T0 + 24 * HOUR, max: T0 + 48 * HOUR },
    },
  },
  { histogram: { field: 'n', interval: 5000, offset: 3, min_doc_count: 1 } },
  { histogram: { field: 'n', interval: 10, min_doc_count: 1 } },
  { histogram: { field: 'n', interval: 2500.5, min_doc_count: 1 } },
  { histogram: { field: 'x', interval: 0.5 } },
  { auto_date_histogram: { field: 't', buckets: 7 } },
  {
    composite: {
      size: 20,
      sources: [{ d: { date_histogram: { field: 't', fixed_interval: '9h' } } }],
    },
  },
);
const query = fc.constantFrom<JsonObject>(
  { match_all: {} },
  { range: { n: { gte: -10_000 } } },
  { term: { b: true } },
);

const answered = (index: TestIndex, body: JsonObject): string =>
  stringifyJson(aggregated(index, body));

test('every answer is the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        docs: documents,
        segmentDocs: fc.integer({ min: 7, max: 60 }),
        around: outer,
        child: inner,
        asked: query,
      }),
      ({ docs, segmentDocs, around, child, asked }) => {
        const options = { mapping, documents: docs, segmentDocs };
        const kernels = new Kernels({ minDocs: 0 });
        const body = {
          query: asked,
          aggs: {
            a: { ...around, ...child },
            f: { filter: asked, aggs: { b: { ...around, ...child } } },
          },
        };
        const top = 'composite' in around ? { ...body, aggs: { a: body.aggs.a } } : body;
        expect(answered(new TestIndex({ ...options, kernels }), top)).toBe(
          answered(new TestIndex(options), top),
        );
      },
    ),
    { numRuns: 250 },
  );
});

test('they are at work where segments are large enough for them', () => {
  const kernels = new Kernels({ minDocs: 0 });
  const over = jest.spyOn(kernels, 'over');
  const all = [
    { k: 'a', t: T0 },
    { k: 'b', t: T0 + HOUR },
  ];
  const index = new TestIndex({ mapping, documents: all, segmentDocs: 2, kernels });
  const aggs = {
    d: {
      date_histogram: { field: 't', fixed_interval: '1h' },
      aggs: { k: { terms: { field: 'k' } } },
    },
  };
  answered(index, { aggs });
  expect(over.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test.each([200, 400, 66_000])(
  'terms of a column of %i values, which some documents lack',
  (values) => {
    const documents = Array.from({ length: values + 10 }, (_none, i) =>
      i < values ? { k: `k${100_000 + i}`, n: i } : { n: -i },
    );
    const index = new TestIndex({ mapping, documents, segmentDocs: documents.length });
    const found = answered(index, {
      aggs: {
        all: { value_count: { field: 'k' } },
        k: {
          terms: { field: 'k', size: 2, order: { _key: 'asc' }, include: ['k100000', 'k100002'] },
        },
        top: {
          terms: { field: 'k', size: 1, order: { n: 'desc' } },
          aggs: { n: { max: { field: 'n' } } },
        },
        several: { terms: { field: 'k', missing: 'none', size: 1 } },
      },
    });
    expect(JSON.parse(found)).toMatchObject({
      all: { value: values },
      k: {
        buckets: [
          { key: 'k100000', doc_count: 1 },
          { key: 'k100002', doc_count: 1 },
        ],
      },
      top: {
        sum_other_doc_count: values - 1,
        buckets: [{ key: `k${99_999 + values}`, doc_count: 1, n: { value: values - 1 } }],
      },
      several: { sum_other_doc_count: values, buckets: [{ key: 'none', doc_count: 10 }] },
    });
  },
);

test.each(['assign', 'assignSteps'] as const)(
  'blocks that %s declines are found row by row',
  (way) => {
    const declined = jest.spyOn(BlockKernels.prototype, way).mockReturnValue(undefined);
    const all = Array.from({ length: 50 }, (_, i) => ({ k: `k${i % 7}`, n: i, t: T0 + i * HOUR }));
    const options = { mapping, documents: all, segmentDocs: 50 };
    const terms = { terms: { field: 'k' }, aggs: { s: { sum: { field: 'n' } } } };
    const date_histogram = { field: 't', fixed_interval: '5h' };
    const aggs = { t: { date_histogram, aggs: { k: terms } }, k: terms };
    const body = { query: { range: { n: { gte: 5 } } }, aggs };
    const kernels = new Kernels({ minDocs: 0 });
    const found = answered(new TestIndex({ ...options, kernels }), body);
    expect(declined).toHaveBeenCalled();
    expect(found).toBe(answered(new TestIndex(options), body));
    declined.mockRestore();
  },
);
