import { barPercents, chartBody, chartFields, chartPoints, isTimeChart } from './chart.js';
import { readChart, writeChart } from './chart_state.js';
import type { FieldInfo } from './fields.js';
import { readState } from './search_state.js';

const field = (name: string, type: string, isAggregatable = true): FieldInfo => ({
  name,
  type,
  isSearchable: true,
  isAggregatable,
});
const FIELDS = [
  field('@timestamp', 'date'),
  field('bytes', 'long'),
  field('message', 'text', false),
  field('user', 'text', false),
  field('user.keyword', 'keyword'),
];
const STATE = readState({ index: 'logs' });
const MATCHING = { bool: { filter: [] } };

it('stands in the address, whatever the field is called', () => {
  const chart = { kind: 'bar', metric: 'avg', of: 'bytes', by: 'a:b' } as const;
  expect(writeChart(chart)).toBe('bar:avg:bytes:a:b');
  expect(readChart('bar:avg:bytes:a:b')).toEqual(chart);
  expect(readChart('line:count::user')).toEqual({
    kind: 'line',
    metric: 'count',
    of: '',
    by: 'user',
  });
  for (const text of ['', 'pie:avg:a:b', 'bar:median:a:b', 'bar:count:']) {
    expect([text, readChart(text)]).toEqual([text, undefined]);
  }
  expect(writeChart(undefined)).toBe('');
});

it('offers fields whose values can be counted', () => {
  expect(chartFields(FIELDS)).toEqual(['@timestamp', 'bytes', 'user', 'user.keyword']);
});

it('counts by values, of the field that keeps them whole', () => {
  const chart = { kind: 'bar', metric: 'count', of: '', by: 'user' } as const;
  expect(chartBody(STATE, FIELDS, chart)).toEqual({
    size: 0,
    track_total_hits: true,
    query: MATCHING,
    aggs: { chart: { terms: { field: 'user.keyword', size: 20 } } },
  });
  expect(isTimeChart(FIELDS, chart)).toBe(false);
});

it('computes a metric over time', () => {
  const chart = { kind: 'line', metric: 'avg', of: 'bytes', by: '@timestamp' } as const;
  expect(chartBody(STATE, FIELDS, chart).aggs).toEqual({
    chart: {
      auto_date_histogram: { field: '@timestamp', buckets: 40 },
      aggs: { metric: { avg: { field: 'bytes' } } },
    },
  });
  expect(isTimeChart(FIELDS, chart)).toBe(true);
});

it('draws what came back, with nothing where there was nothing to compute', () => {
  const buckets = [
    { key: 1_000, key_as_string: '1970', doc_count: 3, metric: { value: 4.5 } },
    { key: 2_000, key_as_string: '1971', doc_count: 1, metric: { value: null } },
  ];
  const answer = { aggregations: { chart: { buckets } } };
  const chart = { kind: 'bar', metric: 'avg', of: 'bytes', by: '@timestamp' } as const;
  const points = chartPoints(answer, chart);
  expect(points).toEqual([
    { label: '1970', atMs: 1_000, value: 4.5 },
    { label: '1971', atMs: 2_000, value: null },
  ]);
  expect(barPercents(points)).toEqual([100, 0]);
  const counts = chartPoints(answer, { ...chart, metric: 'count' });
  expect(counts.map(({ value }) => value)).toEqual([3, 1]);
  expect(barPercents([{ label: 'a', atMs: undefined, value: -1 }])).toEqual([0]);
});
