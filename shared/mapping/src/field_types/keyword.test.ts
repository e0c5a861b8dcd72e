/** Tests the terms that a keyword keeps of a value, and the queries that find them. */
import type { JsonObject, JsonValue } from '@skein/content';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';
import { MAX_TERM_BYTES } from './keyword.js';

const keyword = (more: JsonObject = {}) => mappingOf({ k: { type: 'keyword', ...more } });
const terms = (mapping: ReturnType<typeof keyword>, value: JsonValue) =>
  shown(document(mapping, { k: value }));

describe('a value', () => {
  // Values of ASCII, with escapes, and beyond take different ways to the index.
  test.each([
    ['abcde', 'abcdef'],
    ['a"b\\c', 'a"b\\cd'],
    ['äöüßé', 'äöüßéa'],
    ['12345', '123456'],
    ['😀😀a', '😀😀😀'],
  ])(
    'of as many characters as [ignore_above] is kept, a longer one is not: %s',
    (kept, ignored) => {
      const mapping = keyword({ ignore_above: 5 });
      expect(terms(mapping, kept)).toEqual([`k=${kept}`]);
      expect(terms(mapping, ignored)).toEqual([]);
      expect(terms(keyword(), ignored)).toEqual([`k=${ignored}`]);
    },
  );

  test('that is a number or a flag is its text', () => {
    expect(terms(keyword({ ignore_above: 5 }), [12345, true, 123456])).toEqual([
      'k=12345',
      'k=true',
    ]);
  });

  test.each(['a', 'ä'])('may be as long as a term of Lucene: %s', (unit) => {
    const bytes = Buffer.byteLength(unit);
    const longest = unit.repeat(Math.floor(MAX_TERM_BYTES / bytes));
    const fields = (value: string, more: JsonObject = {}) =>
      document(keyword(more), { k: value }).fields.length;
    expect(fields(longest)).toBe(1);
    const [reason] = failureOf(() => fields(`${longest}${unit}`, { normalizer: 'low' }));
    expect(reason).toContain(
      `original message: bytes can be at most 32766 in length; got ${MAX_TERM_BYTES + bytes}`,
    );
    expect(reason).toContain(
      unit === 'a'
        ? "The prefix of the first immense term is: '[97, 97, "
        : "The prefix of the first immense term is: '[-61, -92, -61, ",
    );
  });

  test('that is neither indexed nor a doc value is no term, and may be of any length', () => {
    const immense = 'ä'.repeat(40_000);
    const both = { index: false, doc_values: false };
    expect(document(keyword(both), { k: immense }).fields).toEqual([]);
    expect(document(keyword(both), { k: 'x'.repeat(40_000) }).fields).toEqual([]);
    const stored = document(keyword({ ...both, store: true }), { k: 'ä' });
    expect([shown(stored), stored.stored.fields]).toEqual([['_field_names=k'], { k: ['ä'] }]);
    for (const one of [{ index: false }, { doc_values: false }]) {
      expect(terms(keyword(one), 'ä')).toEqual(['k=ä']);
      expect(terms(keyword(one), 'a')).toEqual(['k=a']);
      expect(failureOf(() => terms(keyword(one), immense))[0]).toContain('immense term');
    }
  });

  test('is normalized before it is stored and indexed', () => {
    const { stored, ...parsed } = document(keyword({ normalizer: 'low', store: true }), {
      k: 'AB',
    });
    expect(shown({ stored, ...parsed })).toEqual(['k=ab']);
    expect(stored.fields).toEqual({ k: ['ab'] });
  });
});

test('a normalizer that is not there is refused with the name of the field', () => {
  expect(
    failureOf(() => mappingOf({ o: { properties: { k: { type: 'keyword', normalizer: 'no' } } } })),
  ).toContain('mapper_parsing_exception: normalizer [no] not found for field [k]');
  expect(() => keyword({ normalizer: 'default' })).not.toThrow();
});

describe('queries', () => {
  const mapping = mappingOf({
    k: { type: 'keyword', normalizer: 'low' },
    column: { type: 'keyword', index: false },
    postings: { type: 'keyword', doc_values: false },
    neither: { type: 'keyword', index: false, doc_values: false },
    boosted: { type: 'keyword', boost: 3 },
    freqs: { type: 'keyword', index_options: 'freqs', norms: true },
    split: { type: 'keyword', split_queries_on_whitespace: true, normalizer: 'low' },
    plain: { type: 'keyword', split_queries_on_whitespace: true },
  });
  const each = (value: string) =>
    Object.fromEntries(
      ['k', 'column', 'postings', 'neither', 'boosted', 'freqs'].map((name) => [name, value]),
    );
  const { field, found } = fieldSearch(mapping, [each('alpha'), each('beta'), each('gamma')]);

  test.each(['k', 'column', 'postings', 'boosted', 'freqs'])('find the values of [%s]', (name) => {
    const documents = (query: Parameters<typeof found>[0]) => found(query).documents;
    const one = field(name);
    expect(documents(one.termQuery('beta', CONTEXT))).toBe('2');
    expect(documents(one.termsQuery(['beta', 'gamma', 'x'], CONTEXT))).toBe('2,3');
    expect(documents(one.prefixQuery('al', false, CONTEXT))).toBe('1');
    expect(documents(one.wildcardQuery('*mm?', false, CONTEXT))).toBe('3');
    const between = { lower: 'alpha', upper: 'gamma', includeLower: false, includeUpper: false };
    expect(documents(one.rangeQuery(between, CONTEXT))).toBe('2');
    const from = { lower: 'beta', upper: undefined, includeLower: true, includeUpper: true };
    expect(documents(one.rangeQuery(from, CONTEXT))).toBe('2,3');
    expect(documents(one.existsQuery(CONTEXT))).toBe('1,2,3');
  });

  test('of a field without postings and column are refused', () => {
    const query = () => field('neither').termQuery('beta', CONTEXT);
    expect(failureOf(query)[0]).toContain('Cannot search on field [neither] since it is');
  });

  test('score three times as much with a boost of three', () => {
    const score = (name: string) => found(field(name).termQuery('beta', CONTEXT)).score ?? 0;
    expect(score('boosted')).toBeCloseTo(3 * score('postings'), 5);
  });

  test('are normalized as values are, and split if the mapping says so', () => {
    expect(found(field('k').termQuery('BETA', CONTEXT)).documents).toBe('2');
    expect(field('k').cutsQueries).not.toBe(true);
    const { cutsQueries, searchAnalyzer } = field('split');
    expect(cutsQueries).toBe(true);
    const words = searchAnalyzer?.analyze('New YORK').tokens.map(({ term }) => term);
    expect(words).toEqual(['new', 'york']);
    expect(searchAnalyzer?.normalize?.('ABC')).toBe('abc');
    expect(field('plain').cutsQueries).toBe(true);
    expect(field('plain').searchAnalyzer?.name).toBe('whitespace');
  });
});
