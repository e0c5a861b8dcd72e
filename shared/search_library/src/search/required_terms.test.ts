/** The terms that a document must have to match a query. */
import { utf8 } from '@skein/bytes';
import { booleanQuery } from './queries/boolean.js';
import { boostQuery } from './queries/boost.js';
import { constantScoreQuery } from './queries/constant_score.js';
import { disjunctionMaxQuery } from './queries/disjunction_max.js';
import { matchAllQuery } from './queries/match_all.js';
import { matchNoneQuery } from './queries/match_none.js';
import { phraseQuery } from './queries/phrase.js';
import { prefixQuery } from './queries/prefix.js';
import { termQuery } from './queries/term.js';
import { termsQuery } from './queries/terms.js';
import type { Query } from './query.js';
import { requiredTerms } from './required_terms.js';

const term = (text: string) => termQuery('f', utf8(text));
const decoder = new TextDecoder();
const textOf = (query: Query) =>
  requiredTerms(query)
    ?.map(({ field, term: bytes }) => `${field}:${decoder.decode(bytes)}`)
    .join(' ');

test.each<[string, Query, string | undefined]>([
  ['a term', term('a'), 'f:a'],
  ['any of a set', termsQuery('f', [utf8('b'), utf8('a')]), 'f:a f:b'],
  ['a phrase: its longest place', phraseOf(['a'], ['long', 'longer'], ['b']), 'f:long f:longer'],
  ['a disjunction', disjunctionMaxQuery([term('a'), term('b')], 0), 'f:a f:b'],
  ['a wrapper', boostQuery(constantScoreQuery(term('a')), 2), 'f:a'],
  [
    'clauses of which one has to match',
    booleanQuery({ should: [term('a'), term('b')] }),
    'f:a f:b',
  ],
  [
    'required clauses: the most selective',
    booleanQuery({ must: [term('a')], filter: [term('bb')] }),
    'f:bb',
  ],
  [
    'what is optional beside what is not',
    booleanQuery({ must: [term('a')], should: [term('bbb')] }),
    'f:a',
  ],
  [
    'a clause that says nothing beside one that does',
    booleanQuery({ must: [matchAllQuery(), term('a')] }),
    'f:a',
  ],
  ['nothing can match', booleanQuery({ must: [term('a'), matchNoneQuery('no')] }), ''],
  [
    'one way without terms',
    booleanQuery({ should: [term('a'), prefixQuery('f', utf8('b'))] }),
    undefined,
  ],
  ['only what must not match', booleanQuery({ mustNot: [term('a')] }), undefined],
  ['everything', matchAllQuery(), undefined],
])('%s', (_name, query, expected) => {
  expect(textOf(query)).toBe(expected);
});

function phraseOf(...places: readonly (readonly string[])[]): Query {
  const terms = places.map((place) => place.map((text) => utf8(text)));
  return phraseQuery('f', { terms, positions: places.map((_, i) => i), slop: 0 });
}
