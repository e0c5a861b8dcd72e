/** A word while it is stemmed, and its entry in the list of words. */
import type { KstemWords } from './words.js';

export class KstemWord {
  readonly #words: KstemWords;
  text: string;
  /** The root of the word that was looked up last; `undefined` when it is not in the list. */
  root: string | undefined;

  constructor(text: string, words: KstemWords) {
    this.text = text;
    this.#words = words;
  }

  /** Sets the text; returns true if the list has it. */
  try(text: string): boolean {
    this.text = text;
    this.root = this.#words.roots.get(text);
    return this.root !== undefined;
  }

  /**
   * Sets the text; returns true if the list has it and it is no exception: forms made of an
   * exception do not lead to it.
   */
  tryRegular(text: string): boolean {
    this.text = text;
    if (this.#words.exceptions.has(text)) return false;
    const root = this.#words.roots.get(text);
    if (root === undefined) return false;
    this.root = root;
    return true;
  }

  /**
   * The part before the ending; `undefined` when the word has another ending or is nothing but the
   * ending.
   */
  before(ending: string): string | undefined {
    if (this.text.length <= ending.length || !this.text.endsWith(ending)) return undefined;
    return this.text.slice(0, -ending.length);
  }
}

export function isConsonant(text: string, at: number): boolean {
  const letter = text.charAt(at);
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || at === 0 || !isConsonant(text, at - 1);
}

export function hasVowel(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isConsonant(text, at)) return true;
  return false;
}

/** True when the text ends with a doubled consonant. */
export function isDoubled(text: string): boolean {
  const last = text.length - 1;
  return last > 0 && text[last] === text[last - 1] && isConsonant(text, last);
}

/** The text without its last letter. */
export const shorter = (text: string): string => text.slice(0, -1);
