/** Candidates: words that may replace a word of the text. */
import type { Analyzer } from '@skein/analysis';
import { compareBytes, utf8 } from '@skein/bytes';
import type { FieldTerms, TermFrequencies } from '../spelling/field_terms.js';
import { similarWords } from '../spelling/similar_words.js';
import type { SpellingOptions } from '../spelling/spelling_options.js';

export interface Candidate {
  readonly text: string;
  readonly docFreq: number;
  readonly totalTermFreq: number;
  /** The similarity of its spelling to the word of the text; 1 is equal. */
  readonly likeness: number;
  /** The key by which the candidates of one word are ordered. */
  readonly score: number;
  /** True when the word stands in the text. */
  readonly isInput: boolean;
}

/** A word of the text and the candidates that may replace it. */
export interface CandidateSet {
  readonly input: Candidate;
  candidates: readonly Candidate[];
}

export interface Generator {
  readonly terms: FieldTerms;
  readonly spelling: SpellingOptions;
  readonly size: number;
  readonly preFilter: Analyzer | undefined;
  readonly postFilter: Analyzer | undefined;
}

/** The base of the logarithm in the minimum document frequency of candidates. */
const LOG_BASE = 5;
const MAX_INT = 2_147_483_647;

/** Generates candidates as OpenSearch's DirectCandidateGenerator does. */
export class CandidateGenerator {
  readonly #generator: Generator;
  readonly #realWordLikelihood: number;
  readonly #dictionarySize: number;
  readonly #plateau: number;

  constructor(generator: Generator, realWordLikelihood: number) {
    this.#generator = generator;
    this.#realWordLikelihood = realWordLikelihood;
    const { terms, spelling } = generator;
    this.#dictionarySize = terms.sumTotalTermFreq;
    const { minDocFreq } = spelling;
    this.#plateau = Math.trunc(
      minDocFreq >= 1 ? minDocFreq : Math.fround(Math.fround(terms.maxDoc) * minDocFreq),
    );
  }

  /** The candidate for a word that stands in the text. */
  input(text: string): Candidate {
    return this.#candidate(text, this.frequencies(text), { likeness: 1, isInput: true });
  }

  /** A synonym of a word in the text, if the index has it. */
  synonym(text: string): Candidate | undefined {
    const frequencies = this.frequencies(text);
    if (frequencies.docFreq === 0) return undefined;
    return this.#candidate(text, frequencies, {
      likeness: this.#realWordLikelihood,
      isInput: false,
    });
  }

  frequencies(text: string): TermFrequencies {
    return this.#ownFrequencies(this.#preFiltered(text));
  }

  #ownFrequencies(text: string): TermFrequencies {
    return this.#generator.terms.frequencies(utf8(text));
  }

  #candidate(
    text: string,
    { docFreq, totalTermFreq }: TermFrequencies,
    { likeness, isInput, scored = likeness }: Standing,
  ): Candidate {
    const score = scored * ((totalTermFreq + 1) / (this.#dictionarySize + 1));
    return { text, docFreq, totalTermFreq, likeness, score, isInput };
  }

  /** Adds words that are spelled like the word. */
  draw(set: CandidateSet): void {
    const { terms, spelling, size } = this.#generator;
    const least = this.#leastFreq(set.input);
    if (least === MAX_INT) return;
    const minDocFreq = Math.max(spelling.minDocFreq, Math.fround(least));
    const word = this.#preFiltered(set.input.text);
    const similar = similarWords(word, terms, { ...spelling, minDocFreq, size });
    const drawn = similar.flatMap(({ text, score }) => this.#postFiltered(text, score));
    set.candidates = bestFirst([...drawn, ...set.candidates]);
  }

  /** The minimum document frequency of candidates: it grows with that of the word itself. */
  #leastFreq({ docFreq }: Candidate): number {
    if (this.#generator.spelling.suggestMode === 'always' || docFreq === 0) return 0;
    const steps = Math.log10(docFreq - this.#plateau) * (1 / Math.log10(LOG_BASE));
    const least = Math.floor(docFreq * steps + 1 + 0.5);
    return Number.isNaN(least) ? 0 : Math.min(Math.max(0, least), MAX_INT);
  }

  /** The last token that the pre-filter's analyzer makes of a word. */
  #preFiltered(text: string): string {
    const { preFilter } = this.#generator;
    return preFilter ? (preFilter.analyze(text).tokens.at(-1)?.term ?? '') : text;
  }

  #postFiltered(text: string, likeness: number): readonly Candidate[] {
    const { postFilter } = this.#generator;
    const own = this.#ownFrequencies(text);
    const found = this.#candidate(text, own, { likeness, isInput: false });
    if (postFilter === undefined) return [found];
    return postFilter.analyze(text).tokens.map(({ term, positionIncrement }) => {
      if (positionIncrement > 0 && term === text) return found;
      const standing = { likeness: this.#realWordLikelihood, scored: likeness, isInput: false };
      return this.#candidate(term, own, standing);
    });
  }
}

interface Standing {
  readonly likeness: number;
  readonly isInput: boolean;
  /** The similarity that the score uses; `likeness` when absent. */
  readonly scored?: number;
}

/** Orders candidates, the best first; of candidates with the same text the first is kept. */
function bestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = new Map<string, Candidate>();
  for (const each of candidates) if (!byText.has(each.text)) byText.set(each.text, each);
  return [...byText.values()].sort(
    (a, b) => b.score - a.score || compareBytes(utf8(a.text), utf8(b.text)),
  );
}

/**
 * Draws candidates from all generators, at most `most` for each word. The first generator knows the
 * words of the text.
 */
export function drawCandidates(
  sets: readonly CandidateSet[],
  generators: readonly CandidateGenerator[],
  most: number,
): void {
  for (const set of sets) {
    for (const generator of generators) generator.draw(set);
    if (set.candidates.length > most) {
      set.candidates = [...set.candidates].sort((a, b) => b.score - a.score).slice(0, most);
    }
  }
}
