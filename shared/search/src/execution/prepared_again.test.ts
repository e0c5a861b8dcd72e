/**
 * Repeated searches. `TestIndex` checks for every search of every test that the response is the
 * same as the first time; these tests check what must not be reused.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import { OutOfTime } from '@skein/search_library';
import { TEST_ANALYSIS } from '../testing/test_analysis.js';
import { TestIndex } from '../testing/test_index.js';
import { Interruption } from './interruption.js';

const DAY_MS = 86_400_000;
const TIMES = [Date.UTC(2024, 5, 15), Date.UTC(2024, 5, 16), Date.UTC(2024, 5, 25)];

const index = new TestIndex({
  mapping: { properties: { at: { type: 'date' }, text: { type: 'text' } } },
  documents: [
    { at: TIMES[0] ?? 0, text: 'red fox' },
    { at: TIMES[1] ?? 0, text: 'red' },
    { at: TIMES[2] ?? 0, text: 'blue' },
  ],
});

function idsAt(query: JsonObject, nowMs: number): readonly unknown[] {
  const answer = index.answer({ query }, URL, nowMs);
  const hits = typeof answer === 'string' ? undefined : answer.hits;
  if (!isJsonObject(hits) || !Array.isArray(hits.hits)) throw new Error('no hits');
  return hits.hits.map((hit) => (isJsonObject(hit) ? hit._id : undefined));
}

const URL = {};

test.each([
  ['a range', { range: { at: { gt: 'now-1d', lte: 'now' } } }],
  ['a filter', { bool: { filter: [{ range: { at: { gt: 'now-1d', lte: 'now' } } }] } }],
  ['a text', { query_string: { query: 'at:[now-12h TO now]' } }],
])('%s counted from the time of the request follows the time', (_, query) => {
  for (const _round of [1, 2, 3]) {
    TIMES.forEach((nowMs, i) => {
      expect(idsAt(query, nowMs)).toEqual([String(i + 1)]);
    });
    expect(idsAt(query, (TIMES[2] ?? 0) + 30 * DAY_MS)).toEqual([]);
  }
});

test.each([
  ['a decay', { function_score: { gauss: { at: { origin: 'now', scale: '1d' } } } }],
  ['a decay without an origin', { function_score: { exp: { at: { scale: '1d' } } } }],
  ['a distance', { distance_feature: { field: 'at', origin: 'now', pivot: '1d' } }],
])('%s from the time of the request follows the time', (_, query) => {
  for (const _round of [1, 2, 3]) {
    TIMES.forEach((nowMs, i) => {
      expect(idsAt(query, nowMs)[0]).toBe(String(i + 1));
    });
  }
});

/** How often the text of the query is analysed when the search comes for the third time. */
function analysedAgain(search: JsonObject, mapping: JsonObject = {}): number {
  const text = { properties: { text: { type: 'text' } } };
  const own = new TestIndex({ mapping: { ...text, ...mapping }, documents: [{ text: 'red' }] });
  own.answer(search);
  own.answer(search);
  const analyze = jest.spyOn(TEST_ANALYSIS.defaultAnalyzer, 'analyze');
  try {
    own.answer(search);
    return analyze.mock.calls.length;
  } finally {
    analyze.mockRestore();
  }
}

const MATCH = { match: { text: 'red' } };

test('the third of equal searches is prepared already', () => {
  expect(analysedAgain({ query: MATCH })).toBe(0);
});

test.each<[string, JsonObject, JsonObject]>([
  ['a named query', { query: { match: { text: { query: 'red', _name: 'a' } } } }, {}],
  ['a derived field', { query: MATCH }, { derived: { d: { type: 'long', script: 'emit(1)' } } }],
  ['a runtime field', { query: MATCH }, { runtime: { r: { type: 'long', script: 'emit(1)' } } }],
])('with %s it is prepared anew', (_, search, mapping) => {
  expect(analysedAgain(search, mapping)).toBeGreaterThan(0);
});

test('an interruption is that of the search at hand', () => {
  let nowMs = 0;
  let isCancelled = false;
  const clock = { nowMs: () => 0, monotonicMs: () => nowMs };
  const interruption = new Interruption({ clock, isCancelled: () => isCancelled }, 5);
  interruption.check();
  nowMs = 6;
  expect(interruption.check).toThrow(OutOfTime);
  interruption.restart({ clock }, 10);
  isCancelled = true;
  interruption.check();
  nowMs = 11;
  expect(interruption.check).toThrow(OutOfTime);
  interruption.liftDeadline();
  interruption.check();
  interruption.restart({ clock, isCancelled: () => isCancelled }, undefined);
  expect(interruption.check).toThrow('cancelled task');
});
