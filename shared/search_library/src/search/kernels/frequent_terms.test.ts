/**
 * Compares kernels with scorers where bounds decide most: terms of many blocks, few hits. Deletes
 * and filters take away documents that the bounds count on.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { booleanQuery } from '../queries/boolean.js';
import { boostQuery } from '../queries/boost.js';
import { phraseQuery } from '../queries/phrase.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import { lcg } from '../testing/lcg.js';
import { expectSameAnswers } from './testing/expect_same_answers.js';
import { buildSegments, pick, type Random, range, tag } from './testing/kernel_index.js';
import { searchersOf } from './testing/kernels_here.js';

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};

/** `w0` is in almost all documents, `w60` in a few hundred. */
const frequent = (next: Random): string => `w${Math.floor(next() ** 2 * 60)}`;
function frequentTerm(next: Random): Query {
  const one = termQuery(next() < 0.8 ? 'body' : 'title', utf8(frequent(next)));
  return next() < 0.8 ? one : boostQuery(one, pick(next, [0, 1e-44, 1e-40, 3]));
}

const QUERIES: Readonly<Record<string, (next: Random) => Query>> = {
  'a term': frequentTerm,
  'two required': (next) => booleanQuery({ must: [frequentTerm(next), frequentTerm(next)] }),
  'three required': (next) =>
    booleanQuery({ must: [frequentTerm(next), frequentTerm(next), frequentTerm(next)] }),
  'two optional': (next) => booleanQuery({ should: [frequentTerm(next), frequentTerm(next)] }),
  'one required, one optional': (next) =>
    booleanQuery({ must: [frequentTerm(next)], should: [frequentTerm(next)] }),
  'a filter beside': (next) =>
    booleanQuery({
      must: [frequentTerm(next), frequentTerm(next)],
      filter: [pick(next, [tag, range])(next)],
    }),
  'a term in a range': (next) =>
    booleanQuery({ must: [frequentTerm(next)], filter: [range(next)] }),
  'a term without another': (next) =>
    booleanQuery({ must: [frequentTerm(next)], mustNot: [frequentTerm(next)] }),
  'a phrase': (next) => {
    const terms = [[utf8(frequent(next))], [utf8(frequent(next))]];
    return phraseQuery('body', { terms, positions: [0, 1], slop: 0 });
  },
};

describe.each([
  ['without deletes', 0],
  ['with deletes', 0.6],
])('%s', (_name, deletedPart) => {
  const next = lcg(SEED);
  const searchers = searchersOf(buildSegments(next, [9000], deletedPart));

  test.each(Object.keys(QUERIES))(
    '%s: hits, scores and totals are those of the scorers',
    (name) => {
      for (let i = 0; i < 40; i++) {
        const one = QUERIES[name]?.(next) as Query;
        const request = {
          size: pick(next, [1, 1, 3, 10, 30]),
          totalHitsThreshold: pick(next, [0, 0, 500, 3000]),
        };
        expectSameAnswers(searchers, one, request, `SEED=${SEED}, query ${i}: ${one}`);
      }
    },
  );
});
