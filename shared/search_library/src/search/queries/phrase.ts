/**
 * Matches documents with terms at given distances. A place may allow several terms (synonyms, the
 * expansions of a prefix). With slop, the places may be moved by at most that many positions in
 * total.
 */

import { type Mark, termMark } from '../marks.js';
import type { Query } from '../query.js';
import { termText } from '../query_text.js';
import { mostSelective } from '../required_terms.js';
import { spanNearQuery, spanOrQuery } from '../spans/compounds.js';
import { spanTermQuery } from '../spans/leaves.js';
import type { SpanQuery } from '../spans/span_query.js';
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
    // The terms of any one place of the phrase are required.
    requiredTerms: () =>
      mostSelective(parts.terms.map((terms) => terms.map((term) => ({ field, term })))),
    toString: () => phraseText(field, parts),
    marks: () => phraseMarks(field, parts),
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

function phraseMarks(field: string, { terms, positions, slop }: PhraseParts): readonly Mark[] {
  if (terms.some((place) => place.length === 0)) return [];
  const [only] = terms;
  if (terms.length === 1 && only) return only.map((term) => termMark(field, term));
  const places = terms.map((place) => eitherOf(place.map((term) => spanTermQuery(field, term))));
  const phrase = { places: terms, slop };
  return nearSpans(places, positions, slop)
    .marks()
    .map((mark) => ({ ...mark, phrase }));
}

/** The places of a phrase as spans, as Lucene converts them: with slop they may be in any order. */
export function nearSpans(
  places: readonly SpanQuery[],
  positions: readonly number[],
  slop: number,
): SpanQuery {
  const stretch = (positions.at(-1) ?? 0) - (positions[0] ?? 0) + 1;
  const gaps = Math.max(0, stretch - places.length);
  return spanNearQuery(places, { slop: slop + gaps, inOrder: slop === 0 });
}

export function eitherOf(spans: readonly SpanQuery[]): SpanQuery {
  const [only] = spans;
  return spans.length === 1 && only ? only : spanOrQuery(spans);
}

/** Prints `title:"quick ? fox"~2`, with alternatives as `(quick fast)`. */
function phraseText(field: string, { terms, positions, slop }: PhraseParts): string {
  const words: string[] = [];
  const first = positions[0] ?? 0;
  terms.forEach((place, i) => {
    const at = (positions[i] ?? 0) - first;
    while (words.length < at) words.push('?');
    const texts = place.map(termText);
    words.push(texts.length === 1 ? texts[0] : `(${texts.join(' ')})`);
  });
  return `${field}:"${words.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
}
