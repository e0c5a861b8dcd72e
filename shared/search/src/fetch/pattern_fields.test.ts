/**
 * Results of patterns in `fields`, `docvalue_fields` and `highlight`, as recorded from OpenSearch
 * 2.19.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  settings: {
    'index.analysis.normalizer.low.type': 'custom',
    'index.analysis.normalizer.low.filter': 'lowercase',
  },
  mapping: {
    properties: {
      kind: { type: 'keyword' },
      same: { type: 'alias', path: 'kind' },
      none: { type: 'keyword', null_value: 'NONE' },
      low: { type: 'keyword', normalizer: 'low' },
      only: { type: 'match_only_text' },
    },
  },
  documents: [{ kind: 'a', none: null, low: 'ABC', only: 'one two' }],
});

const hit = (body: JsonObject) => index.search(body).hits[0] as JsonObject;

test('an alias is shown beside its field', () => {
  expect(hit({ fields: ['*'] }).fields).toMatchObject({ kind: ['a'], same: ['a'] });
  expect(hit({ docvalue_fields: ['k*', 's*'] }).fields).toMatchObject({ kind: ['a'], same: ['a'] });
});

test('values are highlighted as they are shown', () => {
  const highlight = { no_match_size: 9, fields: { '*': {} } };
  expect(hit({ highlight }).highlight).toEqual({
    kind: ['a'],
    low: ['abc'],
    none: ['NONE'],
    only: ['one two'],
    same: ['a'],
  });
});

test('a highlight_query has to be in order where no field is highlighted', () => {
  const query = { wildcard: { n: '*' } };
  const numbers = new TestIndex({
    mapping: { properties: { n: { type: 'integer' } } },
    documents: [{ n: 1 }],
  });
  expect(() => numbers.search({ highlight: { highlight_query: query } })).toThrow(
    'Can only use wildcard queries on keyword and text fields',
  );
});

test.each([
  ['at', '#', "Invalid format: [#]: Pattern includes reserved character: '#'"],
  ['n', '0#', 'Malformed pattern "0#"'],
  ['kind', '#', 'Field [kind] of type [keyword] does not support custom formats'],
])(
  'the format of %s in docvalue_fields is checked where there is a hit',
  (field, format, reason) => {
    const empty = new TestIndex({
      mapping: {
        properties: { at: { type: 'date' }, n: { type: 'integer' }, kind: { type: 'keyword' } },
      },
      documents: [{}],
    });
    const find = (query: JsonObject) => () =>
      empty.search({ query, docvalue_fields: [{ field, format }] });
    expect(find({ match_all: {} })).toThrow(reason);
    expect(find({ match_none: {} })).not.toThrow();
  },
);
