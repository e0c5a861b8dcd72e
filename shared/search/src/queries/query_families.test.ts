/** Runs fuzzy, regexp, span, interval, geo, function score and other queries on a real index. */

import { isJsonArray, type JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

/** 1 and 9 as a Roaring bitmap. */
const BITMAP = 'OjAAAAEAAAAAAAEAEAAAAAEACQA=';

const index = new TestIndex({
  mapping: mappingOf({
    title: 'text',
    body: 'text',
    tag: 'keyword',
    need: 'integer',
    rank: 'double',
    at: 'date',
    place: 'geo_point',
  }),
  documents: [
    {
      title: 'the quick brown fox',
      body: 'window handle of a process',
      tag: ['red', 'green'],
      need: 2,
      rank: 4,
      at: '2024-01-01',
      place: '48.8566,2.3522',
    },
    { title: 'quick red fox jumps', tag: ['red'], need: 1, rank: 1, place: '52.52,13.405' },
    { title: 'brown quick dog', body: 'handle with care', tag: ['blue'], need: 2, rank: 9 },
    { title: 'the fox and the quick dog', at: '2024-02-01', place: '-10,179.5' },
    { title: 'qiuck foz', body: 'process', tag: ['redder'], rank: 0.5, place: '-10,-179.5' },
  ],
});

test('an expression of a field that is not there has to be in order', () => {
  const nothing = new TestIndex({ mapping: {}, documents: [{}] });
  expect(nothing.matches({ regexp: { nope: 'a' } })).toEqual([]);
  expect(() => nothing.matches({ regexp: { nope: '[' } })).toThrow();
});

test('the number in a rewrite is looked at before its name', () => {
  const words = new TestIndex({
    mapping: { properties: { t: { type: 'text' } } },
    documents: [{ t: 'a' }],
  });
  const asked = (rewrite: string) => () =>
    words.matches({ wildcard: { t: { value: '*', rewrite } } });
  expect(asked('x2147483648')).toThrow('For input string: "2147483648"');
  expect(asked('x1')).toThrow('Failed to parse rewrite_method [x1]');
  expect(asked('top_terms_1')()).toEqual(['1']);
});

test('a beginning that is analyzed is looked for among terms, which numbers have none of', () => {
  const numbers = new TestIndex({
    mapping: { properties: { n: { type: 'long' }, k: { type: 'keyword' } } },
    documents: [{ n: 5, k: '5' }],
  });
  const asked = (field: string, analyze_wildcard: boolean) =>
    numbers.matches({ simple_query_string: { query: '5*', fields: [field], analyze_wildcard } });
  expect(asked('n', true)).toEqual([]);
  expect(asked('k', true)).toEqual(['1']);
  expect(() => asked('n', false)).toThrow('Can only use prefix queries on keyword and text fields');
});

test('boolean is another name of best_fields', () => {
  const words = new TestIndex({
    mapping: { properties: { t: { type: 'text' } } },
    documents: [{ t: 'a' }],
  });
  expect(words.matches({ multi_match: { query: 'a', fields: ['t'], type: 'boolean' } })).toEqual([
    '1',
  ]);
});

test('a gap may name an alias of its field', () => {
  const aliased = new TestIndex({
    mapping: { properties: { t: { type: 'text' }, u: { type: 'alias', path: 't' } } },
    documents: [{ t: 'a b c' }],
  });
  const clauses = [{ span_term: { u: 'a' } }, { span_gap: { u: 1 } }, { span_term: { u: 'c' } }];
  expect(aliased.matches({ span_near: { clauses } })).toEqual(['1']);
});

test('a word that fits by fewer letters than it has edits scores nothing', () => {
  const words = new TestIndex({
    mapping: { properties: { t: { type: 'text' } } },
    documents: [{ t: 's' }, { t: 'see' }],
  });
  const { hits } = words.search({ query: { match: { t: { query: 's', fuzziness: 2 } } } });
  expect(hits.map(({ _id: id, _score: score }) => [id, Number(score) > 0])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(Number(hits[1]?._score)).toBe(0);
});

test.each(['match', 'match_phrase', 'match_bool_prefix', 'match_phrase_prefix'])(
  'an analyzer that is not there is missed before the field of %s',
  (name) => {
    const nothing = new TestIndex({ mapping: {}, documents: [{}] });
    expect(() => nothing.matches({ [name]: { n: { query: 'x', analyzer: 'e' } } })).toThrow(
      `[${name}] analyzer [e] not found`,
    );
  },
);

test('a bound before the epoch is none of nanoseconds', () => {
  const dates = new TestIndex({
    mapping: { properties: { at: { type: 'date_nanos' } } },
    documents: [{ at: '2024-01-01' }],
  });
  expect(() => dates.matches({ range: { at: { gte: -1 } } })).toThrow(
    'date[1969-12-31T23:59:59.999Z] is before the epoch in 1970 and cannot be stored in nanosecond resolution',
  );
  expect(() => dates.matches({ range: { at: { gte: '-300000-01-01T00:00:00Z' } } })).toThrow(
    'date[-300000-01-01T00:00:00Z] is before the epoch in 1970',
  );
});

test('a bound after the nanoseconds of a long is none of theirs', () => {
  const dates = new TestIndex({
    mapping: { properties: { at: { type: 'date_nanos' } } },
    documents: [{ at: '2024-01-01' }],
  });
  const bound = '+280000-01-01T00:00:00Z';
  expect(() => dates.matches({ range: { at: { gte: bound } } })).toThrow(
    `date[${bound}] is after 2262-04-11T23:47:16.854775807`,
  );
  expect(() => dates.matches({ range: { at: { lte: bound } } })).toThrow(
    'date[+280000-01-01T00:00:00.999999999Z] is after 2262-04-11T23:47:16.854775807',
  );
});

test('date math keeps the nanoseconds of its anchor, and rounds up to a millisecond', () => {
  const dates = new TestIndex({
    mapping: { properties: { at: { type: 'date_nanos' } } },
    documents: [
      { at: '2024-01-01T10:00:00.123456788Z' },
      { at: '2024-01-01T10:00:00.123456789Z' },
      { at: '2024-01-01T23:59:59.999Z' },
      { at: '2024-01-01T23:59:59.999000001Z' },
    ],
  });
  const at = (bounds: JsonObject) => dates.matches({ range: { at: bounds } });
  expect(at({ gte: '2023-12-31T10:00:00.123456789Z||+1d' })).toEqual(['2', '3', '4']);
  expect(at({ lt: '2024-01-01T10:00:00.123456789Z||' })).toEqual(['1']);
  expect(at({ lte: '2024-01-01||/d' })).toEqual(['1', '2', '3']);
  expect(at({ gt: '2024-01-01||/d' })).toEqual(['4']);
});

test('a field without numbers is no factor', () => {
  const words = new TestIndex({
    mapping: { properties: { k: { type: 'keyword' } } },
    documents: [{ k: 'a' }],
  });
  const scored = (factor: JsonObject) => () =>
    words.matches({ function_score: { field_value_factor: factor } });
  expect(scored({ field: 'k' })).toThrow('Field [k] of type [keyword] holds no numbers');
  expect(scored({ field: 'k', boost: 0 })).toThrow(
    'field_value_factor query does not support [boost]',
  );
});

test('fields that cannot hold a bitmap as a term refuse it, and others have no such value', () => {
  const mixed = new TestIndex({
    mapping: mappingOf({ at: 'date', address: 'ip', place: 'geo_point', tag: 'keyword' }),
    documents: [{ tag: BITMAP }],
  });
  const asked = (field: string) => () =>
    mixed.matches({ terms: { [field]: [BITMAP], value_type: 'bitmap' } });
  expect(asked('at')).toThrow(`failed to parse date field [${BITMAP}]`);
  expect(asked('address')).toThrow(`'${BITMAP}' is not an IP string literal.`);
  expect(asked('place')).toThrow('Geometry fields do not support exact searching');
  expect(asked('tag')()).toEqual([]);
});

test('wildcard fields have no fuzzy words, and points may stand in lists', () => {
  const mixed = new TestIndex({
    mapping: { properties: { w: { type: 'wildcard' }, p: { type: 'geo_point' } } },
    documents: [{ w: 'a', p: { lat: 40, lon: 1 } }],
  });
  expect(() => mixed.matches({ fuzzy: { w: 'a' } })).toThrow(
    'Can only use fuzzy queries on keyword',
  );
  const around = { geo_distance: { distance: '5', p: { lat: 40, lon: [[9], 1] } } };
  expect(mixed.matches(around as JsonObject)).toEqual(['1']);
});

test('ids have no places', () => {
  const ids = new TestIndex({ mapping: {}, documents: [{}] });
  expect(ids.matches({ span_term: { _id: 'x' } })).toEqual([]);
  expect(() => ids.matches({ span_term: { _id: '1' } })).toThrow(
    'field "_id" was indexed without position data; cannot run SpanTermQuery',
  );
});

test('no further part of a span is looked for where one has nothing', () => {
  const words = new TestIndex({
    mapping: { properties: { k: { type: 'keyword' } } },
    documents: [{ k: 'a' }],
  });
  const clauses = (...all: readonly string[]) => all.map((k) => ({ span_term: { k } }));
  expect(words.matches({ span_near: { clauses: clauses('x', 'a') } })).toEqual([]);
  expect(() => words.matches({ span_near: { clauses: clauses('a', 'x') } })).toThrow(
    'field "k" was indexed without position data; cannot run SpanTermQuery',
  );
});

test.each(['prefix', 'match_bool_prefix'])(
  'completions have no beginnings for %s: they are suggested',
  (query) => {
    const suggested = new TestIndex({
      mapping: { properties: { c: { type: 'completion' } } },
      documents: [{ c: 'often' }],
    });
    expect(() => suggested.matches({ [query]: { c: 'of' } })).toThrow(
      'Can only use prefix queries on keyword and text fields - not on [c] which is of type [completion]',
    );
  },
);

test('columns of completions are refused by what they are', () => {
  const suggested = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    documents: [{ c: 'often' }],
  });
  expect(() => suggested.search({ sort: ['c'] })).toThrow(
    'Fielddata is not supported on field [c] of type [completion]',
  );
  expect(() => suggested.search({ docvalue_fields: ['c'] })).toThrow(
    'Fielddata is not supported on field [c] of type [completion]',
  );
});

