/**
 * Random queries with their own evaluation: each is a library query and a function from document to
 * score.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { booleanQuery } from '../queries/boolean.js';
import { boostQuery } from '../queries/boost.js';
import { constantScoreQuery } from '../queries/constant_score.js';
import { disjunctionMaxQuery } from '../queries/disjunction_max.js';
import { existsQuery } from '../queries/exists.js';
import { matchAllQuery } from '../queries/match_all.js';
import { matchNoneQuery } from '../queries/match_none.js';
import { numberRangeQuery } from '../queries/number_range.js';
import { numberSetQuery } from '../queries/number_set.js';
import { phraseQuery } from '../queries/phrase.js';
import { prefixQuery } from '../queries/prefix.js';
import { termQuery } from '../queries/term.js';
import { termRangeQuery } from '../queries/term_range.js';
import { termsQuery } from '../queries/terms.js';
import { wildcardQuery } from '../queries/wildcard.js';
import type { Query } from '../query.js';
import { decodeFieldLength } from '../similarity/field_length.js';
import { encodeLength, type MemoryDocument } from './memory_segment.js';

export const WORDS = ['a', 'b', 'c', 'd', 'ab', 'ba'];

export interface NaiveQuery {
  readonly query: Query;
  /**
   * Score of a document among all documents (deleted ones count in statistics), `null` when it does
   * not match.
   */
  readonly score: (doc: MemoryDocument, all: readonly MemoryDocument[]) => number | null;
}

const tokensOf = (doc: MemoryDocument): string[] => (doc.text ?? []).filter(Boolean);

function bm25Score(
  freq: number,
  terms: readonly string[],
  doc: MemoryDocument,
  all: readonly MemoryDocument[],
): number {
  const holders = all.filter((one) => tokensOf(one).length > 0);
  const average = holders.reduce((sum, one) => sum + tokensOf(one).length, 0) / holders.length;
  const length = decodeFieldLength(encodeLength(tokensOf(doc).length));
  let idf = 0;
  for (const term of terms) {
    const docFreq = all.filter((one) => tokensOf(one).includes(term)).length;
    if (docFreq > 0) idf += Math.log(1 + (holders.length - docFreq + 0.5) / (docFreq + 0.5));
  }
  return (idf * 2.2 * freq) / (freq + 1.2 * (0.25 + (0.75 * length) / average));
}

const word = fc.constantFrom(...WORDS);
const constant =
  (test: (doc: MemoryDocument) => boolean): NaiveQuery['score'] =>
  (doc) =>
    test(doc) ? 1 : null;

const term = word.map(
  (text): NaiveQuery => ({
    query: termQuery('text', utf8(text)),
    score: (doc, all) => {
      const freq = tokensOf(doc).filter((token) => token === text).length;
      return freq === 0 ? null : bm25Score(freq, [text], doc, all);
    },
  }),
);

const places = fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 2 }), {
  minLength: 2,
  maxLength: 3,
});

const phrase = places.map(
  (terms): NaiveQuery => ({
    query: phraseQuery('text', {
      terms: terms.map((place) => place.map(utf8)),
      positions: terms.map((_, i) => i + 3),
      slop: 0,
    }),
    score: (doc, all) => {
      const text = doc.text ?? [];
      const starts = text.filter((_, start) =>
        terms.every((place, i) => place.includes(text[start + i] ?? '')),
      );
      return starts.length === 0 ? null : bm25Score(starts.length, terms.flat(), doc, all);
    },
  }),
);

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(2 ** 53, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 1.5, -0.5),
);

const range = fc
  .record({
    lower: fc.option(number, { nil: undefined }),
    upper: fc.option(number, { nil: undefined }),
    field: fc.constantFrom('n' as const, 'd' as const),
  })
  .map(
    ({ lower, upper, field }): NaiveQuery => ({
      query: numberRangeQuery(field, lower, upper),
      score: constant((doc) =>
        (doc[field] ?? []).some(
          (value) =>
            (lower === undefined || value >= lower) && (upper === undefined || value <= upper),
        ),
      ),
    }),
  );

