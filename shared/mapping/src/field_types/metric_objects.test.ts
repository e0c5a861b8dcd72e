/** Tests the types of metrics that were computed beforehand: histograms and aggregate metrics. */
import type { JsonObject, JsonValue } from '@skein/content';
import { CONTEXT } from '../../testdata/field_search.js';
import { failureOf, PLAIN_SORT, shown, typedField } from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { histogramTerms, visitHistogram } from './histogram_term.js';

describe('a histogram', () => {
  const { field, index, refused } = typedField('histogram');

  function counted(value: JsonValue): readonly (readonly [number, number])[] {
    const pairs: [number, number][] = [];
    for (const found of index(value).fields) {
      if (found.kind !== 'term') throw new Error(found.kind);
      visitHistogram(found.value as Uint8Array, (one, count) => pairs.push([one, count]));
    }
    return pairs;
  }

  test.each<[JsonValue, readonly (readonly [number, number])[]]>([
    [
      { values: [0.1, 0.5], counts: [3, 7] },
      [
        [0.1, 3],
        [0.5, 7],
      ],
    ],
    [{ values: [1, 1, 2, 2], counts: [1, 2, 0, 0] }, [[1, 3]]],
    [{ values: [-1, 2], counts: [0, 4] }, [[2, 4]]],
    [{ counts: [2.9], values: [5] }, [[5, 2]]],
    [{ values: [], counts: [] }, []],
  ])('is written %j', (value, pairs) => {
    expect(counted(value)).toEqual(pairs);
    expect(index(value).fields).toHaveLength(1);
  });

  test('is in several terms if it is long', () => {
    const values = Array.from({ length: 2049 }, (_, at) => at);
    const terms = histogramTerms(
      values,
      values.map((at) => at + 1),
    );
    expect(terms).toHaveLength(2);
    expect(histogramTerms(values.slice(1), values.slice(1))).toHaveLength(1);
    const pairs: number[] = [];
    for (const term of terms) visitHistogram(term, (value, count) => pairs.push(count - value));
    expect(pairs).toEqual(values.map(() => 1));
  });

  test.each<[JsonValue, string]>([
    [5, 'expecting token of type [START_OBJECT] but found [VALUE_NUMBER]'],
    ['x', 'expecting token of type [START_OBJECT] but found [VALUE_STRING]'],
    [{ values: 1, counts: [1] }, 'expecting token of type [START_ARRAY] but found [VALUE_NUMBER]'],
    [
      { values: ['1'], counts: [1] },
      'expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]',
    ],
    [{ counts: [1] }, 'error parsing field [f], expected field called [values]'],
    [{ values: [1] }, 'error parsing field [f], expected field called [counts]'],
    [{ values: [1], counts: [1], x: 1 }, 'error parsing field [f], with unknown parameter [x]'],
    [
      { values: [1, 2], counts: [1] },
      'expected same length from [values] and [counts] but got [2 != 1]',
    ],
    [{ values: [1], counts: [-1] }, '[counts] elements must be >= 0 but got -1'],
    [
      { values: [2, 1.5], counts: [1, 1] },
      '[values] values must be in increasing order, got [1.5] but previous value was [2.0]',
    ],
    [{ values: [1], counts: [1e300] }, '[counts] element [1e+300] is no exact number'],
  ])('is not %j: %s', (value, reason) => {
    expect(refused(value)).toContain(reason);
  });

  test('comes once in a document', () => {
    const one = { values: [1], counts: [1] };
    expect(counted([one, null])).toEqual([[1, 1]]);
    expect(refused([one, one])).toContain(
      "Field [f] of type [histogram] doesn't support indexing multiple values for the same field",
    );
  });

  test('that is malformed is left out if the mapping says so', () => {
    const lenient = typedField('histogram', { ignore_malformed: true });
    expect(shown(lenient.index({ values: [1], counts: [-1] }))).toEqual(['_ignored=f']);
  });

  test('is neither searched nor sorted by, and takes no words', () => {
    expect([field.searchable, field.aggregatable, field.takesWords]).toEqual([false, true, false]);
    expect(failureOf(() => field.termQuery(1, CONTEXT)).join()).toContain(
      '[histogram] field do not support searching, use dedicated aggregations instead: [f]',
    );
    expect(failureOf(() => field.sortField(PLAIN_SORT)).join()).toContain(
      "can't sort on the [histogram] field",
    );
  });
});

