/** Stored parts of nested documents, as returned by OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
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
