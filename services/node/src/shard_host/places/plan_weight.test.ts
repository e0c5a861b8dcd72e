import { emptyRequest, parseQuery, planOf, type QueryNode } from '@skein/search';
import { isWithinWeight } from './plan_weight.js';

const planWith = (query: QueryNode, given?: object) =>
  planOf({ ...emptyRequest(), query, ...(given ? { given: { ...given } } : {}) });
const ids = (count: number) =>
  parseQuery({ ids: { values: Array.from({ length: count }, String) } });

/** The least limit that the plan keeps. */
function weightOf(query: QueryNode): number {
  const plan = planWith(query);
  let limit = 0;
  while (!isWithinWeight(plan, limit)) limit++;
  return limit;
}

test('each character of a text counts, and each value eight times as much', () => {
  const one = weightOf(parseQuery({ term: { a: 'b' } }));
  expect(weightOf(parseQuery({ term: { a: 'bcdef' } })) - one).toBe(4);
  expect(weightOf(parseQuery({ term: { a: 7 } })) - one).toBe(-1);
  const another = weightOf(ids(6)) - weightOf(ids(5));
  expect(another).toBeGreaterThanOrEqual(8);
  expect(weightOf(ids(10)) - weightOf(ids(6))).toBe(4 * another);
});

test('a million ids are found to be too many after some of them', () => {
  const plan = planWith(ids(3));
  const million = new Proxy(new Array(1_000_000).fill('x'), {
    get: (values, key, self) => {
      if (key === '5000') throw new Error('looked too far');
      return Reflect.get(values, key, self);
    },
  });
  const long = { ...plan, request: { ...plan.request, query: { ...ids(3), params: million } } };
  expect(isWithinWeight(long, 4096)).toBe(false);
});

test('the body as it was given does not count', () => {
  const query = ids(1);
  const plan = planWith(query, { text: 'x'.repeat(10_000) });
  expect(isWithinWeight(plan, weightOf(query))).toBe(true);
});
