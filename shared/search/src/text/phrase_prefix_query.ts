/**
 * A phrase whose last word is a prefix: when the query is bound to an index, the prefix is expanded
 * to at most `maxExpansions` words in term order, and to one word at least.
 */
import { compareBytes, utf8 } from '@skein/bytes';
import {
  eitherOf,
  type IndexSearcher,
  type Mark,
  type MarksInText,
  matchNoneQuery,
  nearSpans,
  patternMark,
  phraseQuery,
  prefixQuery,
  type Query,
  type SpanQuery,
  spanMultiTermQuery,
  spanTermQuery,
  termMark,
} from '@skein/search_library';
import type { TextPlace } from './text_places.js';

export interface PhrasePrefixOptions {
  readonly slop: number;
  readonly maxExpansions: number;
}

export function phrasePrefixQuery(
  field: string,
  places: readonly TextPlace[],
  { slop, maxExpansions: most }: PhrasePrefixOptions,
): Query {
  // OpenSearch takes a word before it compares the number of words with the limit.
  const options = { slop, maxExpansions: Math.max(1, most) };
  const query: Query = {
    kind: 'phrase_prefix',
    profileName: 'MultiPhraseQuery',
    marks: (searcher) => marksOfPlaces(field, places, { ...options, searcher }),
    toString: () =>
      `${field}:"${wordsText(places)}"${options.slop === 0 ? '' : `~${options.slop}`}`,
    rewrite: (searcher) => searcher.rewrite(expand(searcher, field, places, options)),
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

/** The text `quick (fox* hare*)`. */
function wordsText(places: readonly TextPlace[]): string {
  const texts = places.map(({ terms }, i) => {
    const words = i === places.length - 1 ? terms.map((term) => `${term}*`) : terms;
    return words.length > 1 ? `(${words.join(' ')})` : words.join(' ');
  });
  return texts.join(' ');
}

/** The last word marks all words of the text that have the prefix. */
function marksOfPlaces(
  field: string,
  places: readonly TextPlace[],
  { searcher, ...options }: PhrasePrefixOptions & { readonly searcher: IndexSearcher },
): readonly Mark[] {
  const inText: MarksInText = (words) => marksInText(field, places, options, words);
  const beginnings = (places.at(-1)?.terms ?? []).map((term) => prefixQuery(field, utf8(term)));
  if (places.length <= 1) return beginnings.map((query) => ({ ...patternMark(query), inText }));
  const last = eitherOf(beginnings.map((query) => spanMultiTermQuery(query)));
  const phrase = {
    places: allowedAt(searcher, field, places, options),
    slop: options.slop,
  };
  return phraseMarks(field, places, options.slop, last).map((mark) => ({
    ...mark,
    phrase,
    inText,
  }));
}

/**
 * The last word stands for the first words of the text with the prefix. In a text without any,
 * OpenSearch's rewritten query still has the words before it, as a phrase of their own.
 */
function marksInText(
  field: string,
  places: readonly TextPlace[],
  { slop, maxExpansions }: PhrasePrefixOptions,
  words: readonly Uint8Array[],
): readonly Mark[] {
  const prefixes = prefixesOf(places);
  const expanded = words
    .filter((word) => prefixes.some((prefix) => startsWith(word, prefix)))
    .sort(compareBytes)
    .slice(0, maxExpansions);
  if (places.length <= 1) return expanded.map((term) => termMark(field, term));
  const last = expanded.map((term) => spanTermQuery(field, term));
  return phraseMarks(field, places, slop, last.length > 0 ? eitherOf(last) : undefined);
}

/** The marks of all places but the last, followed by `last`. */
function phraseMarks(
  field: string,
  places: readonly TextPlace[],
  slop: number,
  last: SpanQuery | undefined,
): ReturnType<SpanQuery['marks']> {
  const spans = places
    .slice(0, -1)
    .map(({ terms }) => eitherOf(terms.map((term) => spanTermQuery(field, utf8(term)))));
  if (last) spans.push(last);
  const positions = places.slice(0, spans.length).map(({ position }) => position);
  return nearSpans(spans, positions, slop).marks();
}

function expand(
  searcher: IndexSearcher,
  field: string,
  places: readonly TextPlace[],
  options: PhrasePrefixOptions,
): Query {
  const terms = allowedAt(searcher, field, places, options);
  if (terms.at(-1)?.length === 0) return matchNoneQuery(`no term of [${field}] begins so`);
  return phraseQuery(field, {
    terms,
    positions: places.map((place) => place.position),
    slop: options.slop,
  });
}

/** The terms of the index that are allowed at each place. */
function allowedAt(
  searcher: IndexSearcher,
  field: string,
  places: readonly TextPlace[],
  { maxExpansions }: PhrasePrefixOptions,
): readonly (readonly Uint8Array[])[] {
  const whole = places.slice(0, -1).map((place) => place.terms.map((term) => utf8(term)));
  return [...whole, expandPrefixes(searcher, field, prefixesOf(places), maxExpansions)];
}

function prefixesOf(places: readonly TextPlace[]): readonly Uint8Array[] {
  return (places.at(-1)?.terms ?? []).map((term) => utf8(term));
}

/** The first `limit` terms, over all segments, that start with one of the prefixes. */
function expandPrefixes(
  searcher: IndexSearcher,
  field: string,
  prefixes: readonly Uint8Array[],
  limit: number,
): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const prefix of prefixes) {
    for (const segment of searcher.segments) {
      const terms = segment.terms(field);
      if (!terms) continue;
      let taken = 0;
      for (let i = terms.ceiling(prefix); i < terms.size && taken < limit; i++) {
        const term = terms.term(i);
        if (!startsWith(term, prefix)) break;
        if (segment.showsTerm?.(field, i) === false) continue;
        found.set(String(term), term);
        taken++;
      }
      searcher.checkCancelled();
    }
  }
  return [...found.values()].sort(compareBytes).slice(0, limit);
}

function startsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  return (
    term.length >= prefix.length && compareBytes(term.subarray(0, prefix.length), prefix) === 0
  );
}
