/** Which searches are known again, and that what is kept of them is their own. */
import { encodePlain } from '@skein/bytes';
import { encodeJson } from '@skein/content';
import { KnownSearches } from './known_searches.js';
import type { UnreadSearch } from './unread_search.js';

const URL = {};

function unread(body: Uint8Array, over: Partial<UnreadSearch> = {}): UnreadSearch {
  return { body, isYaml: false, url: URL, totalHitsAsInt: false, ...over };
}

const sized = (size: number): Uint8Array => encodeJson({ size });

test('from the second time on it is the same request', () => {
  const known = new KnownSearches();
  const [first, second, third] = [1, 2, 3].map(() => known.read(unread(sized(3))));
  expect(first?.isKept).toBe(false);
  expect(second).toMatchObject({ isKept: true, request: { size: 3 } });
  expect(third?.request).toBe(second?.request);
});

test('other parameters, and the same bytes of another language, are another search', () => {
  const known = new KnownSearches();
  known.read(unread(sized(3)));
  const { request } = known.read(unread(sized(3)));
  expect(known.read(unread(sized(3), { url: { size: 4 } })).request).toMatchObject({ size: 4 });
  expect(known.read(unread(sized(3), { totalHitsAsInt: true })).request).not.toBe(request);
  expect(known.read(unread(sized(3), { isYaml: true })).request).not.toBe(request);
});

test('what is kept does not change with the memory its body came in', () => {
  const known = new KnownSearches();
  const script = { script: { source: 'params.a == 1', params: { a: 1 } } };
  const body = encodeJson({ query: { script } });
  const kept = [1, 2].map(() => known.read(unread(body)).request)[1];
  const before = encodePlain(kept?.query);
  body.fill(0x20);
  expect(encodePlain(kept?.query)).toEqual(before);
});

test('faults of form are found each time', () => {
  const known = new KnownSearches();
  const wrong = unread(encodeJson({ sizes: 1 }));
  for (const _ of [1, 2, 3]) expect(() => known.read(wrong)).toThrow('Unknown key');
});

test('a few are kept, those that are asked for longest; long bodies never', () => {
  const known = new KnownSearches();
  const readTwice = (body: Uint8Array) => [1, 2].map(() => known.read(unread(body)))[1];
  const often = readTwice(sized(0));
  const once = readTwice(sized(1));
  for (let size = 2; size < 500; size++) {
    readTwice(sized(size));
    known.read(unread(sized(0)));
  }
  expect(known.read(unread(sized(0))).request).toBe(often?.request);
  expect(known.read(unread(sized(1))).request).not.toBe(once?.request);
  expect(readTwice(encodeJson({ stats: ['x'.repeat(3000)] }))?.isKept).toBe(false);
});