test.each([
  { match: { title: { query: 's', fuzzy_rewrite: 'x' } } },
  { multi_match: { query: 's', fields: ['nope'], fuzzy_rewrite: 'x' } },
  { match_bool_prefix: { title: { query: 's', fuzzy_rewrite: 'x' } } },
])('a rewrite that is none is refused though nothing is fuzzy: %j', (query) => {
  const words = new TestIndex({ mapping: {}, documents: [{ title: 'a' }] });
  expect(() => words.matches(query as JsonObject)).toThrow('Failed to parse rewrite_method [x]');
});

test('values without words have no beginnings, and no cases', () => {
  const values = new TestIndex({
    mapping: { properties: { p: { type: 'geo_point' }, r: { type: 'integer_range' } } },
    documents: [{}],
  });
  expect(() => values.matches({ match_bool_prefix: { p: 'a b' } })).toThrow(
    'Geometry fields do not support exact searching',
  );
  expect(() => values.matches({ match_bool_prefix: { r: 'a b' } })).toThrow(
    'For input string: "a b"',
  );
  const term = { r: { value: 'n', case_insensitive: true } };
  expect(() => values.matches({ term })).toThrow('does not support case insensitive term queries');
});

test('a truth that is found whatever its case does not score', () => {
  const values = new TestIndex({
    mapping: { properties: { b: { type: 'boolean' } } },
    documents: [{ b: true }, { b: false }, { b: false }],
  });
  const term = { b: { value: 'true', case_insensitive: true } };
  expect(values.search({ query: { term } }).maxScore).toBe(1);
});

