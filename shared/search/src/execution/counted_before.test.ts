/**
 * Fields whose values stand for many: `histogram`, `aggregate_metric_double`, `counted_keyword`.
 * Elasticsearch defines their results:
 * https://www.elastic.co/guide/en/elasticsearch/reference/8.15/histogram.html,
 * aggregate-metric-double.html and its YAML tests of the three.
 */
import type { JsonObject } from '@skein/content';
import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';

function build(type: JsonObject, documents: readonly JsonObject[]): TestIndex {
  return new TestIndex({ mapping: { properties: { f: type } }, documents });
}

const aggregated = (index: TestIndex, aggs: JsonObject, query: JsonObject = { match_all: {} }) =>
  index.answer({ size: 0, query, aggs });

describe('histogram', () => {
  const spread = Array.from({ length: 5000 }, (_, i) => i);
  const index = build({ type: 'histogram' }, [
    { f: { values: [1, 2, 2, 5.5], counts: [2, 1, 1, 0] } },
    { f: { values: spread, counts: spread.map(() => 3) }, _doc_count: 7 },
    { f: { values: [], counts: [] } },
    { f: null },
    {},
  ]);

  it('is there however many values it has', () => {
    expect(index.matches({ exists: { field: 'f' } })).toEqual(['1', '2', '3']);
    const answer = aggregated(index, {
      count: { value_count: { field: 'f' } },
      sum: { sum: { field: 'f' } },
      avg: { avg: { field: 'f' } },
      max: { max: { field: 'f' } },
      ranks: { percentile_ranks: { field: 'f', values: [2499], keyed: false } },
      box: { boxplot: { field: 'f' } },
    });
    const total = 3 * 12_497_500 + 6;
    expect(answer).toMatchObject({
      aggregations: {
        count: { value: 15_004 },
        sum: { value: total },
        avg: { value: total / 15_004 },
        max: { value: 4999 },
        ranks: { values: [{ key: 2499, value: expect.closeTo(50, 0) }] },
        box: { min: 0, max: 4999 },
      },
    });
  });

  it('is in buckets as often as its values come, whatever the documents stand for', () => {
    const first = { ids: { values: ['1', '2'] } };
    const aggs = { steps: { histogram: { field: 'f', interval: 2500, min_doc_count: 1 } } };
    expect(aggregated(index, aggs, first)).toMatchObject({
      aggregations: {
        steps: {
          buckets: [
            { key: 0, doc_count: 7504 },
            { key: 2500, doc_count: 7500 },
          ],
        },
      },
    });
  });

  it.each<[string, JsonObject, string]>([
    [
      'terms',
      { field: 'f' },
      'Field [f] of type [histogram] is not supported for aggregation [terms]',
    ],
    [
      'stats',
      { field: 'f' },
      'Field [f] of type [histogram] is not supported for aggregation [stats]',
    ],
    [
      'sum',
      { field: 'f', missing: 1 },
      "Can't apply missing values on a value source of type [histogram]",
    ],
    [
      'sum',
      { field: 'f', format: '0.0' },
      'Field [f] of type [histogram] does not support custom formats',
    ],
    [
      'sum',
      { field: 'f', script: '_value' },
      'value source of type [histogram] is not supported by scripts',
    ],
  ])('%s %j', (type, options, reason) => {
    expect(refusal(() => index.part({ aggs: { a: { [type]: options } } }))).toBe(reason);
  });

  it.each([
    ['histogram', { interval: 1 }, 'Histogram'],
    ['range', { ranges: [{ to: 1 }] }, 'Range'],
  ])('has nothing inside a %s', (type, options, called) => {
    const aggs = {
      a: { [type]: { field: 'f', ...options }, aggs: { b: { max: { field: 'f' } } } },
    };
    const reason = `${called} aggregation on histogram fields does not support sub-aggregations`;
    expect(refusal(() => index.part({ aggs }))).toBe(reason);
  });

  it('is not searched, sorted by or read', () => {
    const term = { query: { term: { f: 1 } } };
    expect(refusal(() => index.search(term))).toContain(
      '[histogram] field do not support searching, use dedicated aggregations instead: [f]',
    );
    expect(refusal(() => index.search({ sort: ['f'] }))).toBe(
      "can't sort on the [histogram] field",
    );
  });

  it.each<[unknown, string]>([
    [1, 'Failed to parse object: expecting token of type [START_OBJECT] but found [VALUE_NUMBER]'],
    [
      { values: [2, 1], counts: [1, 1] },
      'error parsing field [f], [values] values must be in increasing order, got [1.0] but previous value was [2.0]',
    ],
    [{ values: [1] }, 'error parsing field [f], expected field called [counts]'],
    [{ counts: [1] }, 'error parsing field [f], expected field called [values]'],
    [
      { values: [1], counts: [1, 2] },
      'error parsing field [f], expected same length from [values] and [counts] but got [1 != 2]',
    ],
    [
      { values: [1], counts: [-1] },
      'error parsing field [f], [counts] elements must be >= 0 but got -1',
    ],
    [
      { values: [1], counts: [1], hello: [1] },
      'error parsing field [f], with unknown parameter [hello]',
    ],
    [
      { values: ['a'], counts: [1] },
      'Failed to parse object: expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]',
    ],
    [
      [
        { values: [1], counts: [1] },
        { values: [2], counts: [1] },
      ],
      "Field [f] of type [histogram] doesn't support indexing multiple values for the same field in the same document",
    ],
  ])('refuses %j, or passes over it', (value, reason) => {
    const documents = [{ f: value as never }];
    expect(refusal(() => build({ type: 'histogram' }, documents))).toBe(
      `failed to parse field [f] of type [histogram] / ${reason}`,
    );
    const lenient = build({ type: 'histogram', ignore_malformed: true }, documents);
    expect(lenient.search({}).hits[0]?._ignored).toEqual(['f']);
  });
});