describe('aggregate metrics', () => {
  const ALL = { metrics: ['min', 'max', 'value_count'], default_metric: 'max' };
  const { field, index, refused } = typedField('aggregate_metric_double', ALL);
  const value = (more: JsonObject = {}) => ({ min: -1.5, max: 3, value_count: 2, ...more });

  test('are each in a column, in the order of their kinds', () => {
    expect(shown(index(value()))).toEqual(['f.min=-1.5', 'f.max=3', 'f.value_count=2']);
    expect(shown(index(value({ min: 3 })))).toContain('f.min=3');
    expect(shown(index(value({ value_count: 2 ** 31 - 1 })))).toContain('f.value_count=2147483647');
    expect(shown(index(value({ value_count: 0 })))).toContain('f.value_count=0');
  });

  test.each<[JsonValue, string]>([
    [5, 'expecting token of type [START_OBJECT] but found [VALUE_NUMBER]'],
    [
      { min: 1, max: 2 },
      'Aggregate metric field [f] must contain all metrics [min, max, value_count]',
    ],
    [value({ min: 4 }), 'Aggregate metric field [f] max value cannot be smaller than min value'],
    [
      value({ value_count: -1 }),
      'Aggregate metric [value_count] of field [f] cannot be a negative number',
    ],
    [
      value({ value_count: 1.5 }),
      'failed to parse [value_count] sub field: 1.5 cannot be converted to Integer without data loss',
    ],
    [
      value({ value_count: 2 ** 31 }),
      'failed to parse [value_count] sub field: Value [2147483648] is out of range for an integer',
    ],
    [value({ sum: 1 }), 'Aggregate metric [sum] does not exist in the mapping of field [f]'],
    [value({ avg: 1 }), 'No enum constant Metric.avg'],
    [value({ min: '1' }), 'expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]'],
  ])('are not %j: %s', (given, reason) => {
    expect(refused(given)).toContain(reason);
  });

  test('come once in a document', () => {
    expect(shown(index([value(), null]))).toHaveLength(3);
    expect(refused([value(), value()])).toContain(
      'Field [f] of type [aggregate_metric_double] does not support indexing multiple values',
    );
  });

  test('that are malformed are left out if the mapping says so', () => {
    const lenient = typedField('aggregate_metric_double', { ...ALL, ignore_malformed: true });
    expect(shown(lenient.index({ min: 1 }))).toEqual(['_ignored=f']);
  });

  test('are searched by the default metric, and aggregated by any', () => {
    expect(
      String(
        field.rangeQuery({ lower: 1, upper: 2, includeLower: true, includeUpper: true }, CONTEXT),
      ),
    ).toContain('f.max:[1.0 TO 2.0]');
    expect(String(field.existsQuery(CONTEXT))).toContain('f.max');
    const { values } = field;
    if (values.kind !== 'number') throw new Error(values.kind);
    expect(values.width).toBe('double');
    expect([values.metrics?.('min'), values.metrics?.('sum')]).toEqual(['f.min', undefined]);
    const counts = typedField('aggregate_metric_double', { ...ALL, default_metric: 'value_count' });
    expect(counts.field.values).toMatchObject({ kind: 'number', width: 'int' });
    expect(counts.field.takesWords).toBe(false);
  });

  const mapped = (more: JsonObject) =>
    failureOf(() => typedField('aggregate_metric_double', more)).join();

  test.each<[JsonObject, string]>([
    [{}, 'Property [metrics] is required for field [f].'],
    [{ metrics: [] }, 'Property [metrics] is required for field [f].'],
    [{ metrics: ['min', 'max'] }, 'Property [default_metric] is required for field [f].'],
    [
      { metrics: ['min', 'max'], default_metric: 'sum' },
      'Default metric [sum] is not defined in the metrics of field [f].',
    ],
    [{ metrics: ['avg'] }, 'Metric [avg] is not supported.'],
    [{ metrics: 'min', default_metric: 'avg' }, 'Metric [avg] is not supported.'],
    [
      { metrics: ['min'], time_series_metric: 'counter' },
      'Unknown value [counter] for field [time_series_metric] - accepted values are [gauge]',
    ],
  ])('are not mapped by %j: %s', (more, reason) => {
    expect(mapped(more)).toContain(reason);
  });

  test('are mapped by one metric without a default', () => {
    const { mapping } = typedField('aggregate_metric_double', {
      metrics: 'min',
      time_series_metric: 'gauge',
    });
    expect(mapping).toBeInstanceOf(IndexMapping);
    expect(mapping.toJson()).toEqual({
      properties: {
        f: {
          ...{ type: 'aggregate_metric_double', metrics: ['min'], default_metric: 'min' },
          time_series_metric: 'gauge',
        },
      },
    });
  });
});
