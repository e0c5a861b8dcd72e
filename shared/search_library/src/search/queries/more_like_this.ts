/**
 * Matches documents similar to a text: the words that say most about the text, being frequent in it
 * and rare in the index, become optional clauses of which some must match. Works like Lucene's
 * MoreLikeThis.
 */

import { utf8 } from '@skein/bytes';
import { float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexSearcher } from '../index_searcher.js';
import { marksOf } from '../marks.js';
import type { Query } from '../query.js';
import { booleanQuery } from './boolean.js';
import { boostQuery } from './boost.js';
import { termQuery } from './term.js';

/**
 * Words and their frequencies in the text. Each is searched in the field with its highest document
 * frequency.
 */
export interface LikeWords {
  readonly fields: readonly string[];
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface LikeOptions {
  /** The given texts for `toString`; `null` for documents, as in Lucene. */
  readonly likeText: string;
  /** The most words that are taken from each list. */
  readonly maxQueryTerms: number;
  readonly minTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  /** Clauses are boosted by their score times this; `undefined`: they are not boosted. */
  readonly boostFactor: number | undefined;
  /** The number of clauses that must match, of `clauses`. */
  readonly minimum: (clauses: number) => number;
}

/** The clauses of all lists of words are combined. */
export function moreLikeThisQuery(lists: readonly LikeWords[], options: LikeOptions): Query {
  const query: Query = {
    kind: 'more_like_this',
    toString: () => `like:${options.likeText}`,
    rewrite(searcher) {
      const should = lists.flatMap((list) => clausesOf(list, options, searcher));
      return searcher.rewrite(
        booleanQuery({ should, minimumShouldMatch: options.minimum(should.length) }),
      );
    },
    marks: (searcher) =>
      marksOf(query.rewrite(searcher), searcher).map((mark) =>
        mark.kind === 'spans' ? mark : { ...mark, needsRewrite: true },
      ),
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

interface SelectedTerm {
  readonly field: string;
  readonly word: string;
  readonly score: number;
}

function clausesOf(list: LikeWords, options: LikeOptions, searcher: IndexSearcher): Query[] {
  const selected = select(list, options, searcher);
  const { boostFactor } = options;
  if (boostFactor !== undefined && boostFactor < 0 && selected.length > 0) {
    const reason = `boost must be a positive float, got ${float32Text(boostFactor)}`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  const least = selected.at(-1)?.score ?? 1;
  return selected.map(({ field, word, score }) => {
    const term = termQuery(field, utf8(word));
    if (boostFactor === undefined) return term;
    return boostQuery(term, (boostFactor * score) / least);
  });
}

/** The best words, best first. */
function select(
  { fields, frequencies }: LikeWords,
  options: LikeOptions,
  searcher: IndexSearcher,
): readonly SelectedTerm[] {
  const documents = searcher.segments.reduce((sum, segment) => sum + segment.liveCount, 0);
  const found: SelectedTerm[] = [];
  for (const [word, termFreq] of frequencies) {
    if (termFreq < options.minTermFreq) continue;
    const { field, docFreq } = mostFrequent(fields, word, searcher);
    if (docFreq === 0 || docFreq < options.minDocFreq || docFreq > options.maxDocFreq) continue;
    const idf = Math.fround(Math.log((documents + 1) / (docFreq + 1)) + 1);
    found.push({ field, word, score: Math.fround(termFreq * idf) });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, options.maxQueryTerms);
}

function mostFrequent(fields: readonly string[], word: string, searcher: IndexSearcher) {
  let best = { field: fields[0] ?? '', docFreq: 0 };
  for (const field of fields) {
    const { docFreq } = searcher.termStatistics(field, utf8(word));
    if (docFreq > best.docFreq) best = { field, docFreq };
  }
  return best;
}
