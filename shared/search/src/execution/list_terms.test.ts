/** Compares `_terms_enum` on a shard with the terms in the documents. */

import { compareBytes, utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { parseQuery } from '../queries/parse_query.js';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const MAPPING = mappingOf({
  k: 'keyword',
  all: { type: 'constant_keyword', value: 'Same' },
  o: 'flat_object',
  text: 'text',
  n: 'long',
});

const words = ['a', 'A', 'ab', 'Ab', 'abc', 'b', 'É', 'é', '\uffff', '😀'];

test('a keyword: what begins so, each once, in order, from a place on', () => {
  const request = fc.record({
    string: fc.constantFrom('', 'a', 'A', 'ab', 'é', 'z'),
    size: fc.integer({ min: 0, max: 6 }),
    caseInsensitive: fc.boolean(),
    after: fc.option(fc.constantFrom('', 'a', 'ab', 'abb', 'é'), { nil: undefined }),
  });
  const documents = fc.array(fc.array(fc.constantFrom(...words), { maxLength: 3 }), {
    maxLength: 9,
  });
  fc.assert(
    fc.property(documents, request, (values, { string, size, caseInsensitive, after }) => {
      const docs = values.map((k) => ({ k }));
      const index = new TestIndex({ mapping: MAPPING, documents: docs });
      // Case folding applies to ASCII letters only.
      const fold = (text: string) =>
        caseInsensitive ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
      const expected = [...new Set(values.flat())]
        .filter((word) => fold(word).startsWith(fold(string)))
        .filter((word) => after === undefined || compareBytes(utf8(word), utf8(after)) > 0)
        .sort((a, b) => compareBytes(utf8(a), utf8(b)))
        .slice(0, size);
      const asked = { field: 'k', string, size, caseInsensitive, after };
      expect(index.listTerms(asked)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

const documents = [
  { k: 'red', o: { a: 'x1', b: { c: 'y' } }, text: 'some words', n: 1 },
  { k: 'rose', o: { a: 'x2' }, n: 2 },
];
const index = new TestIndex({ mapping: MAPPING, documents });

test.each([
  [{ field: 'all' }, ['Same']],
  [{ field: 'all', string: 'sa' }, []],
  [{ field: 'all', string: 'sa', caseInsensitive: true }, ['Same']],
  [{ field: 'all', after: 'Same' }, []],
  [{ field: 'o' }, ['x1', 'x2', 'y']],
  [{ field: 'o.a', string: 'x' }, ['x1', 'x2']],
  [{ field: 'o.a', after: 'x1' }, ['x2']],
  [{ field: 'o.b.c' }, ['y']],
  [{ field: 'O.a', string: 'x', caseInsensitive: true }, []],
  [{ field: 'text' }, []],
  [{ field: 'n' }, []],
  [{ field: 'gone' }, []],
])('%j', (asked, expected) => {
  expect(index.listTerms(asked)).toEqual(expected);
});

test('a filter that can match nothing, and that of an alias', () => {
  const filter = parseQuery({ match_none: {} });
  expect(index.listTerms({ field: 'k', filter })).toEqual([]);
  const aliasFilter = parseQuery({ term: { n: 2 } });
  expect(index.listTerms({ field: 'k', aliasFilter })).toEqual(['rose']);
});

test('terms of hidden documents and fields are not told', () => {
  const visibility = { queries: ['{"term":{"n":1}}'], fields: undefined };
  const seen = new TestIndex({ mapping: MAPPING, documents, visibility });
  expect(seen.listTerms({ field: 'k' })).toEqual(['red']);
  const fields = [{ grant: ['*'], except: ['o.b'] }];
  const part = new TestIndex({
    mapping: MAPPING,
    documents,
    visibility: { queries: undefined, fields },
  });
  expect(part.listTerms({ field: 'o.b.c' })).toEqual([]);
  expect(part.listTerms({ field: 'o.a' })).toEqual(['x1', 'x2']);
  // Its values include those of `o.b`.
  expect(part.listTerms({ field: 'o' })).toEqual([]);
});
