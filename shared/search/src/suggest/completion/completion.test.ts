/** The expected answers are those of OpenSearch 2.19 for the same documents. */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';
import { parseSuggest } from '../parse_suggest.js';
import { reduceSuggestions } from '../reduce_suggestions.js';

const mapping = mappingOf({
  name: 'completion',
  town: {
    type: 'completion',
    contexts: [
      { name: 'country', type: 'category', path: 'country' },
      { name: 'place', type: 'geo', precision: 4, path: 'at' },
    ],
  },
  country: 'keyword',
  at: 'geo_point',
  note: 'text',
});
const TOWNS: readonly [name: string, weight: number, country: string, at: string][] = [
  ['London', 30, 'GB', '51.5,-0.12'],
  ['Londrina', 10, 'BR', '-23.3,-51.16'],
  ['Londonderry', 5, 'GB', '55,-7.3'],
  ['London', 8, 'CA', '42.98,-81.24'],
  ['Lyon', 9, 'FR', '45.76,4.83'],
];
const documents = TOWNS.map(([name, weight, country, at]) => ({
  name: { input: [name, `${name} city`], weight },
  town: { input: name, weight },
  country,
  at,
  note: name,
}));
const index = new TestIndex({ mapping, documents });

function suggestion(asked: JsonObject, of = index): JsonObject {
  const answer = of.answer({ suggest: { s: asked } });
  if (typeof answer === 'string') throw new Error(answer);
  return (answer.suggest as { s: [JsonObject] }).s[0];
}

function options(asked: JsonObject, of = index): string[] {
  const { options: shown } = suggestion(asked, of) as { options: JsonObject[] };
  return shown.map(({ text, _id, _score }) => `${text} ${_id} ${String(_score)}`);
}

test('the document of a suggestion was not sorted', () => {
  const suggest = { s: { prefix: 'lond', completion: { field: 'name', size: 1 } } };
  const answer = index.answer({ suggest, query: { match_all: {} }, sort: ['country'] });
  expect(JSON.stringify(answer)).toContain('"options"');
  const { suggest: shown, hits } = answer as { suggest: JsonObject; hits: JsonObject };
  expect(JSON.stringify(shown)).not.toContain('"sort"');
  expect(JSON.stringify(hits)).toContain('"sort"');
});

test('the heaviest first, with their documents', () => {
  const source = { suggest: { s: { prefix: 'lond', completion: { field: 'name', size: 1 } } } };
  const answer = index.answer({ ...source, _source: ['country'] }) as JsonObject;
  expect(answer.suggest).toEqual({
    s: [
      {
        text: 'lond',
        offset: 0,
        length: 4,
        options: [
          { text: 'London', _index: 'test', _id: '1', _score: 30, _source: { country: 'GB' } },
        ],
      },
    ],
  });
  expect(answer.hits).toMatchObject({ total: { value: 0 }, hits: [] });
});

test.each<[JsonObject, readonly string[]]>([
  [{ prefix: 'london c' }, ['London city 1 30', 'London city 4 8']],
  [
    { prefix: 'l', completion: { skip_duplicates: true } },
    ['London 1 30', 'Londrina 2 10', 'Lyon 5 9', 'Londonderry 3 5'],
  ],
  [{ regex: 'l[iy]' }, ['Lyon 5 9']],
  [
    { prefix: 'lodnon', completion: { fuzzy: true } },
    ['London 1 60', 'London 4 16', 'Londonderry 3 10'],
  ],
  [{ prefix: 'lodnon', completion: { fuzzy: { transpositions: false } } }, []],
  [{ prefix: 'lodnon', completion: { fuzzy: { min_length: 7 } } }, []],
  [{ text: 'ly', regex: 'lo.*' }, ['Lyon 5 9']],
  [{ prefix: 'nothing' }, []],
])('%j', ({ completion = {}, ...typed }, expected) => {
  expect(
    options({ ...typed, completion: { field: 'name', ...(completion as JsonObject) } }),
  ).toEqual(expected);
});

