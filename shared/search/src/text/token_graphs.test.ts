/**
 * Texts whose tokens span several positions, with ids and scores that OpenSearch 2.19.1 returned
 * for the same documents.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  settings: {
    'index.analysis.filter.parts.type': 'word_delimiter_graph',
    'index.analysis.filter.parts.preserve_original': 'true',
    'index.analysis.filter.same.type': 'synonym_graph',
    'index.analysis.filter.same.synonyms.0': 'ny, new york',
    'index.analysis.filter.same.synonyms.1': 'car => motor car',
    'index.analysis.analyzer.idents.tokenizer': 'whitespace',
    'index.analysis.analyzer.idents.filter': 'parts,lowercase',
    'index.analysis.analyzer.flat.tokenizer': 'whitespace',
    'index.analysis.analyzer.flat.filter': 'parts,flatten_graph,lowercase',
    'index.analysis.analyzer.syn.tokenizer': 'standard',
    'index.analysis.analyzer.syn.filter': 'lowercase,same',
  },
  mapping: {
    properties: {
      ident: { type: 'text', analyzer: 'flat', search_analyzer: 'idents' },
      city: { type: 'text', search_analyzer: 'syn' },
    },
  },
  documents: [
    { ident: 'PowerShot500 camera' },
    { ident: 'power drill' },
    { ident: 'Wi-Fi PowerShot' },
    { city: 'new york motor show' },
    { city: 'york is new' },
    { city: 'ny car' },
    { city: 'new car york' },
  ],
});

const anywhere = { auto_generate_synonyms_phrase_query: false };

const RECORDED: readonly (readonly [query: JsonObject, hits: readonly [string, number][]])[] = [
  [{ match: { ident: 'PowerShot500' } }, [['1', 2.648539]]],
  [{ match: { ident: { query: 'PowerShot500', ...anywhere } } }, [['1', 2.6485388]]],
  [{ match: { ident: { query: 'Power-Shot camera', operator: 'and' } } }, [['1', 1.6358416]]],
  [{ match_phrase: { ident: 'Wi-Fi PowerShot' } }, [['3', 4.673934]]],
  [{ match_phrase: { ident: { query: 'PowerShot500 camera', slop: 1 } } }, [['1', 2.6485388]]],
  [
    { match: { city: 'ny' } },
    [
      ['6', 1.3940738],
      ['4', 0.62774795],
    ],
  ],
  [
    { match: { city: { query: 'ny', ...anywhere } } },
    [
      ['6', 1.3940738],
      ['5', 0.7133499],
      ['7', 0.7133499],
      ['4', 0.62774795],
    ],
  ],
  [
    { match: { city: { query: 'ny car', minimum_should_match: 2 } } },
    [
      ['6', 2.1966653],
      ['4', 1.6872442],
    ],
  ],
  [{ match_phrase: { city: 'ny motor' } }, [['4', 2.7467403]]],
  [
    { match_bool_prefix: { ident: 'PowerSh' } },
    [
      ['1', 1.6358416],
      ['3', 1.6358416],
    ],
  ],
  [
    { match_bool_prefix: { ident: 'camera Power-Sh' } },
    [
      ['1', 1.6358416],
      ['3', 0.62314445],
    ],
  ],
  [{ match_phrase_prefix: { ident: 'Wi-Fi PowerSh' } }, [['3', 5.686631]]],
  [{ match_phrase_prefix: { ident: { query: 'Wi-Fi Power', slop: 1 } } }, [['3', 6.2635207]]],
  [
    { match_bool_prefix: { city: 'show ny' } },
    [
      ['4', 1.6872442],
      ['6', 1.3940738],
    ],
  ],
  [
    { match_bool_prefix: { city: 'ny mo' } },
    [
      ['4', 1.627748],
      ['6', 1.3940738],
    ],
  ],
  [{ match_phrase_prefix: { city: 'ny mot' } }, [['4', 2.7467403]]],
  [{ match_bool_prefix: { ident: '.c' } }, []],
  [
    { match_phrase_prefix: { city: 'ny' } },
    [
      ['6', 2.220058],
      ['4', 1.6872442],
    ],
  ],
];

it.each(RECORDED)('%j', (query, hits) => {
  const answer = index.search({ query });
  expect(answer.ids).toEqual(hits.map(([id]) => id));
  answer.hits.forEach((hit, i) => {
    expect(Number(hit._score)).toBeCloseTo(hits[i]?.[1] ?? Number.NaN, 4);
  });
});

it('a graph with more ways than a query may have clauses is refused', () => {
  const words = Array.from({ length: 12 }, () => 'ny').join(' ');
  const phrase = { match_phrase: { city: { query: words, slop: 1 } } };
  expect(() => index.search({ query: phrase })).toThrow('maxClauseCount is set to 1024');
});

const question = { query: 'ny', fields: ['city'] };

it.each(['query_string', 'simple_query_string', 'multi_match'])(
  '%s takes the words of a synonym anywhere when it is told so',
  (name) => {
    expect(index.matches({ [name]: question })).toEqual(['4', '6']);
    expect(index.matches({ [name]: { ...question, ...anywhere } })).toEqual(['4', '5', '6', '7']);
  },
);

it('phrases of query_string are looked for in the field with the suffix', () => {
  const plain = new TestIndex({
    mapping: {
      properties: { t: { type: 'text', analyzer: 'english', fields: { e: { type: 'text' } } } },
    },
    documents: [{ t: 'quick foxes' }, { t: 'quick fox' }],
  });
  const query = { query: '"quick fox"', fields: ['t'] };
  expect(plain.matches({ query_string: query })).toEqual(['1', '2']);
  expect(plain.matches({ query_string: { ...query, quote_field_suffix: '.e' } })).toEqual(['2']);
  expect(plain.matches({ query_string: { ...query, quote_field_suffix: '.no' } })).toHaveLength(2);
});
