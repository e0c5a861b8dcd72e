import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({ k: 'keyword', g: 'geo_point' }),
  documents: [{ k: 'a', g: '10,20' }, { k: 'a', g: '-10,40' }, { k: 'b' }],
});

function answered(aggs: JsonObject): JsonObject {
  const answer = index.answer({ size: 0, aggs }) as { aggregations: JsonObject };
  return JSON.parse(JSON.stringify(answer.aggregations)) as JsonObject;
}

test.each([
  ['top', 10],
  ['left', 20],
  ['bottom', -10],
  ['right', 40],
])('pipelines read the side %s; a bucket without points has a gap', (side, value) => {
  const sided = { bucket_script: { buckets_path: { v: `box.${side}` }, script: 'params.v' } };
  const { t } = answered({
    t: { terms: { field: 'k' }, aggs: { box: { geo_bounds: { field: 'g' } }, sided } },
  }) as { t: { buckets: readonly { readonly sided?: { readonly value: number } }[] } };
  expect(t.buckets[0]?.sided?.value).toBeCloseTo(value, 5);
  expect(t.buckets[1]).not.toHaveProperty('sided');
});

test('a box has no other sides, and none that orders buckets', () => {
  const boxes = { box: { geo_bounds: { field: 'g' } } };
  const sided = { bucket_script: { buckets_path: { v: 'box.middle' }, script: 'params.v' } };
  const bySide = { field: 'k', order: { 'box.top': 'asc' } };
  const by = (terms: JsonObject, more: JsonObject) => () =>
    answered({ t: { terms, aggs: { ...boxes, ...more } } });
  expect(by({ field: 'k' }, { sided })).toThrow();
  expect(by(bySide, {})).toThrow();
});