describe('aggregate_metric_double', () => {
  const type = {
    type: 'aggregate_metric_double',
    metrics: ['min', 'max', 'sum', 'value_count'],
    default_metric: 'max',
  };
  const index = build(type, [
    { f: { min: 1, max: 10, sum: 20, value_count: 4 } },
    { f: { min: 2, max: 5, sum: 7, value_count: 2 } },
    {},
  ]);

  it('is its default metric to queries, sorts, scripts and columns', () => {
    expect(index.matches({ range: { f: { gt: 5 } } })).toEqual(['1']);
    expect(index.matches({ terms: { f: [5, 6] } })).toEqual(['2']);
    expect(index.matches({ exists: { field: 'f' } })).toEqual(['1', '2']);
    expect(index.search({ sort: ['f'] }).ids).toEqual(['2', '1', '3']);
    const script = "doc['f'].size() > 0 && doc['f'].value == 10.0";
    expect(index.matches({ script: { script } })).toEqual(['1']);
    const shown = (body: JsonObject) => index.search({ ...body, size: 1 }).hits[0]?.fields;
    expect(shown({ docvalue_fields: ['f'] })).toEqual({ f: [10] });
    expect(shown({ fields: ['f'] })).toEqual({ f: [{ min: 1, max: 10, sum: 20, value_count: 4 }] });
  });

  it('has nothing of a metric that the mapping leaves out', () => {
    const some = build({ type: 'aggregate_metric_double', metrics: ['max'] }, [{ f: { max: 3 } }]);
    const aggs = { least: { min: { field: 'f' } }, most: { max: { field: 'f' } } };
    expect(aggregated(some, aggs)).toMatchObject({
      aggregations: { least: { value: null }, most: { value: 3 } },
    });
  });

  it('is in no other aggregation', () => {
    const reason = (type: string) =>
      `Field [f] of type [aggregate_metric_double] is not supported for aggregation [${type}]`;
    for (const type of ['stats', 'percentiles', 'terms', 'cardinality']) {
      expect(refusal(() => index.part({ aggs: { a: { [type]: { field: 'f' } } } }))).toBe(
        reason(type),
      );
    }
  });

  it.each<[JsonObject, string]>([
    [{}, 'Property [metrics] is required for field [f].'],
    [{ metrics: [] }, 'Property [metrics] is required for field [f].'],
    [{ metrics: ['min', 'max'] }, 'Property [default_metric] is required for field [f].'],
    [{ metrics: ['min', 'avg'] }, 'Metric [avg] is not supported.'],
    [
      { metrics: ['min'], default_metric: 'max' },
      'Default metric [max] is not defined in the metrics of field [f].',
    ],
  ])('refuses a mapping with %j', (options, reason) => {
    const made = () => build({ type: 'aggregate_metric_double', ...options }, []);
    expect(refusal(made)).toContain(reason);
  });

  it.each<[unknown, string]>([
    [
      { min: 1, max: 2, sum: 3 },
      'Aggregate metric field [f] must contain all metrics [min, max, sum, value_count]',
    ],
    [
      { min: 3, max: 2, sum: 3, value_count: 1 },
      'Aggregate metric field [f] max value cannot be smaller than min value',
    ],
    [
      { min: 1, max: 2, sum: 3, value_count: -1 },
      'Aggregate metric [value_count] of field [f] cannot be a negative number',
    ],
    [
      { min: 1, max: 2, sum: 3, value_count: 1.5 },
      'failed to parse [value_count] sub field: 1.5 cannot be converted to Integer without data loss',
    ],
    [
      { min: 1, max: '2', sum: 3, value_count: 1 },
      'Failed to parse object: expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]',
    ],
    [4, 'Failed to parse object: expecting token of type [START_OBJECT] but found [VALUE_NUMBER]'],
  ])('refuses %j, or passes over it', (value, reason) => {
    const documents = [{ f: value as never }];
    expect(refusal(() => build(type, documents))).toContain(reason);
    const lenient = build({ ...type, ignore_malformed: true }, documents);
    expect(lenient.search({}).hits[0]?._ignored).toEqual(['f']);
  });
});