test('the fields of a hit show completions as they were given', () => {
  const suggested = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    documents: [{ c: { input: 'often', weight: 3 } }],
  });
  const [hit] = suggested.search({ fields: ['c'] }).hits;
  expect(hit?.fields).toEqual({ c: [{ input: 'often', weight: 3 }] });
});

test.each<[string, string[]]>([
  ['+the +fox', ['1']],
  ['the AND fox', ['1']],
  ['the -fox', ['2']],
  ['"the" -fox', ['2']],
  ['(the) fox', ['1']],
  ['-the fox', ['1']],
  ['the^2 -fox', ['2']],
  ['the', []],
  ['-the', []],
])('clauses of %s without words are as if they had not been written', (query, found) => {
  const words = new TestIndex({
    settings: {
      'index.analysis.analyzer.fewer.type': 'standard',
      'index.analysis.analyzer.fewer.stopwords': 'the',
    },
    mapping: { properties: { t: { type: 'text', analyzer: 'fewer' } } },
    documents: [{ t: 'the fox' }, { t: 'the dog' }],
  });
  expect(words.matches({ query_string: { query, fields: ['t'] } })).toEqual(found);
});

test('a field that takes no phrases is passed over leniently', () => {
  const keyed = new TestIndex({
    mapping: { properties: { k: { type: 'keyword' }, t: { type: 'text' } } },
    documents: [{ k: 'a b', t: 'a b' }],
  });
  const query = '"a b"';
  for (const type of ['query_string', 'simple_query_string']) {
    expect(keyed.matches({ [type]: { query, analyzer: 'standard' } } as JsonObject)).toEqual(['1']);
  }
});

test.each<[string, JsonObject]>([
  ['match', { match: { n: { query: '1 x', analyzer: 'standard', lenient: true } } }],
  [
    'multi_match',
    { multi_match: { query: '1 x', fields: ['n'], analyzer: 'standard', lenient: true } },
  ],
  [
    'cross_fields',
    {
      multi_match: {
        query: '1 x',
        fields: ['n'],
        analyzer: 'standard',
        lenient: true,
        type: 'cross_fields',
      },
    },
  ],
  [
    'bool_prefix',
    {
      multi_match: {
        query: '1 x 2',
        fields: ['n'],
        analyzer: 'standard',
        lenient: true,
        type: 'bool_prefix',
      },
    },
  ],
  ['query_string', { query_string: { query: '1\\ x', analyzer: 'standard' } }],
  [
    'simple_query_string',
    { simple_query_string: { query: '1 x', flags: 'NONE', analyzer: 'standard' } },
  ],
])('a word that is no number is passed over leniently, and no other word: %s', (_name, query) => {
  const numbers = new TestIndex({
    mapping: { properties: { n: { type: 'integer' } } },
    documents: [{ n: 1 }, { n: 3 }],
  });
  expect(numbers.matches(query)).toEqual(['1']);
});

test('beginnings and misspelled words are written as the analyzer of a language writes terms', () => {
  const words = new TestIndex({
    settings: { 'index.analysis.analyzer.own.type': 'german' },
    mapping: { properties: { t: { type: 'text', analyzer: 'own' } } },
    documents: [{ t: 'Wüste' }, { t: 'Werke' }],
  });
  for (const query of ['Wüst*', 'W?st*', 'Wüt~1', 'Wüstt~1']) {
    expect(words.matches({ query_string: { query, fields: ['t'] } })).toEqual(['1']);
  }
  expect(words.matches({ simple_query_string: { query: 'Wüs*', fields: ['t'] } })).toEqual(['1']);
});

test('an object is no value of a term', () => {
  expect(() => index.matches({ term: { tag: { value: {} } } })).toThrow(
    'Unexpected token [END_OBJECT] found after the main object.',
  );
});

