/**
 * The fragments of one value with their words in tags, each scored by the wanted words in it, as
 * Lucene's Highlighter does.
 */

import type { TextTokens } from '../field_text.js';
import type { Tags } from '../tags.js';
import type { Fragmenter } from './fragmenters.js';
import { countsAt, type WeightedWords } from './weighted_words.js';

export interface Fragment {
  readonly text: string;
  readonly score: number;
}

/** The highest number of overlapping words that are considered. */
const LARGEST_GROUP = 50;

export class Fragments {
  readonly #text: string;
  readonly #tokens: TextTokens;
  readonly #words: WeightedWords;
  readonly #tags: Tags;
  readonly #made: Fragment[] = [];
  /** The text, score and words of the fragment in progress. */
  #marked = '';
  #score = 0;
  #seen = new Set<string>();
  /** The end of the text that is already in a fragment. */
  #done = 0;

  constructor(text: string, tokens: TextTokens, words: WeightedWords, tags: Tags) {
    this.#text = text;
    this.#tokens = tokens;
    this.#words = words;
    this.#tags = tags;
  }

  /** Returns fragments in the order of the text. */
  cutBy(isNew: Fragmenter): readonly Fragment[] {
    const { starts } = this.#tokens;
    let group = new Group();
    for (let i = 0; i < starts.length; i++) {
      if (group.size > 0 && (starts[i] ?? 0) >= group.end) {
        this.#write(group);
        group = new Group();
        if (isNew(i)) this.#close();
      }
      group.add(this.#tokens, i, this.#scoreOf(i));
    }
    if (group.size > 0) this.#write(group);
    const { length } = this.#text;
    if (this.#done < length) this.#marked += this.#plain(length);
    this.#close();
    return this.#made;
  }

  #scoreOf(i: number): number {
    const term = this.#tokens.terms[i] ?? '';
    const word = this.#words.get(term);
    if (!word || !countsAt(word, this.#tokens.positions[i] ?? 0)) return 0;
    if (!this.#seen.has(term)) this.#score = Math.fround(this.#score + word.weight);
    this.#seen.add(term);
    return word.weight;
  }

  #write({ from, to, total }: Group): void {
    if (from > this.#done) this.#marked += this.#plain(from);
    const { pre, post, encode } = this.#tags;
    const inside = encode(this.#text.slice(from, to));
    this.#marked += total > 0 ? pre + inside + post : inside;
    this.#done = Math.max(this.#done, to);
  }

  #plain(to: number): string {
    return this.#tags.encode(this.#text.slice(this.#done, to));
  }

  #close(): void {
    this.#made.push({ text: this.#marked, score: this.#score });
    this.#marked = '';
    this.#score = 0;
    this.#seen = new Set();
  }
}

/** Words that overlap; the marked stretch reaches from the first match to the end of the last. */
class Group {
  size = 0;
  end = 0;
  total = 0;
  from = 0;
  to = 0;

  add({ starts, ends }: TextTokens, i: number, score: number): void {
    if (this.size === LARGEST_GROUP) return;
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    if (this.size === 0 || (score > 0 && this.total === 0)) {
      this.from = start;
      this.to = end;
    } else if (score > 0) {
      this.from = Math.min(this.from, start);
      this.to = Math.max(this.to, end);
    }
    this.end = this.size === 0 ? end : Math.max(this.end, end);
    this.total += score;
    this.size++;
  }
}