const numberSet = fc
  .record({
    values: fc.array(number, { maxLength: 3 }),
    field: fc.constantFrom('n' as const, 'd' as const),
  })
  .map(
    ({ values, field }): NaiveQuery => ({
      query: numberSetQuery(field, values),
      score: constant((doc) =>
        (doc[field] ?? []).some((value) => values.some((one) => value <= one && value >= one)),
      ),
    }),
  );

const termSet = fc.array(word, { maxLength: 3 }).map(
  (words): NaiveQuery => ({
    query: termsQuery('tag', words.map(utf8)),
    score: constant((doc) => (doc.tag ?? []).some((tag) => words.includes(tag))),
  }),
);

const prefix = fc
  .record({ text: fc.constantFrom('', 'a', 'b', 'ab', 'A', 'é'), caseInsensitive: fc.boolean() })
  .map(
    ({ text, caseInsensitive }): NaiveQuery => ({
      query: prefixQuery('tag', utf8(text), { caseInsensitive }),
      score: constant((doc) =>
        (doc.tag ?? []).some((tag) => tag.startsWith(caseInsensitive ? text.toLowerCase() : text)),
      ),
    }),
  );

const wildcard = fc
  .array(fc.constantFrom('a', 'b', '*', '?', 'é', '\\*', 'B'), { maxLength: 4 })
  .chain((parts) =>
    fc.boolean().map((caseInsensitive): NaiveQuery => {
      const source = parts
        .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part))
        .join('');
      const pattern = new RegExp(`^${source}$`, caseInsensitive ? 'isu' : 'su');
      return {
        query: wildcardQuery('tag', parts.join(''), { caseInsensitive }),
        score: constant((doc) => (doc.tag ?? []).some((tag) => pattern.test(tag))),
      };
    }),
  );

const termRange = fc
  .record({
    lower: fc.option(word, { nil: undefined }),
    upper: fc.option(word, { nil: undefined }),
    includeLower: fc.boolean(),
    includeUpper: fc.boolean(),
  })
  .map(
    ({ lower, upper, includeLower, includeUpper }): NaiveQuery => ({
      query: termRangeQuery('tag', {
        lower: lower === undefined ? undefined : utf8(lower),
        upper: upper === undefined ? undefined : utf8(upper),
        includeLower,
        includeUpper,
      }),
      score: constant((doc) =>
        (doc.tag ?? []).some(
          (tag) =>
            (lower === undefined || (includeLower ? tag >= lower : tag > lower)) &&
            (upper === undefined || (includeUpper ? tag <= upper : tag < upper)),
        ),
      ),
    }),
  );

/** A text without tokens exists, since its norm is not 0. */
const exists = fc.constantFrom('text' as const, 'tag' as const, 'n' as const, 'd' as const).map(
  (field): NaiveQuery => ({
    query: existsQuery(field),
    score: constant((doc) => (doc[field] ?? []).some((value) => field === 'text' || value !== '')),
  }),
);

const leaf = fc.oneof(
  { arbitrary: term, weight: 8 },
  { arbitrary: phrase, weight: 3 },
  range,
  numberSet,
  termSet,
  prefix,
  wildcard,
  termRange,
  exists,
  fc.constant<NaiveQuery>({ query: matchAllQuery(), score: () => 1 }),
  fc.constant<NaiveQuery>({ query: matchNoneQuery('test'), score: () => null }),
);

