/** A plan is received as it was sent, whatever its members. */
import { decodePlain, encodePlain } from '@skein/bytes';
import { parseSearchRequest } from '../request/parse_search_request.js';
import { type PackedPlan, packPlan, unpackPlan } from './packed_plan.js';
import { planOf } from './search_plan.js';

test.each([
  {},
  { query: { term: { a: 'b' } }, size: 0, from: 3, _source: false },
  { query: { bool: { must: [{ match: { a: 'b' } }] } }, sort: ['n', '_doc'], search_after: [1, 2] },
  {
    track_total_hits: false,
    min_score: 0.5,
    indices_boost: [{ a: 2 }],
    stats: ['x'],
  },
  { aggs: { a: { terms: { field: 'b' } } }, post_filter: { exists: { field: 'c' } } },
])('%j', (body) => {
  const plan = planOf(parseSearchRequest(body, {}));
  const packed = packPlan(plan);
  expect(unpackPlan(packed)).toEqual(plan);
  expect(unpackPlan(structuredClone(packed))).toEqual(plan);
  expect(unpackPlan(decodePlain(encodePlain(packed)) as PackedPlan)).toEqual(plan);
});

test('what is at its default is not sent', () => {
  const { request, needs } = packPlan(planOf(parseSearchRequest({ size: 3 }, {})));
  expect(request).toEqual({ size: 3, given: { size: 3 } });
  expect(needs).toEqual({});
});

test('what another release has packed is refused', () => {
  const packed = packPlan(planOf(parseSearchRequest({}, {})));
  expect(() => unpackPlan({ ...packed, version: 1 })).toThrow('a search of version [1]');
});
