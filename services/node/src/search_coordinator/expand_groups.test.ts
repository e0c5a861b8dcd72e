import { emptyRequest, type MergedResult } from '@skein/search';
import type { SearchCall } from './contract.js';
import { expandGroups } from './expand_groups.js';
import type { FetchedHit } from './fetch_hits.js';
import type { FoundPage } from './found_page.js';

const HITS = 100;
const NAMES = ['a', 'b'];
const hit = new TextEncoder().encode('{"_id":"1"}');
const found: FetchedHit[] = Array.from({ length: HITS }, (_, place) => ({ place, bytes: hit }));
const merged = {
  total: { value: 1, relation: 'eq' },
  maxScore: 1,
  hits: found.map((_, i) => ({ hit: { group: i } })),
} as unknown as MergedResult;
const page = {
  merged,
  hits: [hit],
  shards: { total: 1, failures: [] },
  each: () => found,
} as unknown as FoundPage;
const call = { request: emptyRequest() } as unknown as SearchCall;
const collapse = {
  field: 'f',
  innerHits: NAMES.map((name) => ({ name, request: emptyRequest() })),
} as unknown as Parameters<typeof expandGroups>[1];

/** Each clock reading advances it by `lookMs`. */
function setUp({ lookMs, roomBytes = Number.MAX_SAFE_INTEGER }: Record<string, number>) {
  const seen = { turnsOfOthers: 0, keptBytes: 0 };
  let nowMs = 0;
  const parts = {
    clock: { monotonicMs: () => (nowMs += lookMs ?? 0) },
    timers: {
      after: (_delayMs: number, callback: () => void) => {
        seen.turnsOfOthers++;
        queueMicrotask(callback);
        return { cancel: () => {} };
      },
    },
    requests: {
      lease: () => ({
        grow: (bytes: number) => {
          seen.keptBytes += bytes;
          if (seen.keptBytes > roomBytes) throw new Error('failed to expand hits');
        },
        growUnchecked: () => {},
        end: () => {
          seen.keptBytes = 0;
        },
      }),
    },
  };
  return { parts, seen };
}

test('every hit gets its inner hits, and others have turns while they are found and put in', async () => {
  const { parts, seen } = setUp({ lookMs: 1 });
  const whole = await expandGroups(call, collapse, page, { search: async () => page, parts });
  const shown = whole.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  expect(shown).toHaveLength(HITS);
  for (const { inner_hits: inner } of shown) expect(Object.keys(inner)).toEqual(NAMES);
  // Three readings per slice: a third of the searches, and as often while hits are inserted.
  expect(seen.turnsOfOthers).toBeGreaterThan((HITS * NAMES.length) / 3 + HITS / 4);
  expect(seen.keptBytes).toBe(0);
});

test('what is shown is counted, and after a refusal no other search begins', async () => {
  const { parts } = setUp({ lookMs: 0, roomBytes: 500 });
  let searches = 0;
  const search = async () => {
    searches++;
    return page;
  };
  await expect(expandGroups(call, collapse, page, { search, parts })).rejects.toThrow(
    'failed to expand hits',
  );
  expect(searches).toBeLessThan(20);
});

test('inner hits without a name are refused where there is a hit to show them in', async () => {
  const { parts } = setUp({ lookMs: 0 });
  const nameless = { ...collapse, innerHits: [{ name: undefined, request: emptyRequest() }] };
  const within = { search: async () => page, parts };
  await expect(expandGroups(call, nameless, page, within)).rejects.toThrow(
    'Field name cannot be null',
  );
  expect(await expandGroups(call, nameless, { ...page, each: () => [] }, within)).toEqual([]);
});
