/**
 * Documents that hold terms at given distances. A place may allow several terms (synonyms, the expansions of a prefix). With slop
 * the places may be moved, together by at most that many positions.
 */

import type { Query } from '../query.js';
import { termText } from '../query_text.js';
import { mostSelective } from '../required_terms.js';
import { booleanQuery } from './boolean.js';
import { matchNoneQuery } from './match_none.js';
import { phraseWeight } from './phrase_weight.js';
import { termQuery } from './term.js';

export interface PhraseParts {
  /** The terms allowed at each place. */
  readonly terms: readonly (readonly Uint8Array[])[];
  /** Position of each place; only the differences count. */
  readonly positions: readonly number[];
  readonly slop: number;
}

export interface PhraseQuery extends Query {
  readonly kind: 'phrase';
  readonly field: string;
  readonly parts: PhraseParts;
}

export function phraseQuery(field: string, parts: PhraseParts): PhraseQuery {
  const query: PhraseQuery = {
    kind: 'phrase',
    field,
    parts,
    hasFewNumbers: true,
    // One place of the phrase is enough.
    requiredTerms: () =>
      mostSelective(parts.terms.map((terms) => terms.map((term) => ({ field, term })))),
    toString: () => phraseText(field, parts),
    rewrite() {
      if (parts.terms.length === 0) return matchNoneQuery('empty PhraseQuery');
      if (parts.terms.some((place) => place.length === 0)) {
        return matchNoneQuery('no term at a place of the phrase');
      }
      if (parts.terms.length > 1) return query;
      const alternatives = (parts.terms[0] ?? []).map((term) => termQuery(field, term));
      return booleanQuery({ should: alternatives });
    },
    createWeight: (searcher, needsScores, boost) =>
      phraseWeight(query, searcher, { needsScores, boost }),
  };
  return query;
}

/** `title:"quick ? fox"~2`; alternatives as `(quick fast)`. */
function phraseText(field: string, { terms, positions, slop }: PhraseParts): string {
  const words: string[] = [];
  const first = positions[0] ?? 0;
  terms.forEach((place, i) => {
    const at = (positions[i] ?? 0) - first;
    while (words.length < at) words.push('?');
    const texts = place.map(termText);
    words.push(texts.length === 1 ? (texts[0] as string) : `(${texts.join(' ')})`);
  });
  return `${field}:"${words.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
}
