/**
 * `index_prefixes` and `index_phrases` of a text field: phrases and prefixes are searched in their
 * own fields, as OpenSearch 2.19 shows in its rewritten queries.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const TEXTS = ['quick brown fox', 'brown quick fox', 'the quick brown dog', 'quick brownies', 'q'];
const documents = TEXTS.map((text) => ({ plain: text, both: text }));
const indexOf = (parameters: JsonObject): TestIndex =>
  new TestIndex({
    mapping: {
      properties: { plain: { type: 'text' }, both: { type: 'text', ...parameters } },
    },
    documents,
  });
const index = indexOf({ index_prefixes: {}, index_phrases: true });

function explained(query: JsonObject): string {
  const answer = index.answer({ query, explain: true });
  if (!isJsonObject(answer)) throw new Error(answer);
  return stringifyJson(answer);
}

test.each([
  ['match_phrase', 'quick brown'],
  ['match_phrase', 'the quick brown dog'],
  ['match_phrase', 'brown'],
  ['match_phrase_prefix', 'quick bro'],
  ['match_phrase_prefix', 'quick brownie'],
  ['match_phrase_prefix', 'quick b'],
  ['match_phrase_prefix', 'bro'],
  ['prefix', 'bro'],
  ['prefix', 'b'],
  ['prefix', 'brownie'],
])('%s of [%s] finds what a plain text finds', (name, value) => {
  const found = index.matches({ [name]: { both: value } });
  expect(found).toEqual(index.matches({ [name]: { plain: value } }));
  expect(found.length).toBeGreaterThan(0);
});

test.each([
  [{ match_phrase: { both: 'quick brown' } }, 'weight(both._index_phrase:quick brown in'],
  [
    { match_phrase: { both: { query: 'quick brown', slop: 1 } } },
    'weight(both:\\"quick brown\\"~1',
  ],
  [{ query_string: { query: 'both:\\"the quick brown\\"' } }, 'both'],
  [{ match_phrase_prefix: { both: 'quick bro' } }, 'both._index_prefix:bro'],
  [{ match_phrase_prefix: { both: 'bro' } }, 'both._index_prefix:bro'],
  [{ prefix: { both: 'bro' } }, 'ConstantScore(both._index_prefix:bro)'],
  [{ prefix: { both: 'b' } }, 'ConstantScore(both._index_prefix:b? both:b)'],
  [
    { prefix: { both: { value: 'BRO', case_insensitive: true } } },
    'ConstantScore(both._index_prefix:BRO)',
  ],
  [{ span_multi: { match: { prefix: { both: 'bro' } } } }, 'weight(both._index_prefix:bro in'],
])('%j is explained by [%s]', (query, part) => {
  expect(explained(query)).toContain(part);
});

test.each([
  ['q', ['1', '2', '3', '4', '5']],
  ['brownie', ['4']],
  ['bro', ['1', '2', '3', '4']],
])('the spans of the prefix [%s] are those of its words, indexed or not', (beginning, found) => {
  const query = (field: string) => ({ span_multi: { match: { prefix: { [field]: beginning } } } });
  expect(index.matches(query('both')).toSorted()).toEqual(found);
  expect(index.matches(query('plain')).toSorted()).toEqual(found);
});

test.each(['q', 'qu', 'qui', 'quic', 'quick', 'quick '])(
  'a prefix outside the lengths that are indexed is looked for in the words: [%s]',
  (prefix) => {
    const narrow = indexOf({ index_prefixes: { min_chars: 3, max_chars: 4 } });
    const found = narrow.matches({ prefix: { both: prefix } });
    expect(found).toEqual(narrow.matches({ prefix: { plain: prefix } }));
    expect(found.length > 0).toBe(prefix !== 'quick ');
    const part = /ConstantScore\(([^)]*)\)/;
    const answer = narrow.answer({ query: { prefix: { both: prefix } }, explain: true });
    const text = isJsonObject(answer) ? stringifyJson(answer) : '';
    const expected = new Map([
      ['qu', 'both._index_prefix:qu? both:qu'],
      ['qui', 'both._index_prefix:qui'],
      ['quic', 'both._index_prefix:quic'],
    ]);
    if (expected.has(prefix)) expect(part.exec(text)?.[1]).toBe(expected.get(prefix));
    else expect(text).not.toContain('_index_prefix');
  },
);

test('without positions a prefix alone is looked for, and spans are refused', () => {
  const freqs = indexOf({ index_options: 'freqs', index_prefixes: {} });
  const one = { match_phrase_prefix: { both: 'bro' } };
  expect(freqs.matches(one)).toEqual(['1', '2', '3', '4']);
  const scores = freqs.search({ query: one }).hits.map(({ _score }) => _score);
  expect(scores).toEqual(Array.from({ length: 4 }, () => expect.any(Number)));
  expect(new Set(scores).size).toBe(1);
  expect(() => freqs.matches({ span_multi: { match: { prefix: { both: 'bro' } } } })).toThrow(
    'field "both" was indexed without position data',
  );
});

test('a prefix scores as its term does when a rewrite asks for scores', () => {
  const scoreOf = (rewrite: string) => {
    const query = { prefix: { both: { value: 'bro', rewrite } } };
    return index.search({ query }).hits[0]?._score;
  };
  expect(scoreOf('constant_score')).toBe(1);
  expect(scoreOf('constant_score_boolean')).toBe(1);
  const query = { prefix: { both: { value: 'bro', rewrite: 'top_terms_2' } } };
  expect(explained(query)).toContain('weight(both._index_prefix:bro in');
  expect(scoreOf('top_terms_2')).not.toBe(1);
});

test('phrases with a word removed are looked for word by word', () => {
  const stopping = new TestIndex({
    settings: { 'index.analysis.analyzer.stopping.type': 'stop' },
    mapping: { properties: { t: { type: 'text', analyzer: 'stopping', index_phrases: true } } },
    documents: [{ t: 'quick and brown' }, { t: 'quick brown' }],
  });
  expect(stopping.matches({ match_phrase: { t: 'quick the brown' } })).toEqual(['1']);
  expect(stopping.matches({ match_phrase: { t: 'quick brown' } })).toEqual(['2']);
});

test.each([
  [{ index: false, index_prefixes: {} }, 'Cannot set index_prefixes on unindexed field [both]'],
  [{ index: false, index_phrases: true }, 'Cannot set index_phrases on unindexed field [both]'],
  [
    { index_options: 'freqs', index_phrases: true },
    'Cannot set index_phrases on field [both] if positions are not enabled',
  ],
])('%j is refused', (parameters, reason) => {
  expect(() => indexOf(parameters)).toThrow(reason);
});

test.each([
  ['kw', 'keyword'],
  ['count', 'long'],
])('spans of a prefix in %s, which is no text, are refused', (field, type) => {
  const mapping = { properties: { [field]: { type } } };
  const index = new TestIndex({ mapping, documents: [{ [field]: '1' }] });
  expect(() => index.matches({ span_multi: { match: { prefix: { [field]: '1' } } } })).toThrow(
    `Can only use span prefix queries on text fields - not on [${field}] which is of type [${type}]`,
  );
});
