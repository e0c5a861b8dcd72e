/** Alternatives of different lengths inside interval rules. Expected are OpenSearch's answers. */
import type { JsonObject } from '@skein/content';
import { refusalOf } from '@skein/errors/testing';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'text' } } },
  documents: [{ t: 'a b c d e f g' }],
});
const isFound = (rule: JsonObject): boolean =>
  index.search({ query: { intervals: { t: rule } } }).ids.length > 0;

const phrase = (query: string): JsonObject => ({ match: { query, ordered: true, max_gaps: 0 } });
const anyOf = (...intervals: JsonObject[]): JsonObject => ({ any_of: { intervals } });
const filtered = (rule: JsonObject, filter: string, other: JsonObject): JsonObject => {
  const [[name, options] = ['', {}]] = Object.entries(rule) as [string, JsonObject][];
  return { [name]: { ...options, filter: { [filter]: other } } };
};

const SHORT_OR_LONG = anyOf(phrase('a'), phrase('a b c'));
const APART = anyOf(phrase('a b'), phrase('c d'));

test.each([
  ['containing', SHORT_OR_LONG, phrase('b'), true],
  ['overlapping', SHORT_OR_LONG, phrase('b'), false],
  ['contained_by', phrase('b'), SHORT_OR_LONG, true],
  ['overlapping', phrase('c'), SHORT_OR_LONG, false],
  ['not_contained_by', phrase('a'), APART, true],
  ['not_overlapping', phrase('a'), APART, false],
  ['not_containing', phrase('a b c'), APART, false],
])(
  '%s: a short alternative hides a longer one only where Lucene keeps both in one source',
  (filter, rule, other, expected) => {
    expect(isFound(filtered(rule, filter, other))).toBe(expected);
  },
);

test.each([
  ['not_containing', phrase('g'), true],
  ['overlapping', phrase('a'), true],
  ['containing', phrase('a'), true],
  ['not_overlapping', phrase('g'), false],
  ['before', phrase('g'), false],
  ['contained_by', phrase('a b c d'), false],
  ['not_contained_by', phrase('g'), false],
])(
  'alternatives that pass %s are again alternatives for the filter around it: %j',
  (filter, other, expected) => {
    const inner = filtered(SHORT_OR_LONG, filter, other);
    expect(isFound(filtered(anyOf(inner), 'containing', phrase('b')))).toBe(expected);
  },
);

test('alternatives inside parts are chosen before a filter, but not those inside of several sources', () => {
  const all = {
    all_of: { ordered: true, intervals: [phrase('a'), anyOf(phrase('c'), phrase('c d e'))] },
  };
  expect(isFound(filtered(all, 'containing', phrase('d')))).toBe(true);
  expect(isFound(filtered(anyOf(all, phrase('g')), 'containing', phrase('d')))).toBe(false);
});

/** `count` parts of `choices` phrases each. */
const parts = (count: number, choices: number, options: JsonObject = {}): JsonObject => ({
  all_of: {
    ...options,
    intervals: Array.from({ length: count }, (_part, part) =>
      anyOf(...Array.from({ length: choices }, (_, i) => phrase(`w${part} v${i}`))),
    ),
  },
});

test('alternatives are combined only where the gaps between them are limited', () => {
  expect(isFound(parts(6, 6))).toBe(false);
  const reason = 'Too many disjunctions to expand';
  for (const ordered of [true, false]) {
    const refused = refusalOf(() => isFound(parts(20, 10, { max_gaps: 0, ordered })));
    expect(refused.cause).toMatchObject({ type: 'illegal_argument_exception', reason });
  }
});

test('words without overlap are counted while they are combined', () => {
  const rule = (query: string) => ({ match: { query, mode: 'unordered_no_overlap' } });
  expect(isFound(rule('g f e d c b a x'))).toBe(false);
  expect(isFound(rule('i g f e d c b a x'))).toBe(false);
  const words = Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ');
  expect(refusalOf(() => isFound(rule(words)))).toMatchObject({ type: 'too_many_nested_clauses' });
});
