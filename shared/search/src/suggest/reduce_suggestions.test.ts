import { parseSuggest } from './parse_suggest.js';
import { reduceSuggestions, suggestJson } from './reduce_suggestions.js';
import type { SuggestionAnswer, SuggestOption } from './suggestion.js';

const locate = (): undefined => undefined;
const request = parseSuggest(
  { text: 'windw', s: { term: { field: 'title', size: 2 } } },
  { locate },
);

function answer(options: readonly SuggestOption[], text = 'windw'): readonly SuggestionAnswer[] {
  return [{ entries: [{ text, offset: 0, length: 5, options }] }];
}

it('adds up the documents of all shards, and orders anew', () => {
  const reduced = reduceSuggestions(request, [
    answer([{ text: 'window', score: 0.5, freq: 1 }]),
    answer([
      { text: 'widow', score: 0.5, freq: 2 },
      { text: 'window', score: 0.5, freq: 2 },
      { text: 'wind', score: 0.5, freq: 1 },
    ]),
  ]);
  expect(reduced[0]?.entries[0]?.options).toEqual([
    { text: 'window', score: 0.5, freq: 3 },
    { text: 'widow', score: 0.5, freq: 2 },
  ]);
});

it('refuses to join shards that take the text apart in different ways', () => {
  const unlike = [answer([]), answer([], 'wind')];
  expect(() => reduceSuggestions(request, unlike)).toThrow(
    'Suggest entries have different text actual [wind] expected [windw]',
  );
  const fewer = [answer([]), [{ entries: [] }]];
  expect(() => reduceSuggestions(request, fewer)).toThrow(
    'Suggest entries have different sizes actual [0] expected [1]',
  );
});

it('shows types where keys are typed, and nothing where nothing was asked for', () => {
  const shown = suggestJson(request, [{ entries: [] }], true);
  expect(shown).toEqual({ 'term#s': [] });
  const nothing = parseSuggest({ text: 'windw' }, { locate });
  expect(suggestJson(nothing, [], false)).toBeUndefined();
});

it('adds up corrections of several shards that score above the highest cutoff', () => {
  const phrases = parseSuggest({ s: { text: 'a', phrase: { field: 't', size: 2 } } }, { locate });
  const shard = (cutoff: number, options: readonly SuggestOption[]) => [
    { entries: [{ text: 'a', offset: 0, length: 1, cutoff, options }] },
  ];
  const reduced = reduceSuggestions(phrases, [
    shard(0.1, [
      { text: 'b', score: 0.2, collateMatch: false },
      { text: 'c', score: 0.3 },
    ]),
    shard(0.25, [{ text: 'b', score: 0.5, collateMatch: true }]),
    shard(0.35, []),
  ]);
  expect(reduced[0]?.entries[0]?.options).toEqual([{ text: 'b', score: 0.5, collateMatch: true }]);
});

it('orders corrections by score, and those of one score by their texts', () => {
  const phrases = parseSuggest({ s: { text: 'a', phrase: { field: 't', size: 4 } } }, { locate });
  const options = ['d', 'b', 'c'].map((text) => ({ text, score: 0.2 }));
  const entry = { text: 'a', offset: 0, length: 1, cutoff: 0.1 };
  const reduced = reduceSuggestions(phrases, [
    [{ entries: [{ ...entry, options }] }],
    [{ entries: [{ ...entry, options: [{ text: 'e', score: 0.3 }] }] }],
  ]);
  const texts = reduced[0]?.entries[0]?.options.map(({ text }) => text);
  expect(texts).toEqual(['e', 'b', 'c', 'd']);
});