test('words in fields that do not exist are in no document, and their negation is in all', () => {
  const words = new TestIndex({ mapping: mappingOf({ k: 'keyword' }), documents: [{ k: 'a' }] });
  const found = (query: string, default_operator = 'or') =>
    words.matches({ simple_query_string: { query, fields: ['nope', 'no*'], default_operator } });
  for (const query of ['*', '-x', 'x -y', '(-x) y', '-"a b"']) expect(found(query)).toEqual(['1']);
  for (const query of ['x', 'x y', '(*)', 'x*', '']) expect(found(query)).toEqual([]);
  expect(found('x -y', 'and')).toEqual([]);
});

test('a script that returns no number requires one term of a set', () => {
  const words = new TestIndex({ mapping: mappingOf({ k: 'keyword' }), documents: [{ k: 'a' }] });
  const found = (source: string) =>
    words.matches({
      terms_set: { k: { terms: ['a', 'b'], minimum_should_match_script: { source } } },
    });
  expect(found('Double.NaN')).toEqual(['1']);
  expect(found('0.0 / 0')).toEqual(['1']);
  expect(found('1.0 / 0')).toEqual([]);
});

test('a set of no terms matches nothing, whatever else it lacks', () => {
  const words = new TestIndex({ mapping: {}, documents: [{ k: 'a' }] });
  expect(words.matches({ terms_set: { k: {} } })).toEqual([]);
  expect(words.matches({ terms_set: { k: { terms: [] } } })).toEqual([]);
  expect(() => words.matches({ terms_set: { k: { terms: ['a'] } } })).toThrow(
    'No minimum should match has been specified',
  );
});

test('a boost without a number', () => {
  const words = new TestIndex({ mapping: {}, documents: [{ title: 'a' }] });
  const asked = (fields: string) => () =>
    words.matches({ multi_match: { query: 'a', fields: [fields] } });
  expect(asked('title^')).toThrow('empty String');
  expect(asked('title^x')).toThrow('For input string: "x"');
});

const term = (value: string): JsonObject => ({ span_term: { title: value } });
const rank = { field_value_factor: { field: 'rank', missing: 2 } };
const encoded = (query: JsonObject): string => btoa(JSON.stringify(query));

