/** Finds the combinations of candidates that are the best corrections of a text. */
import { expectDefined, PriorityQueue } from '@skein/base';
import { compareBytes, utf8 } from '@skein/bytes';
import type { Candidate, CandidateSet } from './candidates.js';
import type { LanguageModel } from './language_model.js';

export interface Correction {
  readonly score: number;
  readonly words: readonly Candidate[];
}

interface PhraseScoring {
  readonly model: LanguageModel;
  readonly gramSize: number;
  /** The likelihood that a word known to the index is the right one. */
  readonly realWordLikelihood: number;
}

interface Searched extends PhraseScoring {
  /** The highest number of wrong words; below 1 it is a share of the words. */
  readonly maxErrors: number;
  readonly most: number;
  /** The score that corrections must exceed. */
  readonly cutoff: number;
  readonly checkCancelled: () => void;
}

/** The best corrections, best first. */
export function bestCorrections(
  sets: readonly CandidateSet[],
  searched: Searched,
): readonly Correction[] {
  const { maxErrors } = searched;
  const errors =
    maxErrors >= 1 ? Math.trunc(maxErrors) : Math.round(Math.fround(maxErrors * sets.length));
  const search = new CorrectionSearch(sets, searched);
  search.from(0, Math.max(1, errors), 0);
  return search.best.drain();
}

/** The score of a phrase: e to the power of the sum of decimal logarithms, as in OpenSearch. */
export function phraseScore(words: readonly Candidate[], scoring: PhraseScoring): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum += wordScore(words, i, scoring);
  return Math.exp(sum);
}

function wordScore(
  words: readonly Candidate[],
  at: number,
  { model, gramSize, realWordLikelihood }: PhraseScoring,
): number {
  const word = wordAt(words, at);
  const channel = word.likeness === 1 ? realWordLikelihood : word.likeness;
  return Math.log10(channel * likelihood(words, at, { model, gramSize }));
}

function likelihood(
  words: readonly Candidate[],
  at: number,
  { model, gramSize }: Pick<PhraseScoring, 'model' | 'gramSize'>,
): number {
  const word = wordAt(words, at);
  if (at === 0 || gramSize === 1) return model.unigram(word);
  const before = wordAt(words, at - 1);
  if (at === 1 || gramSize === 2) return model.bigram(word, before);
  return model.trigram(word, before, wordAt(words, at - 2));
}

function wordAt(words: readonly Candidate[], at: number): Candidate {
  return expectDefined(words[at], 'the place is one of the words');
}

/** Words placed between two checks for cancellation. */
const CHECK_EVERY = 1024;

class CorrectionSearch {
  readonly best: PriorityQueue<Correction>;
  readonly #sets: readonly CandidateSet[];
  readonly #searched: Searched;
  readonly #path: Candidate[] = [];
  #steps = 0;

  constructor(sets: readonly CandidateSet[], searched: Searched) {
    this.#sets = sets;
    this.#searched = searched;
    this.best = new PriorityQueue<Correction>(searched.most, isWorse);
  }

  /**
   * Searches all combinations of the words from `at` on, with at most `errorsLeft` of them
   * replaced.
   */
  from(at: number, errorsLeft: number, scoreBefore: number): void {
    const set = this.#sets[at];
    if (set === undefined) {
      this.#offer(Math.exp(scoreBefore));
      return;
    }
    this.#step(at, set.input, { errorsLeft, scoreBefore });
    if (errorsLeft === 0) return;
    for (const candidate of set.candidates) {
      this.#step(at, candidate, { errorsLeft: errorsLeft - 1, scoreBefore });
    }
  }

  #step(
    at: number,
    word: Candidate,
    { errorsLeft, scoreBefore }: { readonly errorsLeft: number; readonly scoreBefore: number },
  ): void {
    this.#path[at] = word;
    const score = scoreBefore + wordScore(this.#path, at, this.#searched);
    if (this.#steps++ % CHECK_EVERY === 0) this.#searched.checkCancelled();
    this.from(at + 1, errorsLeft, score);
  }

  #offer(score: number): void {
    if (!(score > this.#searched.cutoff)) return;
    const worst = this.best.top();
    if (this.best.full && worst !== undefined && score < worst.score) return;
    this.best.offer({ score, words: [...this.#path] });
  }
}

/** Orders corrections; of equal scores the one with the later words is worse. */
function isWorse(a: Correction, b: Correction): boolean {
  if (a.score !== b.score) return a.score < b.score;
  for (let i = 0; i < a.words.length; i++) {
    const order = compareTexts(wordAt(a.words, i), wordAt(b.words, i));
    if (order !== 0) return order > 0;
  }
  return false;
}

function compareTexts(a: Candidate, b: Candidate): number {
  return a.text === b.text ? 0 : compareBytes(utf8(a.text), utf8(b.text));
}

/** The words of a correction; `tags` stand around words that were changed. */
export function correctionText(
  { words }: Correction,
  tags: { readonly pre: string; readonly post: string } = { pre: '', post: '' },
): string {
  const isKept = (i: number): boolean => words[i]?.isInput ?? true;
  return words
    .map(({ text }, i) => {
      if (isKept(i)) return text;
      return (isKept(i - 1) ? tags.pre : '') + text + (isKept(i + 1) ? tags.post : '');
    })
    .join(' ');
}
