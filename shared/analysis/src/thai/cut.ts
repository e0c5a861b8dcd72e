/**
 * A run of Thai cut into words as the `BreakIterator` of the JDK cuts it: the longest word that is
 * known, then the next; where no word begins, the last choice that is left is taken back. A text
 * that no choice leads through keeps the words that led farthest, and goes on behind the letter
 * after them.
 */
import { isNoLetter, nodeAfter, type ThaiWords, thaiWords } from './words.js';

/**
 * Where the words of the run end, in order. What follows the run is looked at, too: it may be a
 * sign that words have inside.
 */
export function thaiWordEnds(text: string, from: number, to: number): readonly number[] {
  const cut = new Cut(thaiWords(), text, from, to);
  while (cut.step());
  return cut.ends();
}

/** No letter: the text has ended. */
const NONE = 0xffff;

class Cut {
  readonly #words: ThaiWords;
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  #at: number;
  /**
   * The last letter of the text is read: the place stays there, as in the JDK, so that a word that
   * ends too late does not lead farther.
   */
  #isDone = false;
  #node = 0;
  /** Ends of the words that are chosen. */
  #chosen: number[] = [];
  /** Ends of words that were passed, shorter ones before longer ones. */
  readonly #possible: number[] = [];
  /** Ends that led nowhere. */
  readonly #wrong = new Set<number>();
  #farthest: number;
  #chosenAtFarthest: readonly number[] | undefined;

  constructor(words: ThaiWords, text: string, from: number, to: number) {
    this.#words = words;
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#at = from;
    this.#farthest = from;
  }

  /** One letter, or one choice taken back. Whether there is more to do. */
  step(): boolean {
    const letter = this.#isDone ? NONE : this.#text.charCodeAt(this.#at);
    const isEnd = this.#words.isWord[this.#node] === 1;
    if (isEnd) this.#possible.push(this.#at);
    if (isEnd && isNoLetter(letter)) {
      this.#chosen.push(this.#at);
      return false;
    }
    this.#node = nodeAfter(this.#words, this.#node, letter);
    if (this.#node === 0 || this.#at >= this.#to) return this.#fail();
    if (this.#at + 1 < this.#text.length) this.#at++;
    else this.#isDone = true;
    return true;
  }

  ends(): readonly number[] {
    // The last word ends where the run does, whatever it was.
    return [...this.#chosen.slice(0, -1), this.#to];
  }

  #fail(): boolean {
    if (this.#at > this.#farthest) {
      this.#farthest = this.#at;
      this.#chosenAtFarthest = [...this.#chosen];
    }
    while (this.#possible.length > 0 && this.#wrong.has(this.#possible.at(-1) as number))
      this.#possible.pop();
    this.#isDone = false;
    const end = this.#possible.pop();
    if (end !== undefined) this.#choose(end);
    else if (!this.#giveUp()) return false;
    return this.#at < this.#to;
  }

  #choose(end: number): void {
    while (this.#chosen.length > 0 && end < (this.#chosen.at(-1) as number))
      this.#wrong.add(this.#chosen.pop() as number);
    this.#chosen.push(end);
    this.#at = end;
  }

  /** No choice is left. Whether there is text behind what led farthest. */
  #giveUp(): boolean {
    if (this.#chosenAtFarthest !== undefined) {
      this.#chosen = [...this.#chosenAtFarthest];
      if (this.#farthest >= this.#to) return false;
      this.#at = this.#farthest + 1;
      return true;
    }
    // Nothing begins with the first letter.
    if (this.#chosen.at(-1) !== this.#at && this.#at !== this.#from) this.#chosen.push(this.#at);
    this.#at++;
    this.#chosen.push(this.#at);
    return true;
  }
}
