/** The value types that `_nodes` lists for an aggregation are those it accepts. */
import { takenValues } from '@skein/aggregations';
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const FIELDS = {
  boolean: { type: 'boolean' },
  bytes: { type: 'keyword' },
  date: { type: 'date' },
  geo_shape: { type: 'geo_shape' },
  geopoint: { type: 'geo_point' },
  ip: { type: 'ip' },
  numeric: { type: 'long' },
  range: { type: 'date_range' },
};

/** Options besides the field. */
const OPTIONS: Readonly<Record<string, JsonObject>> = {
  date_histogram: { fixed_interval: '1d' },
  date_range: { ranges: [{}] },
  geo_distance: { origin: '0,0', ranges: [{ to: 5 }] },
  histogram: { interval: 1 },
  ip_prefix: { prefix_length: 8 },
  ip_range: { ranges: [{ to: '::1' }] },
  percentile_ranks: { values: [1] },
  range: { ranges: [{ to: 5 }] },
};

/** Aggregations whose fields are in other options than `field`. */
const SEVERAL = new Set(['multi_terms', 'rate', 't_test', 'weighted_avg']);

const WANTS_CHILDREN = new Set(['diversified_sampler']);

const index = new TestIndex({ mapping: { properties: FIELDS }, documents: [{ numeric: 1 }] });

function takes(type: string, field: string): boolean {
  const inside = WANTS_CHILDREN.has(type) ? { aggs: { g: { filter: { match_all: {} } } } } : {};
  const aggs = { a: { [type]: { field, ...OPTIONS[type] }, ...inside } };
  try {
    index.answer({ size: 0, aggs });
    return true;
  } catch {
    return false;
  }
}

const types = Object.entries(takenValues()).filter(([, kinds]) => !kinds.includes('other'));

test.each(types.filter(([type]) => !SEVERAL.has(type)))('%s', (type, kinds) => {
  expect(Object.keys(FIELDS).filter((field) => takes(type, field))).toEqual([...kinds]);
});

test('points are counted by where they are', () => {
  const documents = [
    { geopoint: ['1,2', '3,4', '1,2'] },
    { geopoint: { lat: 3, lon: 4 } },
    { geopoint: '1,3' },
    { numeric: 5 },
  ];
  const points = new TestIndex({ mapping: { properties: FIELDS }, documents, segmentDocs: 2 });
  const cardinality = { field: 'geopoint' };
  const aggs = { a: { cardinality }, b: { cardinality: { ...cardinality, missing: '9,9' } } };
  expect(points.answer({ size: 0, aggs })).toMatchObject({
    aggregations: { a: { value: 3 }, b: { value: 4 } },
  });
});