const FOUND: readonly (readonly [string, JsonObject, string])[] = [
  ['fuzzy', { fuzzy: { title: 'quick' } }, '1 2 3 4 5'],
  ['fuzzy exact', { fuzzy: { title: { value: 'quick', fuzziness: 0 } } }, '1 2 3 4'],
  [
    'fuzzy without swaps',
    { fuzzy: { title: { value: 'quick', fuzziness: 1, transpositions: false } } },
    '1 2 3 4',
  ],
  ['fuzzy prefix', { fuzzy: { title: { value: 'fox', prefix_length: 3 } } }, '1 2 4'],
  ['match fuzziness', { match: { title: { query: 'foks', fuzziness: 'AUTO' } } }, ''],
  ['match fuzziness 2', { match: { title: { query: 'foks', fuzziness: 2 } } }, '1 2 4 5'],
  ['match fuzziness keyword', { match: { tag: { query: 'rad', fuzziness: 1 } } }, '1 2'],
  [
    'bool_prefix fuzziness',
    { match_bool_prefix: { title: { query: 'qiick fo', fuzziness: 1, operator: 'and' } } },
    '1 2 4 5',
  ],
  ['regexp', { regexp: { tag: 're.*' } }, '1 2 5'],
  ['regexp interval', { regexp: { tag: { value: 'red|~(red.*)', flags: 'COMPLEMENT' } } }, '1 2 3'],
  ['regexp flags up to ALL', { regexp: { tag: { value: 'red|@', flags: 'all|?' } } }, '1 2 3 5'],
  ['regexp no flags', { regexp: { tag: { value: 'red|@', flags: '|' } } }, '1 2'],
  ['regexp null flags', { regexp: { tag: { value: 'red|~(red.*)', flags: null } } }, '1 2 3'],
  ['regexp case', { regexp: { tag: { value: 'RED', case_insensitive: true } } }, '1 2'],
  ['prefix top terms', { prefix: { tag: { value: 're', rewrite: 'top_terms_1' } } }, '1 2'],
  [
    'wildcard scored',
    { wildcard: { title: { value: '*o*', rewrite: 'scoring_boolean' } } },
    '1 2 3 4 5',
  ],
  [
    'cross_fields',
    {
      multi_match: {
        query: 'fox handle',
        type: 'cross_fields',
        operator: 'and',
        fields: ['title', 'body'],
      },
    },
    '1',
  ],
  ['query_string fuzzy', { query_string: { query: 'quikc~', default_field: 'title' } }, '1 2 3 4'],
  ['query_string regexp', { query_string: { query: '/d[ao]g/', default_field: 'title' } }, '3 4'],
  ['simple and', { simple_query_string: { query: 'fox + brown', fields: ['title'] } }, '1'],
  ['simple not', { simple_query_string: { query: 'fox + -red', fields: ['title'] } }, '1 4'],
  ['simple phrase', { simple_query_string: { query: '"quick fox"~1', fields: ['title'] } }, '1 2'],
  ['simple prefix', { simple_query_string: { query: 're*', fields: ['tag'] } }, '1 2 5'],
  ['simple prefix of another case', { simple_query_string: { query: 'RE*', fields: ['tag'] } }, ''],
  [
    'simple phrase with escapes',
    { simple_query_string: { query: '"red \\" f\\ox"', fields: ['title'] } },
    '2',
  ],
  [
    'simple group',
    { simple_query_string: { query: '(red | dog) + fox*', fields: ['title'] } },
    '2 4',
  ],
  ['simple fuzzy', { simple_query_string: { query: 'qiuc~1', fields: ['title'] } }, '5'],
  ['simple broken', { simple_query_string: { query: '(fox "', fields: ['title'] } }, '1 2 4'],
  [
    'simple without operators',
    { simple_query_string: { query: 'brown + jumps', fields: ['title'], flags: 'NONE' } },
    '1 2 3',
  ],
  ['span_near', { span_near: { clauses: [term('quick'), term('fox')], slop: 1 } }, '1 2'],
  [
    'span_near any order',
    { span_near: { clauses: [term('quick'), term('fox')], slop: 2, in_order: false } },
    '1 2 4',
  ],
  [
    'span_gap',
    { span_near: { clauses: [term('quick'), { span_gap: { title: 1 } }, term('fox')] } },
    '1 2',
  ],
  [
    'span_gap twice',
    {
      span_near: {
        clauses: [term('the'), { span_gap: { title: 1 } }, { span_gap: { title: 1 } }, term('fox')],
      },
    },
    '1',
  ],
  ['span_gap first', { span_near: { clauses: [{ span_gap: { title: 3 } }, term('fox')] } }, '1'],
  ['span_gap alone', { span_near: { clauses: [{ span_gap: { title: 3 } }] } }, ''],
  ['common', { common: { title: { query: 'quick jumps', cutoff_frequency: 1 } } }, '2'],
  ['common alone', { common: { title: { query: 'quick fox', cutoff_frequency: 1 } } }, '1 2 4'],
  [
    'common of rare words',
    {
      common: {
        title: { query: 'red brown', cutoff_frequency: 2, minimum_should_match: { low_freq: 2 } },
      },
    },
    '',
  ],
  ['common keyword', { common: { tag: 'red' } }, '1 2'],
  ['match cutoff', { match: { title: { query: 'quick jumps', cutoff_frequency: 1 } } }, '2'],
  ['template', { template: { term: { tag: 'blue' } } }, '3'],
  ['bitmap', { terms: { need: [BITMAP], value_type: 'bitmap' } }, '2'],
  ['span_or', { span_or: { clauses: [term('jumps'), term('dog')] } }, '2 3 4'],
  ['span_first', { span_first: { match: term('quick'), end: 1 } }, '2'],
  [
    'span_not',
    { span_not: { include: term('quick'), exclude: term('brown'), post: 1, pre: 1 } },
    '2 4',
  ],
  [
    'span_containing',
    {
      span_containing: {
        big: { span_near: { clauses: [term('quick'), term('fox')], slop: 5 } },
        little: term('red'),
      },
    },
    '2',
  ],
  [
    'span_within',
    {
      span_within: {
        big: { span_near: { clauses: [term('quick'), term('fox')], slop: 5 } },
        little: term('brown'),
      },
    },
    '1',
  ],
  [
    'span_multi',
    {
      span_near: {
        clauses: [
          { span_multi: { match: { fuzzy: { title: 'quick' } } } },
          { span_multi: { match: { prefix: { title: 'fo' } } } },
        ],
        slop: 0,
      },
    },
    '5',
  ],
  [
    'span_multi of a range',
    {
      span_near: {
        clauses: [
          { span_multi: { match: { range: { title: { gte: 'q', lt: 'r' } } } } },
          term('brown'),
        ],
        slop: 0,
      },
    },
    '1',
  ],
  [
    'field_masking_span',
    {
      span_near: {
        clauses: [
          term('quick'),
          { field_masking_span: { query: { span_term: { body: 'of' } }, field: 'title' } },
        ],
        slop: 0,
      },
    },
    '1',
  ],
  ['intervals', { intervals: { title: { match: { query: 'fox quick', max_gaps: 1 } } } }, '1 2'],
  [
    'intervals ordered',
    { intervals: { title: { match: { query: 'fox quick', ordered: true } } } },
    '4',
  ],
  [
    'intervals any_of in all_of',
    {
      intervals: {
        title: {
          all_of: {
            ordered: true,
            max_gaps: 0,
            intervals: [
              { match: { query: 'quick' } },
              {
                any_of: { intervals: [{ match: { query: 'dog' } }, { prefix: { prefix: 'bro' } }] },
              },
            ],
          },
        },
      },
    },
    '1 3 4',
  ],
  [
    'intervals filter',
    {
      intervals: {
        title: {
          match: {
            query: 'quick fox',
            filter: { not_containing: { match: { query: 'brown' } } },
          },
        },
      },
    },
    '2 4',
  ],
  [
    'intervals before',
    {
      intervals: {
        title: { match: { query: 'fox', filter: { before: { match: { query: 'quick' } } } } },
      },
    },
    '4',
  ],
  [
    'intervals fuzzy',
    { intervals: { title: { fuzzy: { term: 'fox', fuzziness: 1 } } } },
    '1 2 4 5',
  ],
  [
    'intervals use_field',
    { intervals: { title: { match: { query: 'care', use_field: 'body' } } } },
    '3',
  ],
  ['geo_distance', { geo_distance: { distance: '1000km', place: { lat: 50, lon: 8 } } }, '1 2'],
  [
    'geo_bounding_box over the date line',
    { geo_bounding_box: { place: { top: 0, left: 179, bottom: -20, right: -179 } } },
    '4 5',
  ],
  ['geo_polygon', { geo_polygon: { place: { points: ['47,1', '47,4', '50,4', '50,1'] } } }, '1'],
  [
    'geo_shape',
    { geo_shape: { place: { shape: 'POLYGON ((1 47, 14 47, 14 53, 1 53, 1 47))' } } },
    '1 2',
  ],
  [
    'terms_set',
    { terms_set: { tag: { terms: ['red', 'green', 'blue'], minimum_should_match_field: 'need' } } },
    '1 2',
  ],
  [
    'distance_feature',
    { distance_feature: { field: 'at', origin: '2024-01-02', pivot: '1d' } },
    '1 4',
  ],
  ['function_score min_score', { function_score: { ...rank, min_score: 3 } }, '1 3'],
  [
    'more_like_this text',
    {
      more_like_this: {
        fields: ['title'],
        like: 'brown dog',
        min_term_freq: 1,
        min_doc_freq: 1,
        minimum_should_match: 2,
      },
    },
    '3',
  ],
  [
    'more_like_this document',
    {
      more_like_this: {
        fields: ['body'],
        like: { doc: { body: 'process handle' } },
        unlike: 'process',
        min_term_freq: 1,
        min_doc_freq: 1,
      },
    },
    '1 3',
  ],
  ['wrapper', { wrapper: { query: encoded({ term: { tag: 'blue' } }) } }, '3'],
];

