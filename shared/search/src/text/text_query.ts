/**
 * Builds queries from analysed text: the words of a `match` form a boolean query, those of a
 * `match_phrase` a phrase.
 */

import type { Analyzer, Token } from '@skein/analysis';
import { ApiError } from '@skein/errors';
import { checkClauseCount, type MappedField } from '@skein/mapping';
import {
  booleanQuery,
  commonTermsQuery,
  constantScoreQuery,
  isTerm,
  matchAllQuery,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { alternativesQuery } from './alternatives_query.js';
import { type FuzzyWords, fuzzyTextQuery } from './fuzzy_words.js';
import { graphClauses, graphPhrase, needsPhrases } from './graph_query.js';
import { leniently } from './leniently.js';
import { minimumShouldMatch } from './minimum_should_match.js';
import { phraseOfPlaces } from './phrase_places.js';
import { analyzedText } from './query_text.js';
import { textGraph } from './text_graph.js';
import { placesOfTokens, type TextPlace } from './text_places.js';

export type Operator = 'and' | 'or';
/** The matches of text without terms (stop words only). */
export type ZeroTerms = 'none' | 'all';

export interface TextTarget {
  readonly field: MappedField;
  readonly analyzer: Analyzer;
  readonly context: QueryShardContext;
  /** Present if words may be misspelled. */
  readonly fuzzy?: FuzzyWords | undefined;
  /**
   * If true, a word that is invalid for the field matches nothing; the others are still searched.
   */
  readonly lenient?: boolean;
}

export interface WordsOptions {
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly zeroTerms: ZeroTerms;
  /**
   * `cutoff_frequency`: words in more documents only add to the score of matches of the other
   * words.
   */
  readonly cutoff?: number | undefined;
  /**
   * If true, a multi-word synonym must match as a phrase; otherwise all its words must match,
   * anywhere.
   */
  readonly phrasesOfSynonyms?: boolean;
}

/** The query of one place: a term, or any of several terms that count as one. */
export function placeQuery(target: TextTarget, place: TextPlace): Query {
  const [only = ''] = place.terms;
  const { field, context, fuzzy, lenient = false } = target;
  if (place.terms.length === 1) {
    return leniently(lenient, field.name, () =>
      fuzzy ? fuzzyTextQuery({ field, context }, only, fuzzy) : field.termQuery(only, context),
    );
  }
  return alternativesQuery(target.field, place.terms);
}

/** The query of a text without words: callers that combine queries may omit it. */
export const NO_WORDS = matchNoneQuery('Matching no documents because no terms present');

export function zeroTermsQuery(zeroTerms: ZeroTerms): Query {
  return zeroTerms === 'all' ? matchAllQuery() : NO_WORDS;
}

/** The words of the text in any order, combined by the operator. */
export function wordsQuery(target: TextTarget, text: string, options: WordsOptions): Query {
  const { tokens } = analyzedText(target.analyzer, text);
  const graph = graphOf(target, tokens);
  if (graph) {
    const asPhrases = options.phrasesOfSynonyms !== false && hasPhrases(target.field);
    const ofPlace = (place: TextPlace) => placeQuery(target, place);
    const phraseQuery = (places: readonly TextPlace[]) => wayPhrase(target.field, places);
    const pieces = graphClauses(graph, { placeQuery: ofPlace, phraseQuery, asPhrases });
    return combineWords(pieces, options, target.context);
  }
  const places = placesOfTokens(tokens);
  const [first] = places;
  if (first === undefined) return zeroTermsQuery(options.zeroTerms);
  if (places.length === 1) return placeQuery(target, first);
  const clauses = places.map((place) => placeQuery(target, place));
  return combineWords(clauses, options, target.context);
}

/**
 * The text as a graph; `undefined` if it is none. Text from filters that would create too many
 * paths is read word by word.
 */
export function graphOf(
  { analyzer, context }: Pick<TextTarget, 'analyzer' | 'context'>,
  tokens: readonly Token[],
) {
  return analyzer.forbidsGraphs === true || tokens.length < 2
    ? undefined
    : textGraph(tokens, context.maxClauseCount);
}

export function combineWords(
  clauses: readonly Query[],
  options: Pick<WordsOptions, 'operator' | 'minimumShouldMatch' | 'cutoff'>,
  { maxClauseCount }: Pick<QueryShardContext, 'maxClauseCount'>,
): Query {
  checkClauseCount(clauses.length, maxClauseCount);
  const { operator, cutoff } = options;
  const minimum = minimumOf(options.minimumShouldMatch);
  if (cutoff !== undefined && clauses.every(isTerm)) {
    const high = { operator, minimum: minimumOf(undefined) };
    return commonTermsQuery(clauses, { cutoff, low: { operator, minimum }, high });
  }
  // In OpenSearch's count, no clause can match if none is optional.
  if (operator === 'and') return booleanQuery({ must: clauses, minimumShouldMatch: minimum(0) });
  return booleanQuery({ should: clauses, minimumShouldMatch: minimum(clauses.length) });
}

/**
 * Returns the function that computes the number of clauses that must match, from a
 * `minimum_should_match`.
 */
export function minimumOf(spec: string | undefined): (clauses: number) => number {
  return (clauses) => (spec === undefined ? 0 : minimumShouldMatch(spec, clauses));
}

export interface PhraseOptions {
  readonly slop: number;
  readonly zeroTerms: ZeroTerms;
}

/** The words of the text in order, with at most `slop` moves. */
export function phraseTextQuery(target: TextTarget, text: string, options: PhraseOptions): Query {
  const analyzed = analyzedText(target.analyzer, text);
  const { tokens } = analyzed;
  const places = placesOfTokens(tokens);
  const graph = graphOf(target, tokens);
  const [first] = places;
  if (first === undefined) return zeroTermsQuery(options.zeroTerms);
  if (places.length === 1 && !graph) return placeQuery(target, first);
  // Spans look for positions only if the index has one of the words, as in Lucene.
  if (!graph || needsPhrases(graph, options.slop)) requirePositions(target.field);
  if (options.slop < 0) {
    const reason = `Slop must be >= 0, got ${options.slop}`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (graph) {
    const limits = { slop: options.slop, maxClauseCount: target.context.maxClauseCount };
    return phraseOf(target.field, (field) => graphPhrase(field, graph, limits));
  }
  const grams = options.slop === 0 ? target.field.phraseIn?.(analyzed) : undefined;
  if (grams) return phraseOfPlaces(grams.field, placesOfTokens(grams.text.tokens), 0);
  return phraseOf(target.field, (field) => phraseOfPlaces(field, places, options.slop));
}

/** Builds a phrase; the prefilter field of a derived field must match it as well. */
export function phraseOf(field: MappedField, make: (of: MappedField) => Query): Query {
  const prefilter = field.prefilter?.();
  if (prefilter) return booleanQuery({ filter: [make(prefilter), make(field)] });
  return field.scoresAlike === true ? constantScoreQuery(make(field)) : make(field);
}

/** Phrases need positions in the postings and a field that supports them. */
export function requirePositions(
  field: MappedField,
  what: 'phrase' | 'phrase prefix' = 'phrase',
): void {
  if (!field.takesPhrases) {
    throw new ApiError(
      'illegal_argument_exception',
      `Can only use ${what} queries on text fields - not on [${field.name}] which is of type [${field.typeName}]`,
    );
  }
  if (hasPositions(field)) return;
  throw new ApiError(
    'illegal_state_exception',
    `field:[${field.name}] was indexed without position data; cannot run PhraseQuery`,
  );
}

/** True if paths of a graph become phrases, which the field may refuse. */
export function hasPhrases(field: MappedField): boolean {
  return !field.takesPhrases || hasPositions(field);
}

/** The phrase of a path of a graph. */
export function wayPhrase(field: MappedField, places: readonly TextPlace[]): Query {
  requirePositions(field);
  return phraseOfPlaces(field, places, 0);
}

export function hasPositions({ spec: { postings } }: MappedField): boolean {
  return postings === 'positions' || postings === 'offsets';
}
