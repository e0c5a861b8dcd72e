/** The fields and analyzers of `like` documents, as OpenSearch 2.19 chooses them. */
import type { JsonObject } from '@skein/content';
import { IndexMapping } from '@skein/mapping';
import { TestIndex } from '../testing/test_index.js';
import { parseQuery } from './parse_query.js';
import { needsOf } from './visit_queries.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', fields: { en: { type: 'text', analyzer: 'english' } } },
      k: { type: 'keyword' },
    },
  },
  documents: [{ t: 'foxes run', k: 'a' }, { t: 'a fox' }, { k: 'b' }],
});

function found(options: JsonObject): string {
  const more_like_this = { min_term_freq: 1, min_doc_freq: 1, ...options };
  return index.matches({ more_like_this }).join(' ');
}

test('the fields of the query do not limit those of a document in the request', () => {
  expect(found({ fields: ['k'], like: [{ doc: { t: 'foxes', k: 'b' } }] })).toBe('1 2 3');
  expect(found({ fields: ['nope'], like: [{ doc: { t: 'run' } }] })).toBe('1');
});

test('a document has fields of its own', () => {
  const doc = { t: 'foxes', k: 'b' };
  expect(found({ fields: ['k'], like: [{ doc, fields: ['t'] }] })).toBe('1');
  expect(found({ fields: ['k'], like: [{ doc, fields: ['t*'] }] })).toBe('1 2');
  expect(found({ fields: ['k'], like: [{ doc, fields: ['k'] }] })).toBe('3');
});

test('words of other fields of an `unlike` document count', () => {
  const like = [{ doc: { t: 'foxes' }, fields: ['t'] }];
  const unlike = (field: string) => [{ doc: { t: 'foxes' }, fields: [field] }];
  expect(found({ fields: ['t'], like, unlike: unlike('t.en') })).toBe('1');
  expect(found({ fields: ['t'], like, unlike: unlike('t') })).toBe('');
});

test('`analyzer` is that of texts, `per_field_analyzer` that of a document', () => {
  const like = [{ doc: { t: 'foxes' }, fields: ['t'] }];
  const analyzer = 'english';
  expect(found({ fields: ['t'], analyzer, like: ['foxes'] })).toBe('2');
  expect(found({ fields: ['t'], analyzer, like })).toBe('1');
  const own = like.map((each) => ({ ...each, per_field_analyzer: { t: analyzer } }));
  expect(found({ fields: ['t'], like: own })).toBe('2');
});

test('an analyzer that does not exist is none', () => {
  const analyzer = 'nope';
  expect(found({ fields: ['t'], analyzer, like: ['foxes'] })).toBe('1');
  expect(found({ fields: ['k'], analyzer, like: ['a b'] })).toBe('');
  const own = { doc: { k: 'a b' }, per_field_analyzer: { k: analyzer } };
  expect(found({ fields: ['k'], like: [own] })).toBe('1 3');
});

test('an empty list of fields of a document is none', () => {
  const doc = { t: 'foxes', k: 'b' };
  expect(found({ fields: ['k'], like: [{ doc, fields: [] }] })).toBe('1 2 3');
});

const neededOf = (document: JsonObject) =>
  needsOf([parseQuery({ more_like_this: { fields: ['t'], like: [document] } })]).documents;

test('the version of a document is a long, and -3 is any', () => {
  expect(neededOf({ _id: '1', version: 5_000_000_000 })).toMatchObject([{ version: 5e9 }]);
  expect(neededOf({ _id: '1', version: -3, version_type: 'external' })).toMatchObject([
    { version: undefined },
  ]);
  expect(() => neededOf({ _id: '1', version_type: 'foo' })).toThrow('No version type match [foo]');
});

test('the fields of documents are looked up once, not for each field again', () => {
  const names = Array.from({ length: 50 }, (_, i) => `f${i}`);
  const wide = new TestIndex({
    mapping: { properties: Object.fromEntries(names.map((name) => [name, { type: 'text' }])) },
    documents: [{ f1: 'quick fox' }],
  });
  const documents = Array.from({ length: 20 }, (_, i) => ({ doc: { f1: `fox ${i}` } }));
  const options = { like: documents, min_term_freq: 1, min_doc_freq: 1 };
  expect(wide.matches({ more_like_this: options })).toEqual(['1']);
  const matching = jest.spyOn(IndexMapping.prototype, 'matching');
  expect(wide.matches({ more_like_this: { ...options, unlike: documents } })).toEqual([]);
  expect(matching.mock.calls.length).toBeLessThan(names.length);
  matching.mockRestore();
});