test.each(FOUND)('%s', (_name, query, ids) => {
  expect(index.matches(query).join(' ')).toBe(ids);
});

test('a flag of regular expressions before ALL is read', () => {
  const regexp = { tag: { value: 'red', flags: 'foo|ALL' } };
  expect(() => index.matches({ regexp })).toThrow('Unknown regexp flag [foo]');
});

function scores(query: JsonObject): Record<string, number> {
  const { hits } = index.search({ query, size: 10 });
  return Object.fromEntries(hits.map((hit) => [String(hit._id), Number(hit._score)]));
}

test('functions are combined as the modes say', () => {
  const functions = [
    { filter: { term: { tag: 'red' } }, weight: 3 },
    { filter: { term: { tag: 'green' } }, weight: 5 },
  ];
  const of = (modes: JsonObject): number | undefined =>
    scores({ function_score: { query: { ids: { values: ['1', '3'] } }, functions, ...modes } })[
      '1'
    ];
  expect(of({})).toBe(15);
  expect(of({ score_mode: 'sum' })).toBe(8);
  expect(of({ score_mode: 'avg' })).toBe(1);
  expect(of({ score_mode: 'first' })).toBe(3);
  expect(of({ score_mode: 'max', boost_mode: 'replace' })).toBe(5);
  expect(of({ score_mode: 'min', boost_mode: 'sum' })).toBe(4);
  expect(of({ max_boost: 2 })).toBe(2);
});

test('decay falls to its share at its scale', () => {
  const of = (shape: string, options: JsonObject): Record<string, number> =>
    scores({ function_score: { boost_mode: 'replace', [shape]: options } });
  const near = { rank: { origin: 1, scale: 3, decay: 0.25 } };
  expect(of('gauss', near)).toMatchObject({ 1: 0.25, 2: 1, 4: 1 });
  expect(of('exp', near)).toMatchObject({ 1: 0.25, 2: 1 });
  expect(of('linear', near)).toMatchObject({ 1: 0.25, 2: 1, 3: 0 });
  const day = { at: { origin: '2024-01-02', scale: '1d', offset: '0d' } };
  expect(of('exp', day)).toMatchObject({ 1: 0.5 });
  expect(of('linear', { place: { origin: '48.8566,2.3522', scale: '10km' } })).toMatchObject({
    1: 1,
    2: 0,
  });
});

test('chance is the same for the same seed', () => {
  const random = (seed: number): Record<string, number> =>
    scores({ function_score: { random_score: { seed, field: '_seq_no' } } });
  expect(random(7)).toEqual(random(7));
  expect(random(7)).not.toEqual(random(8));
  for (const score of Object.values(random(7))) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThan(1);
  }
});

test('hits are sorted by distance, those without a point last', () => {
  const sort = [{ _geo_distance: { place: [2.3522, 48.8566], unit: 'km', order: 'asc' } }];
  const { ids, hits } = index.search({ sort });
  expect(ids.slice(0, 2)).toEqual(['1', '2']);
  expect(ids.at(-1)).toBe('3');
  const distances = hits.map((hit) => (isJsonArray(hit.sort) ? hit.sort[0] : undefined));
  expect(Number(distances[1])).toBeCloseTo(877.46, 0);
  expect(distances.at(-1)).toBe('Infinity');
});

test('limits are taken on this side', () => {
  const most = Array.from({ length: 65_536 }, (_, i) => i);
  expect(index.matches({ terms: { need: most } })).toEqual(
    index.matches({ exists: { field: 'need' } }),
  );
  expect(index.matches({ regexp: { tag: 'a'.repeat(1000) } })).toEqual([]);
  const regexp = { tag: { value: 'blue', max_determinized_states: 100_000 } };
  expect(index.matches({ regexp })).toEqual(['3']);
});

