/** A word on its way to its stem, and what the list of words knows of it. */
import type { KstemWords } from './words.js';

export class KstemWord {
  readonly #words: KstemWords;
  text: string;
  /** What the word that was looked up last stands for; `undefined`: it is not in the list. */
  root: string | undefined;

  constructor(text: string, words: KstemWords) {
    this.text = text;
    this.#words = words;
  }

  /** Becomes the text. Whether the list has it. */
  try(text: string): boolean {
    this.text = text;
    this.root = this.#words.roots.get(text);
    return this.root !== undefined;
  }

  /** The same, but an exception is not looked up: what it is made of leads elsewhere. */
  tryRegular(text: string): boolean {
    this.text = text;
    if (this.#words.exceptions.has(text)) return false;
    const root = this.#words.roots.get(text);
    if (root === undefined) return false;
    this.root = root;
    return true;
  }

  /** What stands before the ending, or `undefined`; an ending is never all of the word. */
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

/** Ends with a consonant twice. */
export function isDoubled(text: string): boolean {
  const last = text.length - 1;
  return last > 0 && text[last] === text[last - 1] && isConsonant(text, last);
}

/** Without the last letter. */
export const shorter = (text: string): string => text.slice(0, -1);
