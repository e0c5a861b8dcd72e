/**
 * Flattens a query to words and phrases, whatever combines them, as Lucene's FieldQuery and
 * OpenSearch's CustomFieldQuery do.
 */
import { utf8Decode } from '@skein/bytes';
import type { IndexSearcher, Mark, MarkedPhrase, WordMark } from '@skein/search_library';

export interface FlatPhrase {
  readonly field: string;
  /** The words of the phrase; a single word is a phrase of one. */
  readonly terms: readonly string[];
  readonly slop: number;
  /** A float. */
  readonly boost: number;
}

/** The highest number of words that a pattern expands to. */
const MOST_EXPANDED = 1024;
/** A phrase with more words over all its places is replaced by its words. */
const MOST_ALTERNATIVES = 16;

interface FlatQueryOptions {
  readonly searcher: IndexSearcher;
  /** True if words are marked only in the field in which they are searched. */
  readonly requireFieldMatch: boolean;
}

export function flatQuery(
  marks: readonly Mark[],
  { searcher, requireFieldMatch }: FlatQueryOptions,
): readonly FlatPhrase[] {
  const flat = new Map<string, FlatPhrase>();
  for (const mark of marks) {
    for (const phrase of phrasesOf(mark, searcher)) {
      const key = JSON.stringify(phrase);
      if (!flat.has(key)) flat.set(key, phrase);
    }
  }
  return withOverlaps([...flat.values()], requireFieldMatch);
}

function phrasesOf(mark: Mark, searcher: IndexSearcher): readonly FlatPhrase[] {
  if (mark.kind !== 'spans') {
    if (mark.isHidden) return [];
    return mark.spans === undefined ? wordsOf(mark, searcher) : phrasesOf(mark.spans, searcher);
  }
  const { field, phrase, weight = 1 } = mark;
  return phrase === undefined ? [] : alternatives(phrase, field, weight);
}

function wordsOf(mark: WordMark, searcher: IndexSearcher): readonly FlatPhrase[] {
  const { field, weight = 1 } = mark;
  if (mark.kind !== 'pattern') return [word(field, mark.term, weight)];
  return mark
    .expanded(searcher, MOST_EXPANDED)
    .map(({ term, boost }) => word(field, term, Math.fround(weight * boost)));
}

function word(field: string, term: Uint8Array, boost: number): FlatPhrase {
  return { field, terms: [utf8Decode(term)], slop: 0, boost };
}

/** All phrases that may be meant. Boosts do not apply to phrases with several words at a place. */
function alternatives(
  { places, slop }: MarkedPhrase,
  field: string,
  weight: number,
): readonly FlatPhrase[] {
  const isPlain = places.every((place) => place.length === 1);
  const boost = isPlain ? weight : 1;
  const count = places.reduce((sum, place) => sum + place.length, 0);
  if (!isPlain && count > MOST_ALTERNATIVES) {
    return places.flat().map((term) => word(field, term, 1));
  }
  let phrases: string[][] = [[]];
  for (const place of places) {
    phrases = phrases.flatMap((begun) => place.map((term) => [...begun, utf8Decode(term)]));
  }
  return phrases.map((terms) => ({ field, terms, slop: terms.length === 1 ? 0 : slop, boost }));
}

/** Adds the joined phrase of any two phrases of which the second begins as the first ends. */
function withOverlaps(flat: readonly FlatPhrase[], inOneField: boolean): readonly FlatPhrase[] {
  const all = new Map<string, FlatPhrase>();
  const add = (phrase: FlatPhrase): void => {
    const key = JSON.stringify(phrase);
    if (!all.has(key)) all.set(key, phrase);
  };
  flat.forEach((phrase, i) => {
    add(phrase);
    if (phrase.terms.length === 1) return;
    for (const other of flat.slice(i + 1)) {
      if (other.terms.length === 1 || other.slop !== phrase.slop) continue;
      if (inOneField && other.field !== phrase.field) continue;
      for (const joined of overlaps(phrase, other)) add(joined);
      for (const joined of overlaps(other, phrase)) add(joined);
    }
  });
  return [...all.values()];
}

function overlaps(first: FlatPhrase, second: FlatPhrase): readonly FlatPhrase[] {
  const joined: FlatPhrase[] = [];
  for (let i = 1; i < first.terms.length; i++) {
    const shared = first.terms.slice(i);
    if (shared.length >= second.terms.length) continue;
    if (!shared.every((term, at) => term === second.terms[at])) continue;
    const terms = [...first.terms, ...second.terms.slice(shared.length)];
    joined.push({ ...first, terms, boost: 1 });
  }
  return joined;
}