function booleanOf(inner: fc.Arbitrary<NaiveQuery>): fc.Arbitrary<NaiveQuery> {
  const clauses = fc.array(inner, { maxLength: 3 });
  return fc
    .record({
      must: clauses,
      should: clauses,
      filter: fc.array(inner, { maxLength: 2 }),
      mustNot: fc.array(inner, { maxLength: 1 }),
      minimum: fc.nat({ max: 3 }),
    })
    .map(({ must, should, filter, mustNot, minimum }) => ({
      query: booleanQuery({
        must: must.map((one) => one.query),
        should: should.map((one) => one.query),
        filter: filter.map((one) => one.query),
        mustNot: mustNot.map((one) => one.query),
        minimumShouldMatch: minimum,
      }),
      score(doc, all) {
        const required = must.map((one) => one.score(doc, all));
        const optional = should.map((one) => one.score(doc, all)).filter((score) => score !== null);
        if (required.includes(null) || filter.some((one) => one.score(doc, all) === null))
          return null;
        if (mustNot.some((one) => one.score(doc, all) !== null)) return null;
        if (optional.length < Math.max(minimum, must.length + filter.length > 0 ? 0 : 1))
          return null;
        return [...required, ...optional].reduce<number>((sum, score) => sum + (score ?? 0), 0);
      },
    }));
}

const disjunctionMaxOf = (inner: fc.Arbitrary<NaiveQuery>): fc.Arbitrary<NaiveQuery> =>
  fc
    .record({ parts: fc.array(inner, { maxLength: 3 }), tie: fc.constantFrom(0, 0.3, 1) })
    .map(({ parts, tie }) => ({
      query: disjunctionMaxQuery(
        parts.map((one) => one.query),
        tie,
      ),
      score(doc, all) {
        const scores = parts.map((one) => one.score(doc, all)).filter((score) => score !== null);
        if (scores.length === 0) return null;
        const max = Math.max(...scores);
        return max + tie * (scores.reduce((sum, score) => sum + score, 0) - max);
      },
    }));

const wrapped = (inner: fc.Arbitrary<NaiveQuery>): fc.Arbitrary<NaiveQuery> =>
  fc
    .record({ one: inner, boost: fc.constantFrom(0.5, 1, 3), constant: fc.boolean() })
    .map(({ one, boost, constant: isConstant }) => ({
      query: boostQuery(isConstant ? constantScoreQuery(one.query) : one.query, boost),
      score(doc, all) {
        const score = one.score(doc, all);
        return score === null ? null : boost * (isConstant ? 1 : score);
      },
    }));

/** Sums of terms are frequent, because pruning is made for them. */
export const naiveQuery: fc.Arbitrary<NaiveQuery> = fc.oneof(
  leaf,
  booleanOf(term),
  booleanOf(fc.oneof(leaf, wrapped(leaf))),
  disjunctionMaxOf(leaf),
  wrapped(leaf),
  booleanOf(fc.oneof(leaf, booleanOf(leaf), disjunctionMaxOf(leaf), wrapped(booleanOf(leaf)))),
);

export const naiveDocument: fc.Arbitrary<MemoryDocument> = fc.record(
  {
    text: fc.array(fc.oneof({ arbitrary: word, weight: 5 }, fc.constant('')), { maxLength: 12 }),
    tag: fc.uniqueArray(fc.oneof(word, fc.constantFrom('é', '*', 'aéb')), { maxLength: 2 }),
    n: fc.array(
      fc.oneof(
        { arbitrary: fc.integer({ min: -3, max: 3 }), weight: 9 },
        fc.constantFrom(2n ** 53n + 1n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)),
      ),
      { maxLength: 2 },
    ),
    d: fc.array(fc.constantFrom(-2.5, -0.5, 0, 1.5, 2, 2 ** 53), { maxLength: 2 }),
    deleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  },
  { requiredKeys: ['text'] },
);

/** One to three segments; half of the indices have no deleted documents. */
export const naiveIndex: fc.Arbitrary<MemoryDocument[][]> = fc
  .record({
    segments: fc.array(fc.array(naiveDocument, { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 3,
    }),
    deletes: fc.boolean(),
  })
  .map(({ segments, deletes }) =>
    deletes ? segments : segments.map((docs) => docs.map((doc) => ({ ...doc, deleted: false }))),
  );
