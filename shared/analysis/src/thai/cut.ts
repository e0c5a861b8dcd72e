/**
 * Cuts a run of Thai into words as the JDK's `BreakIterator` does: it takes the longest known word,
 * then the next; where no word begins, it takes back the last choice that has an alternative. If no
 * choice leads through the text, it keeps the words that led farthest and continues behind the
 * letter after them.
 */
import { isNoLetter, nodeAfter, type ThaiWords, thaiWords } from './words.js';

/**
 * Ends of the words of the run, in order. The text behind the run is read too, because it may have
 * signs that words contain.
 */
export function thaiWordEnds(text: string, from: number, to: number): readonly number[] {
  const cut = new Cut(thaiWords(), text, from, to);
  while (cut.step());
  return cut.ends();
}

/** Stands for the end of the text. */
const NONE = 0xffff;

class Cut {
  readonly #words: ThaiWords;
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  #at: number;
  /**
   * True when the last letter of the text is read. The position stays there, as in the JDK, so that
   * a word that ends too late does not lead farther.
   */
  #isDone = false;
  #node = 0;
  /** Ends of the chosen words. */
  #chosen: number[] = [];
  /** Ends of possible words that were passed, shorter ones before longer ones. */
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

  /** Reads one letter or takes one choice back; returns true while there is more to do. */
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
    // The last word ends at the end of the run, whatever its own end is.
    return [...this.#chosen.slice(0, -1), this.#to];
  }

  #fail(): boolean {
    if (this.#at > this.#farthest) {
      this.#farthest = this.#at;
      this.#chosenAtFarthest = [...this.#chosen];
    }
    let end = this.#possible.pop();
    while (end !== undefined && this.#wrong.has(end)) end = this.#possible.pop();
    this.#isDone = false;
    if (end !== undefined) this.#choose(end);
    else if (!this.#giveUp()) return false;
    return this.#at < this.#to;
  }

  #choose(end: number): void {
    const chosen = this.#chosen;
    for (let last = chosen.at(-1); last !== undefined && end < last; last = chosen.at(-1)) {
      this.#wrong.add(last);
      chosen.pop();
    }
    chosen.push(end);
    this.#at = end;
  }

  /**
   * Gives up when no choice is left; returns false if the farthest words reach the end of the run.
   */
  #giveUp(): boolean {
    if (this.#chosenAtFarthest !== undefined) {
      this.#chosen = [...this.#chosenAtFarthest];
      if (this.#farthest >= this.#to) return false;
      this.#at = this.#farthest + 1;
      return true;
    }
    // No word begins with the first letter.
    if (this.#chosen.at(-1) !== this.#at && this.#at !== this.#from) this.#chosen.push(this.#at);
    this.#at++;
    this.#chosen.push(this.#at);
    return true;
  }
}
