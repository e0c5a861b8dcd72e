import type { JsonObject } from '@skein/content';
import { parseMultiTermVectors, parseTermVectors } from '../request/parse_term_vectors.js';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const source = { kept: ['quick fox fox', 'slow fox'], plain: 'lazy dog', tag: ['b', 'a'], n: 5 };
const index = new TestIndex({
  mapping: mappingOf({
    kept: { type: 'text', term_vector: 'with_positions' },
    plain: 'text',
    tag: 'keyword',
    n: 'integer',
  }),
  documents: [source, { kept: 'fox' }],
});

test('fields that keep term vectors are shown with what they keep', () => {
  expect(index.termVectors(source, { term_statistics: true })).toEqual({
    kept: {
      field_statistics: { sum_doc_freq: 4, doc_count: 2, sum_ttf: 6 },
      terms: {
        fox: {
          doc_freq: 2,
          ttf: 4,
          term_freq: 3,
          tokens: [{ position: 1 }, { position: 2 }, { position: 104 }],
        },
        quick: { doc_freq: 1, ttf: 1, term_freq: 1, tokens: [{ position: 0 }] },
        slow: { doc_freq: 1, ttf: 1, term_freq: 1, tokens: [{ position: 103 }] },
      },
    },
  });
});

test('any text and keyword field that is named is analysed', () => {
  const options = { fields: ['pl*', 'tag', 'n', 'nope'], field_statistics: false };
  expect(index.termVectors(source, options)).toEqual({
    plain: {
      terms: {
        dog: { term_freq: 1, tokens: [{ position: 1, start_offset: 5, end_offset: 8 }] },
        lazy: { term_freq: 1, tokens: [{ position: 0, start_offset: 0, end_offset: 4 }] },
      },
    },
    tag: {
      terms: {
        a: { term_freq: 1, tokens: [{ position: 1, start_offset: 2, end_offset: 3 }] },
        b: { term_freq: 1, tokens: [{ position: 0, start_offset: 0, end_offset: 1 }] },
      },
    },
  });
});

test('of a made-up document all fields are shown, words that are in no document without statistics', () => {
  const options = {
    term_statistics: true,
    positions: false,
    offsets: false,
    field_statistics: false,
  };
  expect(index.termVectors({ plain: 'lazy cat' }, options, { isArtificial: true })).toEqual({
    plain: { terms: { cat: { term_freq: 1 }, lazy: { doc_freq: 1, ttf: 1, term_freq: 1 } } },
  });
});

test('an empty list of fields asks for what no list asks for', () => {
  const plain = { positions: false, offsets: false, field_statistics: false };
  expect(index.termVectors(source, { ...plain, fields: [] })).toEqual(
    index.termVectors(source, plain),
  );
});

test('a filter keeps the terms that say most', () => {
  const options = { positions: false, filter: { max_num_terms: 1 }, field_statistics: false };
  expect(index.termVectors(source, options)).toEqual({
    kept: { terms: { fox: { term_freq: 3, score: 3 } } },
  });
});

test('terms are those that the index keeps for the document, as long as it is the one that was read', () => {
  const options = { fields: ['kept'], field_statistics: false, positions: false };
  const fox = { kept: { terms: { fox: { term_freq: 1 } } } };
  const document = { id: '2', seqNo: 1 };
  expect(index.termVectors({ kept: 'other' }, options, { document })).toEqual(fox);
  const newer = { id: '2', seqNo: 5 };
  const other = { kept: { terms: { other: { term_freq: 1 } } } };
  expect(index.termVectors({ kept: 'other' }, options, { document: newer })).toEqual(other);
  const analysers = { ...options, offsets: false, per_field_analyzer: { kept: 'standard' } };
  expect(index.termVectors({ kept: 'other' }, analysers, { document })).toEqual(other);
});

test.each<[() => unknown, string]>([
  [() => parseTermVectors({ foo: 1 }, {}), 'unknown field [foo]'],
  [() => parseTermVectors({ filter: { foo: 1 } }, {}), 'the field [foo] is not valid for filter'],
  [() => parseMultiTermVectors({}, {}, []), 'multi term vectors: no documents requested;'],
  [() => parseMultiTermVectors({ foo: [] }, {}, []), 'Unexpected field [foo]'],
])('wrong requests are refused by name', (parse, reason) => {
  expect(parse).toThrow(reason);
});

test('common parameters are those of each document that says nothing else', () => {
  const body = { ids: ['1'], docs: [{ _id: '2', fields: ['b'] }], parameters: { fields: ['a'] } };
  const requests = parseMultiTermVectors(body, { index: 'i' }, ['3']);
  expect(requests.map(({ id, index: name, fields }) => [name, id, fields])).toEqual([
    ['i', '2', ['b']],
    ['i', '3', ['a']],
    ['i', '1', ['a']],
  ]);
});

describe('a filter', () => {
  const many = new TestIndex({
    mapping: { properties: { t: { type: 'text', term_vector: 'yes' } } },
    documents: [{ t: 'a bb bb ccc ccc ccc dddd' }, { t: 'ccc dddd' }, { t: 'dddd' }],
  });
  /** The terms that are left, with their scores. */
  const left = (filter: JsonObject): Readonly<Record<string, number>> => {
    const options = { filter, field_statistics: false };
    const shown = many.termVectors({ t: 'a bb bb ccc ccc ccc dddd' }, options) as JsonObject;
    const { terms } = shown.t as { readonly terms: Readonly<Record<string, { score: number }>> };
    return Object.fromEntries(Object.entries(terms).map(([term, { score }]) => [term, score]));
  };
  const words = (filter: JsonObject): string => Object.keys(left(filter)).join(' ');

  test('takes terms that are frequent here and rare elsewhere first', () => {
    expect(left({})).toEqual({
      a: expect.closeTo(1 + Math.log(2), 5),
      bb: expect.closeTo(2 * (1 + Math.log(2)), 5),
      ccc: expect.closeTo(3 * (1 + Math.log(4 / 3)), 5),
      dddd: 1,
    });
    expect(words({ max_num_terms: 1 })).toBe('ccc');
    expect(words({ max_num_terms: 2 })).toBe('bb ccc');
    expect(words({ max_num_terms: 3 })).toBe('a bb ccc');
  });

  test('of equal scores the queue keeps those that OpenSearch keeps', () => {
    const t = 'a10 a9 a2 the quick brown fox the fox';
    const documents = [{ t }, { t: 'quick fox' }, { t: 'lazy dog' }];
    const ties = new TestIndex({ mapping: mappingOf({ t: 'text' }), documents });
    const options = { fields: ['t'], filter: { max_num_terms: 5 }, field_statistics: false };
    const shown = ties.termVectors({ t }, options) as JsonObject;
    const { terms } = shown.t as { readonly terms: JsonObject };
    expect(Object.keys(terms)).toEqual(['a2', 'a9', 'brown', 'fox', 'the']);
  });

  test.each([
    [{ min_word_length: 2 }, 'bb ccc dddd'],
    [{ max_word_length: 3 }, 'a bb ccc'],
    [{ min_term_freq: 2 }, 'bb ccc'],
    [{ max_term_freq: 2 }, 'a bb dddd'],
    [{ min_doc_freq: 2 }, 'ccc dddd'],
    [{ max_doc_freq: 2 }, 'a bb ccc'],
  ])('%j leaves %s', (filter, terms) => {
    expect(words(filter)).toBe(terms);
  });
});
