import { bodyChoices, bodyPlace } from './body_completion.js';
import type { ApiDescription } from './parameter_completion.js';

test.each([
  ['{"', [], true],
  ['{"query":{"ma', ['query'], true],
  ['{"query":{"match":{"title":"x"}},"', [], true],
  ['{"sort":[{"a":1},{"', ['sort', undefined], true],
  ['{"a":"x","order":"de', ['order'], false],
  ['{"a":["x","', ['a', undefined], false],
  ['{"a":"with \\" inside","', [], true],
  ['{"script":"""a "b" {""","', [], true],
])('%s', (before, path, isName) => {
  expect(bodyPlace(before)).toEqual({ path, isName });
});

test.each(['', '{', '{"a":1', '{"a":"b"', '{"a":"""in a "long" text'])('outside: %s', (before) => {
  expect(bodyPlace(before)).toBeUndefined();
});

const DESCRIPTION: ApiDescription = {
  paths: {
    '/{index}/_search': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Search' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Search: {
        properties: {
          query: { $ref: '#/components/schemas/Query' },
          size: { type: 'integer' },
          highlight: { properties: { order: { type: 'string', enum: ['score', 'none'] } } },
          rescore: {
            anyOf: [
              { $ref: '#/components/schemas/Rescore' },
              { items: { $ref: '#/components/schemas/Rescore' } },
            ],
          },
          aggs: { additionalProperties: { $ref: '#/components/schemas/Aggregation' } },
        },
      },
      Rescore: { properties: { window_size: { type: 'integer' } } },
      Query: { properties: { match: {}, term: {} } },
      Aggregation: {
        properties: {
          terms: {},
          aggs: { additionalProperties: { $ref: '#/components/schemas/Aggregation' } },
        },
      },
    },
  },
};

test.each([
  ['{"', ['aggs', 'highlight', 'query', 'rescore', 'size']],
  ['{"query":{"', ['match', 'term']],
  ['{"query":{"match":{"', []],
  ['{"highlight":{"order":"', ['none', 'score']],
  ['{"rescore":{"', ['window_size']],
  ['{"rescore":[{"', ['window_size']],
  ['{"aggs":{"mine":{"aggs":{"other":{"', ['aggs', 'terms']],
  ['{"constructor":{"', []],
])('%s has the choices %j', (before, expected) => {
  const place = bodyPlace(before);
  const request = { method: 'POST', path: '/books/_search?pretty' };
  expect(place && bodyChoices(DESCRIPTION, request, place)).toEqual(expected);
});

test('a path that the description does not have gives no choices', () => {
  const place = { path: [], isName: true };
  expect(bodyChoices(DESCRIPTION, { method: 'POST', path: '/_nothing' }, place)).toEqual([]);
});
