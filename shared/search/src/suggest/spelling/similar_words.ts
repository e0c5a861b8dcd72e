/**
 * Finds words of a field that are spelled like a word, the best first, as Lucene's spell checker
 * does. It searches one edit away first, and two only when it has not found enough; it keeps as
 * many words as it is to inspect, and chooses among them.
 */

import { PriorityQueue } from '@skein/base';
import { compareBytes, utf8, utf8Decode } from '@skein/bytes';
import type { FieldTerms, SimilarTerm } from './field_terms.js';
import type { SpellingOptions, SuggestSort } from './spelling_options.js';
import { stringDistance } from './string_distance.js';

export interface SimilarWord {
  readonly text: string;
  /** A float. */
  readonly score: number;
  readonly freq: number;
}

const f = Math.fround;

/** Finds at most `size` words. */
export function similarWords(
  word: string,
  terms: FieldTerms,
  { size, ...options }: SpellingOptions & { readonly size: number },
): readonly SimilarWord[] {
  if ([...word].length < options.minWordLength) return [];
  const { docFreq } = terms.frequencies(utf8(word));
  if (options.suggestMode === 'missing' && docFreq > 0) return [];
  const { maxDoc } = terms;
  if (isFrequent(docFreq, options.maxTermFreq, maxDoc)) return [];
  const least = leastFreq(options.suggestMode === 'popular' ? docFreq : 0, options, maxDoc);
  const searching = { terms, options, least, inspections: size * options.maxInspections };
  let found = bestWithin(word, 1, searching);
  if (options.maxEdits > 1 && found.length < searching.inspections) {
    const known = new Set(found.map(({ text }) => text));
    const more = bestWithin(word, options.maxEdits, searching);
    found = [...found, ...more.filter(({ text }) => !known.has(text))];
  }
  return found.sort(SORTS[options.sort]).slice(0, size);
}

/** True when so many documents have the word that it is taken as spelled correctly. */
function isFrequent(docFreq: number, max: number, maxDoc: number): boolean {
  if (max >= 1 && docFreq > max) return true;
  return docFreq > Math.ceil(f(max * f(maxDoc)));
}

/** The document frequency that a candidate must exceed. */
function leastFreq(docFreq: number, { minDocFreq }: SpellingOptions, maxDoc: number): number {
  if (minDocFreq >= 1) return Math.max(docFreq, Math.trunc(minDocFreq));
  if (minDocFreq === 0) return docFreq;
  return Math.max(docFreq, Math.trunc(f(minDocFreq * f(maxDoc))) - 1);
}

interface Searching {
  readonly terms: FieldTerms;
  readonly options: SpellingOptions;
  readonly least: number;
  readonly inspections: number;
}

interface Candidate extends SimilarTerm {
  readonly score: number;
}

/** Orders candidates; of equal scores the later term is worse. */
function isWorse(a: Candidate, b: Candidate): boolean {
  return a.score === b.score ? compareBytes(a.term, b.term) > 0 : a.score < b.score;
}

function bestWithin(
  word: string,
  maxEdits: number,
  { terms, options, least, inspections }: Searching,
): SimilarWord[] {
  const prefixLength = Math.max(options.prefixLength, maxEdits - 1);
  const distance = stringDistance(options.stringDistance);
  const itself = utf8(word);
  const best = new PriorityQueue<Candidate>(inspections, isWorse);
  for (const each of terms.similar(word, { maxEdits, prefixLength })) {
    const worst = best.top();
    // Even if another distance gives the score, this likeness decides if the term is considered.
    if (best.full && worst !== undefined && each.likeness <= worst.score) continue;
    if (compareBytes(each.term, itself) === 0 || each.docFreq <= least) continue;
    const score = distance ? distance(word, utf8Decode(each.term)) : each.likeness;
    if (score < options.accuracy) continue;
    best.offer({ ...each, score });
  }
  return best.drain().map(({ term, score, docFreq }) => ({
    text: utf8Decode(term),
    score,
    freq: docFreq,
  }));
}

type Compare = (a: SimilarWord, b: SimilarWord) => number;

const byText: Compare = (a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1);

/** The orders of words, best first. */
export const SORTS: Readonly<Record<SuggestSort, Compare>> = {
  score: (a, b) => b.score - a.score || b.freq - a.freq || byText(a, b),
  frequency: (a, b) => b.freq - a.freq || b.score - a.score || byText(a, b),
};
