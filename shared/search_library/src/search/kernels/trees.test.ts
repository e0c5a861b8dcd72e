/**
 * Random trees of queries by kernels, compiled or not: a pruned search has the same best hits as an
 * exhaustive search by scorers.
 */

import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { SegmentReader } from '../../index/segment_reader.js';
import { booleanQuery } from '../queries/boolean.js';
import { boostQuery } from '../queries/boost.js';
import { constantScoreQuery } from '../queries/constant_score.js';
import { disjunctionMaxQuery } from '../queries/disjunction_max.js';
import { existsQuery } from '../queries/exists.js';
import { matchAllQuery } from '../queries/match_all.js';
import { prefixQuery } from '../queries/prefix.js';
import { termsQuery } from '../queries/terms.js';
import type { Query } from '../query.js';
import { lcg } from '../testing/lcg.js';
import { expectSameRandomAnswers } from './testing/expect_same_answers.js';
import {
  buildSegments,
  phrase,
  pick,
  type Random,
  range,
  some,
  tag,
  term,
  word,
} from './testing/kernel_index.js';
import { plannedCount, searchersOf } from './testing/kernels_here.js';

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};

const terms = (next: Random): Query =>
  termsQuery(
    'body',
    Array.from({ length: 3 }, () => utf8(word(next))),
  );
const prefix = (next: Random): Query =>
  prefixQuery('body', utf8(`w${1 + Math.floor(next() * 40)}`));
const exists = (next: Random): Query => existsQuery(pick(next, ['title', 'num', 'tag', 'nothing']));
const everything = (): Query => matchAllQuery();

/** A query whose matches all have the same score. */
const docSet = (next: Random): Query =>
  pick(next, [range, terms, prefix, exists, everything, range])(next);

function leaf(next: Random): Query {
  const one = pick(next, [term, term, term, term, phrase, tag, docSet])(next);
  const kind = next();
  if (kind < 0.1) return constantScoreQuery(one);
  return kind < 0.3 ? boostQuery(one, pick(next, [0, 0.3, 2, 5])) : one;
}

function tree(next: Random, depth: number): Query {
  if (depth === 0 || next() < 0.25) return leaf(next);
  const below = (n: Random): Query => tree(n, depth - 1);
  if (next() < 0.35) {
    const queries = [below(next), below(next), ...some(next, 2, below)];
    return disjunctionMaxQuery(queries, pick(next, [0, 0, 0.1, 0.3, 1]));
  }
  const should = some(next, 4, below);
  return booleanQuery({
    must: some(next, 2, below),
    should,
    filter: next() < 0.4 ? some(next, 2, next() < 0.5 ? docSet : below) : [],
    mustNot: next() < 0.3 ? some(next, 2, next() < 0.5 ? docSet : below) : [],
    minimumShouldMatch: next() < 0.3 ? Math.floor(next() * (should.length + 1)) : 0,
  });
}

/** Words in several fields with filters around, as the search language builds them. */
function severalFields(next: Random): Query {
  const words = Array.from({ length: 1 + Math.floor(next() * 3) }, () => term(next));
  const field = (n: Random): Query =>
    boostQuery(booleanQuery({ should: words.map(() => term(n)) }), pick(n, [1, 2, 3]));
  const best = disjunctionMaxQuery([field(next), field(next), field(next)], pick(next, [0, 0.3]));
  return booleanQuery({
    must: [best],
    should: some(next, 1, phrase),
    filter: some(next, 1, docSet),
  });
}

test('most random trees are the work of kernels', () => {
  const next = lcg(SEED);
  const [segment] = buildSegments(next, [3000], 0.1) as [SegmentReader];
  const queries = Array.from({ length: 200 }, () => severalFields(next));
  expect(plannedCount(segment, queries)).toBeGreaterThan(150);
});

describe.each([
  ['without deletes', [3000], 0],
  ['several segments with deletes', [900, 5000, 40, 1], 0.1],
  ['a segment of several windows', [9000], 0.05],
] as const)('%s', (name, sizes, deletedPart) => {
  const next = lcg(SEED + name.length);
  const segments = buildSegments(next, sizes, deletedPart);
  const searchers = searchersOf(segments);

  test.each([
    ['trees', (n: Random) => tree(n, 3)],
    ['words in several fields', severalFields],
    ['ranges', range],
  ])('%s: hits, scores and totals are those of the scorers', (_kind, make) => {
    expectSameRandomAnswers(searchers, { seed: SEED, next, make, count: 40 });
  });
});
