/**
 * Keys of several shards are shown in the format that one of them reports, in any order of arrival.
 */
import type { JsonObject } from '@skein/content';
import { finishedParts } from '../../testing/finished_parts.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = { properties: { day: { type: 'date' }, flag: { type: 'boolean' } } };
const SHARDS: readonly (readonly JsonObject[])[] = [
  [{ day: '2024-01-01', flag: true }],
  [
    { day: '2024-01-01', flag: false },
    { day: '2024-01-02', flag: true },
  ],
];
const UNMAPPED = new TestIndex({ mapping: {}, documents: [{ other: 1 }] });

function keysOf(
  aggregation: JsonObject,
  order: (shards: TestIndex[]) => TestIndex[],
): readonly string[] {
  const shards = SHARDS.map((documents) => new TestIndex({ mapping, documents }));
  const { a } = finishedParts({ size: 0, aggs: { a: aggregation } }, order([UNMAPPED, ...shards]));
  const buckets = a?.buckets as readonly JsonObject[];
  return buckets.map((bucket) => `${bucket.key} ${bucket.key_as_string}: ${bucket.doc_count}`);
}

const DAYS = [
  '1704067200000 2024-01-01T00:00:00.000Z: 2',
  '1704153600000 2024-01-02T00:00:00.000Z: 1',
];
const FLAGS = ['1 true: 2', '0 false: 1'];

test.each([
  ['terms of dates', { terms: { field: 'day' } }, DAYS],
  ['terms of booleans', { terms: { field: 'flag' } }, FLAGS],
  ['rare terms', { rare_terms: { field: 'day', max_doc_count: 2 } }, DAYS.toReversed()],
  ['days', { date_histogram: { field: 'day', calendar_interval: 'day' } }, DAYS],
])('%s', (_, aggregation, keys) => {
  expect(keysOf(aggregation, (shards) => shards)).toEqual(keys);
  expect(keysOf(aggregation, (shards) => shards.toReversed())).toEqual(keys);
});