describe('counted_keyword', () => {
  const words = ['c', 'a', 'c', 'b', 'c', 'b'];
  const index = build({ type: 'counted_keyword' }, [
    { f: words },
    { f: 'a' },
    { f: ['😀', null, '\uffff', '😀'] },
    { f: [] },
  ]);

  it('counts terms as often as documents have them', () => {
    const counts = (options: JsonObject) =>
      aggregated(index, { words: { counted_terms: { field: 'f', ...options } } });
    expect(counts({ size: 2 })).toMatchObject({
      aggregations: {
        words: {
          sum_other_doc_count: 5,
          buckets: [
            { key: 'c', doc_count: 3 },
            { key: 'a', doc_count: 2 },
          ],
        },
      },
    });
    expect(counts({})).toMatchObject({
      aggregations: {
        words: {
          buckets: expect.arrayContaining([
            { key: '😀', doc_count: 2 },
            { key: '\uffff', doc_count: 1 },
          ]),
        },
      },
    });
  });

  it('is searched as keywords are', () => {
    expect(index.matches({ term: { f: 'b' } })).toEqual(['1']);
    expect(index.matches({ exists: { field: 'f' } })).toEqual(['1', '2', '3']);
    expect(index.search({ size: 1, fields: ['f'] }).hits[0]?.fields).toEqual({ f: words });
  });

  it('takes texts alone', () => {
    const made = (value: unknown) =>
      refusal(() => build({ type: 'counted_keyword' }, [{ f: value as never }]));
    expect(made(['a', 1])).toContain('Encountered unexpected token [VALUE_NUMBER].');
    expect(made({ a: 'b' })).toContain('Encountered unexpected token [START_OBJECT].');
  });

  it('counts words of a plain keyword once a document', () => {
    const plain = build({ type: 'keyword' }, [{ f: words }, { f: 'a' }]);
    expect(aggregated(plain, { words: { counted_terms: { field: 'f', size: 1 } } })).toMatchObject({
      aggregations: { words: { buckets: [{ key: 'a', doc_count: 2 }] } },
    });
  });
});