test('a beginning in a simple query string has the case that the analyzer leaves it', () => {
  const cased = new TestIndex({
    mapping: { properties: { t: { type: 'text', analyzer: 'whitespace' } } },
    documents: [{ t: 'Fox' }],
  });
  for (const analyze_wildcard of [false, true]) {
    const matches = (query: string) =>
      cased.matches({ simple_query_string: { query, fields: ['t'], analyze_wildcard } });
    expect(matches('Fo*')).toEqual(['1']);
    expect(matches('FO*')).toEqual([]);
  }
});

test('fields of a simple query string have boosts of their own', () => {
  const scoresOf = (fields: string[]) => {
    const query = { simple_query_string: { query: 'fox', fields } };
    return index.search({ query }).hits.map(({ _score: score }) => Number(score));
  };
  const plain = scoresOf(['title']);
  expect(plain).toHaveLength(3);
  scoresOf(['title^4']).forEach((score, i) => {
    expect(score).toBeCloseTo(4 * (plain[i] as number), 5);
  });
});

test('trees of terms are found only where they meet, when they are indexed as such', () => {
  const trees = new TestIndex({
    mapping: {
      properties: {
        s: { type: 'geo_shape', strategy: 'term', points_only: true, tree: 'geohash' },
      },
    },
    documents: [{ s: 'POINT (1 1)' }],
  });
  const shape = 'POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))';
  const related = (relation: string) => trees.matches({ geo_shape: { s: { shape, relation } } });
  expect(related('intersects')).toEqual(['1']);
  expect(() => related('within')).toThrow('Within');
  expect(() => related('disjoint')).toThrow('Disjoint');
});

const REFUSED: readonly (readonly [JsonObject, string])[] = [
  [
    { terms: { need: Array.from({ length: 65_537 }, (_, i) => i) } },
    'The number of terms [65537] used in the Terms Query request has exceeded the allowed maximum of [65536]. This maximum can be set by changing the [index.max_terms_count] index level setting.',
  ],
  [
    { multi_match: { query: 'a', fields: ['title'], type: 'bool_prefix', slop: 1 } },
    '[slop] not allowed for type [bool_prefix]',
  ],
  [
    { multi_match: { query: 'a', fields: ['title'], type: 'bool_prefix', cutoff_frequency: 1 } },
    '[cutoff_frequency] not allowed for type [bool_prefix]',
  ],
  [
    { span_near: { clauses: [term('a'), []] } },
    '[_na] query malformed, must start with start_object',
  ],
  [
    { span_near: { clauses: [term('a'), [5]] } },
    '[_na] query malformed, must start with start_object',
  ],
  [
    { span_near: { clauses: [term('a'), [term('b')]] } },
    '[span_near] query does not support [clauses]',
  ],
  [{ exists: { field: '_source' } }, 'The _source field is not searchable'],
  [{ regexp: { tag: '[a' } }, "failed to create query: expected ']' at position 2"],
  [{ regexp: { tag: '.*a.{20}' } }, 'would require more than 10000 effort'],
  [{ regexp: { tag: 'a'.repeat(1001) } }, 'has exceeded the allowed maximum of [1000]'],
  [
    { regexp: { tag: { value: '(.*a.{20})&(.*b.{18})', max_determinized_states: 2_000_000_000 } } },
    '[max_determinized_states] of [2000000000] has exceeded the allowed maximum of [100000]. This maximum can be set by changing the [index.max_determinized_states] index level setting.',
  ],
  [
    { query_string: { query: '/a.*/', fields: ['tag'], max_determinized_states: 100_001 } },
    'has exceeded the allowed maximum of [100000]',
  ],
  [{ regexp: { tag: `<1-${'9'.repeat(900)}>` } }, 'interval syntax error at position 903'],
  [
    { dis_max: { queries: [{ match_all: {} }, { term: { tag: 'red' } }], tie_breaker: 1.5 } },
    'failed to create query: tieBreakerMultiplier must be in [0, 1]',
  ],
  [
    { function_score: { field_value_factor: { field: 'nope' } } },
    'failed to create query: Unable to find a field mapper for field [nope]',
  ],
  [{ fuzzy: { need: { value: 5 } } }, 'Can only use fuzzy queries on keyword and text fields'],
  [{ prefix: { tag: { value: 'a', rewrite: 'x' } } }, 'Failed to parse rewrite_method [x]'],
  [{ query_string: { query: '(', rewrite: 'x' } }, 'Failed to parse rewrite_method [x]'],
  [
    { query_string: { query: '', rewrite: 'x', fuzzy_rewrite: 'y' } },
    'Failed to parse rewrite_method [y]',
  ],
  [
    { query_string: { query: '(', rewrite: 'x', analyzer: 'nope' } },
    '[query_string] analyzer [nope] not found',
  ],
  [
    { geo_distance: { distance: '1km', place: '100,1' } },
    "couldn't validate latitude/ longitude values",
  ],
  [
    { geo_polygon: { place: { points: ['1,2', '3,181', '5,6'] } } },
    'illegal longitude value [181.0] for [geo_polygon]',
  ],
  [{ geo_distance: { distance: '1km', tag: '10,1' } }, 'field [tag] is not a geo_point field'],
  [{ geo_shape: { place: { shape: 'POINT (1 1)' } } }, 'does not support point queries'],
  [
    { span_near: { clauses: [term('a'), { span_term: { body: 'b' } }] } },
    'Cannot add clause body:b to SpanNearQuery for field title',
  ],
  [
    { intervals: { tag: { match: { query: 'a' } } } },
    'Can only use interval queries on text fields',
  ],
  [{ function_score: { field_value_factor: { field: 'rank' } } }, 'Missing value for field [rank]'],
];

