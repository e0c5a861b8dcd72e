/** Stored parts of nested documents, as returned by OpenSearch 2.19. */
import type { JsonObject, JsonValue } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const STORED = { type: 'text', store: true };

const index = new TestIndex({
  mapping: {
    _source: { enabled: false },
    properties: {
      text: STORED,
      part: {
        type: 'nested',
        include_in_root: true,
        properties: {
          text: STORED,
          deep: { type: 'nested', include_in_parent: true, properties: { text: STORED } },
        },
      },
      other: { type: 'nested', properties: { text: STORED } },
    },
  },
  documents: [
    {
      text: 'a root fox',
      part: [
        { text: 'red fox', deep: [{ text: 'deep fox' }, { text: 'deeper fox' }] },
        { text: ['one fox', 'two'] },
      ],
      other: { text: 'other fox' },
    },
  ],
});

function innerHits(path: string, shown: JsonObject): readonly JsonObject[] {
  const query = { match: { [`${path}.text`]: 'fox' } };
  const nested = { path, query, inner_hits: { sort: ['_doc'], ...shown } };
  const [hit] = index.search({ query: { nested } }).hits;
  const inner = hit?.inner_hits as Readonly<Record<string, { hits: { hits: JsonObject[] } }>>;
  return inner[path]?.hits.hits ?? [];
}

test('each nested document has values of its own, and of those that it includes', () => {
  const [first, second] = innerHits('part', { stored_fields: ['*'] });
  expect(first?.fields).toEqual({
    'part.text': ['red fox'],
    'part.deep.text': ['deep fox', 'deeper fox'],
  });
  expect(second?.fields).toEqual({ 'part.text': ['one fox', 'two'] });
  expect(innerHits('other', { stored_fields: ['*'] })[0]?.fields).toEqual({
    'other.text': ['other fox'],
  });
});

test('the document has those that it includes', () => {
  const [hit] = index.search({ stored_fields: ['*'] }).hits;
  expect(hit?.fields).toEqual({
    text: ['a root fox'],
    'part.text': ['red fox', 'one fox', 'two'],
    'part.deep.text': ['deep fox', 'deeper fox'],
  });
});

test('they are highlighted', () => {
  const hits = innerHits('part', { highlight: { fields: { '*': {} } } });
  expect(hits.map(({ highlight }) => highlight)).toEqual([
    { 'part.text': ['red <em>fox</em>'] },
    { 'part.text': ['one <em>fox</em>'] },
  ]);
});

test('a nested hit has its id whatever is asked for', () => {
  const [hit] = innerHits('other', { stored_fields: '_none_' });
  expect(hit?._id).toBeDefined();
});

describe('fields of nested documents', () => {
  const sourced = new TestIndex({
    mapping: {
      properties: {
        text: { type: 'text' },
        part: {
          type: 'nested',
          properties: {
            n: { type: 'integer', fields: { text: { type: 'keyword' } } },
            deep: { type: 'nested', properties: { at: { type: 'date' } } },
          },
        },
      },
    },
    documents: [
      {
        text: 'root',
        part: [
          { n: '1', free: 'x' },
          { n: [2, 3], deep: { at: '2024-02-29' } },
        ],
      },
    ],
  });
  const fieldsOf = (path: string, fields: readonly JsonValue[]) => {
    const nested = { path, query: { match_all: {} }, inner_hits: { sort: ['_doc'], fields } };
    const [hit] = sourced.search({ query: { nested } }).hits;
    const inner = hit?.inner_hits as Readonly<Record<string, { hits: { hits: JsonObject[] } }>>;
    return inner[path]?.hits.hits.map(({ fields: shown }) => shown);
  };

  test('are those of the object, by their full names', () => {
    expect(fieldsOf('part', ['part.n', 'text'])).toEqual([{ 'part.n': [1] }, { 'part.n': [2, 3] }]);
    expect(fieldsOf('part', ['part.n.*', { field: 'part.deep.at', format: 'yyyy' }])).toEqual([
      { 'part.n.text': ['1'] },
      { 'part.n.text': ['2', '3'], 'part.deep.at': ['2024'] },
    ]);
    expect(fieldsOf('part.deep', ['part.deep.at', 'part.n'])).toEqual([
      { 'part.deep.at': ['2024-02-29T00:00:00.000Z'] },
    ]);
  });

  test('without a mapping have their full names too', () => {
    const shown = fieldsOf('part', [{ field: 'part.f*', include_unmapped: true }]);
    expect(shown).toEqual([{ 'part.free': ['x'] }, undefined]);
  });
});

test('a nested document has a version but no sequence number', () => {
  const [hit] = innerHits('other', { version: true, seq_no_primary_term: true });
  expect(hit).toMatchObject({ _version: 1 });
  expect(Object.keys(hit ?? {})).not.toEqual(expect.arrayContaining(['_seq_no']));
  expect(Object.keys(hit ?? {})).not.toEqual(expect.arrayContaining(['_primary_term']));
});