test.each<[JsonObject, readonly string[]]>([
  [{ country: 'GB' }, ['London 1 30', 'Londonderry 3 5']],
  [
    { country: [{ context: 'BR', boost: 9 }, 'GB'] },
    ['Londrina 2 90', 'London 1 30', 'Londonderry 3 5'],
  ],
  [
    { country: { context: '', prefix: true, boost: 2 } },
    ['London 1 60', 'Londrina 2 20', 'London 4 16', 'Londonderry 3 10'],
  ],
  [{ place: { lat: 43, lon: -81 } }, ['London 4 8']],
  [{ place: { context: { lat: 51, lon: -1 }, precision: 2 } }, ['London 1 30', 'Londonderry 3 5']],
  [
    { place: { context: { type: 'Point', coordinates: [-1, 51] }, precision: 2 } },
    ['London 1 30', 'Londonderry 3 5'],
  ],
  [{ place: { lat: 54, lon: -3, neighbours: [2] } }, ['London 1 30', 'Londonderry 3 5']],
])('in contexts %j', (contexts, expected) => {
  expect(options({ prefix: 'lon', completion: { field: 'town', contexts } })).toEqual(expected);
});

test('contexts that were met are told', () => {
  const contexts = { country: 'CA', place: { lat: 42.98, lon: -81.24 } };
  const { options: shown } = suggestion({ prefix: 'lon', completion: { field: 'town', contexts } });
  expect((shown as JsonObject[])[0]?.contexts).toEqual({ country: ['CA'], place: ['dpwh'] });
});

test.each<[JsonObject, string]>([
  [{ field: 'note' }, 'Field [note] is not a completion suggest field'],
  [{ field: 'town' }, 'Missing mandatory contexts in context query'],
  [
    { field: 'town', contexts: { z: 'a' } },
    'Unknown context name [z], must be one of [country, place]',
  ],
  [{ field: 'name', contexts: {} }, "suggester [name] doesn't expect any context"],
  [{ field: 'name', fuzzy: { fuzziness: -1 } }, '[completion] failed to parse field [fuzzy]'],
  [{ field: 'name', size: 0 }, '[completion] failed to parse field [size]'],
])('%j is refused', (completion, reason) => {
  expect(() => options({ prefix: 'a', completion })).toThrow(reason);
});

test('a missing text is reported after errors of the options, before the contexts', () => {
  const ask = (completion: JsonObject) => () => options({ completion });
  expect(ask({ field: 'note' })).toThrow('Field [note] is not a completion suggest field');
  expect(ask({ field: 'town', contexts: { z: 'a' } })).toThrow('Unknown context name [z]');
  expect(ask({ field: 'town' })).toThrow('The required text option is missing');
  expect(ask({ field: 'name' })).toThrow('The required text option is missing');
});

test('inputs of hidden documents are not suggested, nor hidden fields asked', () => {
  const queries = ['{"term":{"country":"GB"}}'];
  const british = new TestIndex({ mapping, documents, visibility: { queries, fields: undefined } });
  const asked = { prefix: 'lon', completion: { field: 'name' } };
  expect(options(asked, british)).toEqual(['London 1 30', 'Londonderry 3 5']);
});

test('shards are put together by score, then by text; duplicates are left out', () => {
  const locate = (): undefined => undefined;
  const completion = { field: 'name', size: 3, skip_duplicates: true };
  const request = parseSuggest({ s: { prefix: 'a', completion } }, { locate });
  const shard = (...found: readonly (readonly [string, number])[]) => [
    {
      entries: [
        {
          text: 'a',
          offset: 0,
          length: 1,
          options: found.map(([text, score]) => ({ text, score })),
        },
      ],
    },
  ];
  const [reduced] = reduceSuggestions(request, [
    shard(['ab', 5], ['ac', 2]),
    shard(['aa', 5], ['ab', 3], ['ad', 1]),
  ]);
  expect(reduced?.entries[0]?.options.map(({ text }) => text)).toEqual(['aa', 'ab', 'ac']);
});