test.each(REFUSED)('%j', (query, reason) => {
  expect(() => index.search({ query })).toThrow(reason);
});

test('the cause of a refused point or box names each coordinate', () => {
  const box = { top: 91, left: -181, bottom: -91, right: 181 };
  for (const [query, faults] of [
    [
      { geo_distance: { distance: '1km', place: '91.5,2' } },
      ' 1: [geo_distance] center point latitude is invalid: 91.5;',
    ],
    [
      { geo_bounding_box: { place: box } },
      ' 1: [geo_bounding_box] top latitude is invalid: 91.0; 2: [geo_bounding_box] bottom latitude is invalid: -91.0; 3: [geo_bounding_box] left longitude is invalid: -181.0; 4: [geo_bounding_box] right longitude is invalid: 181.0;',
    ],
  ] as const) {
    expect(() => index.search({ query })).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({
          type: 'query_validation_exception',
          reason: `Validation Failed:${faults}`,
        }),
      }),
    );
    const coerced = Object.entries(query).map(([name, options]) => ({
      [name]: { ...options, validation_method: 'coerce' },
    }));
    for (const one of coerced) expect(() => index.search({ query: one })).not.toThrow();
  }
});

test.each([
  [{ match: { title: { query: 'x', prefix_length: -1 } } }, '[match] requires prefix length to be'],
  [{ match: { title: { query: 'x', max_expansions: 0 } } }, '[match] requires maxExpansions to be'],
  [
    { match_bool_prefix: { title: { query: 'x', prefix_length: -1 } } },
    '[match_bool_prefix] requires prefix length to be non-negative.',
  ],
  [{ multi_match: { query: 'x', prefix_length: -1 } }, 'No negative prefix length allowed.'],
  [
    { multi_match: { query: 'x', max_expansions: 0 } },
    'Max expansions must be strictly great than zero.',
  ],
  [
    { multi_match: { query: 'x', type: 'BEST_FIELDS' } },
    'failed to parse [multi_match] query type',
  ],
  [
    { match: { title: { query: 'x y', minimum_should_match: '2147483648' } } },
    'For input string: "2147483648"',
  ],
  [{ query_string: { query: 'x', time_zone: 'Nowhere' } }, 'Unknown time-zone ID: Nowhere'],
  [
    { query_string: { query: 'x', fields: ['title'], default_field: 'title' } },
    '[query_string] cannot use [fields] parameter in conjunction with [default_field]',
  ],
  [
    { query_string: { query: 'x', quote_analyzer: 'nope' } },
    '[query_string] quote_analyzer [nope] not found',
  ],
  [{ simple_query_string: { query: 'x', flags: 2_147_483_648 } }, 'out of range of int'],
  [
    { more_like_this: { fields: ['title'], like: { _id: '1', fields: 'title' } } },
    'failed to parse More Like This item. field [fields] must be an array',
  ],
])('%j is refused', (query, reason) => {
  expect(() => index.matches(query as JsonObject)).toThrow(reason);
});

test('spans of a pattern over a field that is not there are none', () => {
  const spans = { span_multi: { match: { prefix: { nope: 'a' } } } };
  expect(index.matches(spans)).toEqual([]);
  const near = { clauses: [spans, { span_term: { nope: 'b' } }] };
  expect(index.matches({ span_near: near })).toEqual([]);
});

test('fields of a document to be like limit its words', () => {
  const like = (fields?: readonly string[]) => ({
    more_like_this: {
      fields: ['title', 'body'],
      like: { doc: { title: 'fox', body: 'handle' }, ...(fields && { fields }) },
      min_term_freq: 1,
      min_doc_freq: 1,
      minimum_should_match: 1,
    },
  });
  const ofTitle = index.matches({ match: { title: 'fox' } });
  const ofBody = index.matches({ match: { body: 'handle' } });
  expect(new Set(index.matches(like()))).toEqual(new Set([...ofTitle, ...ofBody]));
  expect(new Set(index.matches(like(['title'])))).toEqual(new Set(ofTitle));
  expect(new Set(index.matches(like(['body'])))).toEqual(new Set(ofBody));
  expect(ofTitle).not.toEqual(ofBody);
});

test('terms of a prefix score where the method wants it, however short the prefix is', () => {
  const prefixes = new TestIndex({
    mapping: {
      properties: { t: { type: 'text', index_prefixes: { min_chars: 3, max_chars: 5 } } },
    },
    documents: [{ t: 'window' }, { t: 'window' }, { t: 'with' }, { t: 'wi' }, { t: 'dog' }],
  });
  const scores = (value: string, rewrite: string) =>
    prefixes
      .search({ query: { prefix: { t: { value, rewrite } } } })
      .hits.map(({ _id: id, _score: score }) => [id, Number(score)]);
  expect(scores('wi', 'constant_score').map(([, score]) => score)).toEqual([1, 1, 1, 1]);
  const [first, second, third, fourth] = scores('wi', 'scoring_boolean');
  expect([first?.[0], second?.[0]].sort()).toEqual(['3', '4']);
  expect(Number(second?.[1])).toBeGreaterThan(Number(third?.[1]));
  expect(third?.[1]).toBe(fourth?.[1]);
  expect(third?.[1]).not.toBe(1);
});
