/** The searches that the cache recognizes, and that cached plans own their memory. */
import { encodePlain } from '@skein/bytes';
import { encodeJson } from '@skein/content';
import type { UnreadSearch } from '../request/unread_search.js';
import { PlanCache } from './plan_cache.js';

const URL = {};

function unread(body: Uint8Array, over: Partial<UnreadSearch> = {}): UnreadSearch {
  return { body, isYaml: false, url: URL, totalHitsAsInt: false, ...over };
}

const sized = (size: number): Uint8Array => encodeJson({ size });

test('from the second time on it is the same request', () => {
  const known = new PlanCache();
  const [first, second, third] = [1, 2, 3].map(() => known.read(unread(sized(3))));
  expect(first?.prepared).toBeUndefined();
  expect(second).toMatchObject({ prepared: {}, plan: { request: { size: 3 } } });
  expect(third?.plan).toBe(second?.plan);
});

test('other parameters, and the same bytes of another language, are another search', () => {
  const known = new PlanCache();
  known.read(unread(sized(3)));
  const { request } = known.read(unread(sized(3))).plan;
  expect(known.read(unread(sized(3), { url: { size: 4 } })).plan.request).toMatchObject({
    size: 4,
  });
  expect(known.read(unread(sized(3), { totalHitsAsInt: true })).plan.request).not.toBe(request);
  expect(known.read(unread(sized(3), { isYaml: true })).plan.request).not.toBe(request);
});

test('what is kept does not change with the memory its body came in', () => {
  const known = new PlanCache();
  const script = { script: { source: 'params.a == 1', params: { a: 1 } } };
  const body = encodeJson({ query: { script } });
  const kept = [1, 2].map(() => known.read(unread(body)).plan.request)[1];
  const before = encodePlain(kept?.query);
  body.fill(0x20);
  expect(encodePlain(kept?.query)).toEqual(before);
});

test('faults of form are found each time', () => {
  const known = new PlanCache();
  const wrong = unread(encodeJson({ sizes: 1 }));
  for (const _ of [1, 2, 3]) expect(() => known.read(wrong)).toThrow('Unknown key');
});

test('64 are kept at least', () => {
  const known = new PlanCache();
  const sizes = Array.from({ length: 64 }, (_, i) => i);
  for (const size of sizes) known.read(unread(sized(size)));
  const plans = sizes.map((size) => known.read(unread(sized(size))).plan);
  expect(sizes.every((size, i) => known.read(unread(sized(size))).plan === plans[i])).toBe(true);
});

test('a few are kept, those that are asked for longest; long bodies never', () => {
  const known = new PlanCache();
  const readTwice = (body: Uint8Array) => [1, 2].map(() => known.read(unread(body)))[1];
  const often = readTwice(sized(0));
  const once = readTwice(sized(1));
  for (let size = 2; size < 500; size++) {
    readTwice(sized(size));
    known.read(unread(sized(0)));
  }
  expect(known.read(unread(sized(0))).plan.request).toBe(often?.plan.request);
  expect(known.read(unread(sized(1))).plan.request).not.toBe(once?.plan.request);
  expect(readTwice(encodeJson({ stats: ['x'.repeat(3000)] }))?.prepared).toBeUndefined();
});
