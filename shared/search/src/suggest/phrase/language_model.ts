/**
 * The likelihood of a word after the one or two words before it, computed from the frequencies of
 * the field's shingles: terms that are one, two or three words with a separator in between. The
 * formulas are those of OpenSearch's `phrase` suggester.
 */
import { utf8 } from '@skein/bytes';
import type { FieldTerms } from '../spelling/field_terms.js';
import type { Candidate } from './candidates.js';
import type { Smoothing } from './smoothing.js';

/** In a text, the words stand in the order `first`, `before`, `word`. */
export interface LanguageModel {
  unigram(word: Candidate): number;
  bigram(word: Candidate, before: Candidate): number;
  trigram(word: Candidate, before: Candidate, first: Candidate): number;
}

interface ShinglesOfField {
  readonly terms: FieldTerms;
  /** The text between the words of a shingle. */
  readonly separator: string;
}

export function languageModel(smoothing: Smoothing, field: ShinglesOfField): LanguageModel {
  const counts = new ShingleCounts(field);
  switch (smoothing.kind) {
    case 'stupid_backoff':
      return stupidBackoff(counts, smoothing.discount);
    case 'laplace':
      return laplace(counts, smoothing.alpha);
    case 'linear':
      return linear(counts, smoothing);
  }
}

/** The frequencies of word sequences in the field; each is looked up once. */
class ShingleCounts {
  /** The number of words in the field, repeated ones included. */
  readonly vocabulary: number;
  /** The number of different words, or the number of documents if the index does not know it. */
  readonly termCount: number;
  readonly #field: ShinglesOfField;
  readonly #known = new Map<string, number>();

  constructor(field: ShinglesOfField) {
    this.#field = field;
    this.vocabulary = field.terms.sumTotalTermFreq;
    this.termCount = field.terms.termCount ?? field.terms.maxDoc;
  }

  /** The frequency of the words as one shingle, in this order. */
  of(...words: readonly Candidate[]): number {
    const shingle = words.map(({ text }) => text).join(this.#field.separator);
    let count = this.#known.get(shingle);
    if (count === undefined) {
      count = this.#field.terms.frequencies(utf8(shingle)).totalTermFreq;
      this.#known.set(shingle, count);
    }
    return count;
  }

  /**
   * The share of a word among all words of the field. One is added to the count of each word, so
   * that a word that is not in the field has a share too.
   */
  share(word: Candidate): number {
    return (1 + this.of(word)) / (this.vocabulary + this.termCount);
  }
}

/** Added to divisors to keep quotients finite. */
const TINY = 0.00000000001;

function stupidBackoff(counts: ShingleCounts, discount: number): LanguageModel {
  const unigram = (word: Candidate): number => counts.share(word);
  return {
    unigram,
    bigram: (word, before) => {
      const count = counts.of(before, word);
      if (count < 1) return discount * unigram(word);
      return count / (before.totalTermFreq + TINY);
    },
    trigram: (word, before, first) => {
      const pairs = counts.of(before, word);
      if (pairs < 1) return discount * unigram(word);
      const count = counts.of(first, before, word);
      if (count < 1) return discount * (pairs / (before.totalTermFreq + TINY));
      return count / (pairs + TINY);
    },
  };
}

function laplace(counts: ShingleCounts, alpha: number): LanguageModel {
  const { vocabulary, termCount } = counts;
  return {
    unigram: (word) => (alpha + counts.of(word)) / (vocabulary + alpha * termCount),
    bigram: (word, before) =>
      (alpha + counts.of(before, word)) / (before.totalTermFreq + alpha * termCount),
    trigram: (word, before, first) =>
      (alpha + counts.of(first, before, word)) / (counts.of(before, word) + alpha * termCount),
  };
}

function linear(
  counts: ShingleCounts,
  lambdas: Extract<Smoothing, { readonly kind: 'linear' }>,
): LanguageModel {
  const unigram = (word: Candidate): number => counts.share(word);
  const bigram = (word: Candidate, before: Candidate): number => {
    const single = lambdas.unigram * unigram(word);
    const count = counts.of(before, word);
    if (count < 1) return single;
    return lambdas.bigram * (count / (0.5 + before.totalTermFreq)) + single;
  };
  return {
    unigram,
    bigram,
    // OpenSearch looks up the words in the opposite order (`word` first), which is seldom in the
    // index; so does this code.
    trigram: (word, before, first) => {
      const count = counts.of(word, before, first);
      if (count < 1) return bigram(word, before);
      return lambdas.trigram * (count / (1 + counts.of(word, before))) + bigram(word, before);
    },
  };
}
