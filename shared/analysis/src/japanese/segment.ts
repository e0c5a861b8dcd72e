/**
 * Cuts Japanese text into words by the cheapest path through the dictionary, as Lucene's
 * JapaneseTokenizer finds it (Viterbi; in search mode long words are cut again, if that does not
 * cost much more). Lucene decides early where all paths meet; this code decides at the same places,
 * so that it produces the same words.
 */
import type { Ipadic } from './ipadic.js';
import { Lattice, type Place } from './lattice.js';
import { USER_WORDS, type UserDictionary } from './user_dictionary.js';

export interface SegmentOptions {
  readonly mode: 'normal' | 'search' | 'extended';
  readonly discardsPunctuation: boolean;
  /** True when words that were cut again are kept beside their parts. */
  readonly showsCompounds: boolean;
  /**
   * The user's dictionary. Where one of its words begins, no other word that begins there is
   * considered.
   */
  readonly userDictionary: UserDictionary | undefined;
}

export interface FoundWord {
  readonly start: number;
  readonly end: number;
  /** The dictionary's number of the word; `UNIGRAM` for one character of an unknown word. */
  readonly word: number;
  /** The number of parts of a compound; 1 for any other word. */
  readonly length: number;
}

export const UNIGRAM = -1;
const MAX_UNKNOWN = 1024;
const MAX_AHEAD = 1024;
const PUNCTUATION = /[\p{Z}\p{Cc}\p{Cf}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{So}]/u;

/** Returns words in the order of the text, each compound after its first part. */
export function segment(text: string, dictionary: Ipadic, options: SegmentOptions): FoundWord[] {
  return new Segmentation(text, dictionary, options).words();
}

class Segmentation {
  readonly #text: string;
  readonly #dictionary: Ipadic;
  readonly #options: SegmentOptions;
  readonly #lattice: Lattice;
  readonly #words: FoundWord[] = [];
  #position = 0;
  /** All words before this position are decided. */
  #decided = 0;
  /** The end of the last unknown word; -1 if none was found since the last decision. */
  #unknownEnd = -1;
  /** The end of the run of one character class that was examined last. */
  #runEnd = 0;

  constructor(text: string, dictionary: Ipadic, options: SegmentOptions) {
    this.#text = text;
    this.#dictionary = dictionary;
    this.#options = options;
    this.#lattice = new Lattice(dictionary, text);
  }

  words(): FoundWord[] {
    while (this.#position < this.#text.length) this.#step();
    this.#finish();
    return this.#words;
  }

  #step(): void {
    const place = this.#lattice.at(this.#position);
    if (place.count === 0) {
      this.#position++;
      return;
    }
    const isFrontier = this.#lattice.next === this.#position + 1;
    if (this.#position > this.#decided && place.count === 1 && isFrontier) {
      const isSaid = this.#decide(this.#position, 0);
      place.costs[0] = 0;
      if (isSaid) this.#unknownEnd = -1;
    }
    if (this.#position - this.#decided >= MAX_AHEAD) this.#decideBest();
    else this.#extend();
  }

  /** Decides for the best path so far. */
  #decideBest(): void {
    const { at, arc } = this.#least();
    for (let i = this.#position; i < this.#lattice.next; i++) {
      const place = this.#lattice.at(i);
      if (i === at) place.keep(arc);
      else place.count = 0;
    }
    const isSaid = this.#decide(at, 0);
    this.#lattice.at(at).costs[0] = 0;
    this.#position = at;
    if (isSaid) this.#unknownEnd = -1;
  }

  #least(): { readonly at: number; readonly arc: number } {
    let [at, arc, least] = [-1, -1, Number.POSITIVE_INFINITY];
    for (let i = this.#position; i < this.#lattice.next; i++) {
      const { count, costs } = this.#lattice.at(i);
      for (let k = 0; k < count; k++) {
        const cost = costs[k];
        if (cost < least) [at, arc, least] = [i, k, cost];
      }
    }
    return { at, arc };
  }

  #extend(): void {
    const position = this.#position++;
    let isKnown = false;
    const take = (end: number, word: number): void => {
      this.#lattice.extend(position, end, word);
      isKnown = true;
    };
    this.#options.userDictionary?.forEachPhrase(this.#text, position, take);
    if (!isKnown) this.#dictionary.forEachWord(this.#text, position, take);
    if (this.#options.mode === 'normal' && this.#unknownEnd > position) return;
    const character = this.#text.charCodeAt(position);
    if (isKnown && !this.#dictionary.isInvoked(character)) return;
    const end = position + this.#unknownLength(position);
    for (const word of this.#dictionary.unknownOf(this.#dictionary.classOf(character))) {
      this.#lattice.extend(position, end, word);
    }
    this.#unknownEnd = end;
  }

  /**
   * The length of an unknown word: a run of one character class that is all punctuation or has
   * none.
   */
  #unknownLength(position: number): number {
    const first = this.#text.charCodeAt(position);
    if (!this.#dictionary.isGrouped(first)) return 1;
    if (position >= this.#runEnd) this.#runEnd = this.#endOfRun(position);
    return Math.min(this.#runEnd - position, MAX_UNKNOWN);
  }

  #endOfRun(position: number): number {
    const characterClass = this.#dictionary.classOf(this.#text.charCodeAt(position));
    const isPunctuation = this.#isPunctuation(position);
    let end = position + 1;
    while (end < this.#text.length) {
      if (this.#dictionary.classOf(this.#text.charCodeAt(end)) !== characterClass) break;
      if (this.#isPunctuation(end) !== isPunctuation) break;
      end++;
    }
    return end;
  }

  #isPunctuation(position: number): boolean {
    return PUNCTUATION.test(this.#text[position]);
  }

  #finish(): void {
    const end = this.#text.length;
    if (end === this.#decided) return;
    const { count, costs, sides } = this.#lattice.at(end);
    let [arc, least] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < count; i++) {
      const cost = costs[i] + this.#dictionary.follows(sides[i], 0);
      if (cost < least) [arc, least] = [i, cost];
    }
    this.#decide(end, arc);
  }

  /** Adds the words of the path back to the last decision; returns true if there are any. */
  #decide(end: number, arc: number): boolean {
    const found = new WayBack(this.#lattice, this.#options).from(end, arc, this.#decided);
    this.#decided = end;
    this.#lattice.forgetBefore(end);
    for (let i = found.length - 1; i >= 0; i--) this.#words.push(found[i]);
    return found.length > 0;
  }
}

interface Arc {
  readonly from: number;
  readonly to: number;
  readonly fromArc: number;
  readonly word: number;
}

/** Follows a path from its end to its beginning; the last word comes out first. */
class WayBack {
  readonly #lattice: Lattice;
  readonly #options: SegmentOptions;
  readonly #found: FoundWord[] = [];
  /** The compound whose parts are being added, and the number of parts so far. */
  #compound: FoundWord | undefined;
  #parts = 0;

  constructor(lattice: Lattice, options: SegmentOptions) {
    this.#lattice = lattice;
    this.#options = options;
  }

  from(end: number, arc: number, start: number): readonly FoundWord[] {
    let position = end;
    let best = arc;
    let next = -1;
    while (position > start) {
      const taken = this.#taken(position, best, next);
      this.#endCompound(taken.from);
      this.#tell(taken);
      next = this.#lattice.sideOf(taken.word);
      position = taken.from;
      best = taken.fromArc;
    }
    return this.#found;
  }

  /**
   * The arc to go back by. In place of a long word that is better read as several, it is the arc of
   * the last part. `next` is the context id of the word behind; -1 if there is none.
   */
  #taken(position: number, best: number, next: number): Arc {
    const place = this.#lattice.at(position);
    const arc = arcOf(place, position, best);
    const isPlain = this.#options.mode === 'normal' || arc.word >= USER_WORDS;
    if (isPlain || this.#compound !== undefined) return arc;
    const penalty = this.#lattice.penalty(arc.from, position);
    if (penalty === 0) return arc;
    const { dictionary } = this.#lattice;
    const behind = (word: number): number =>
      next === -1 ? 0 : dictionary.follows(this.#lattice.sideOf(word), next);
    const most = place.costs[best] + penalty + behind(arc.word);
    this.#lattice.rescore(arc.from, position, arc.fromArc);
    let [other, least] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < place.count; i++) {
      const cost = place.costs[i] + behind(place.words[i]);
      if (cost < least) [other, least] = [i, cost];
    }
    if (other === -1 || least > most || place.from[other] === arc.from) return arc;
    this.#compound = { start: arc.from, end: position, word: arc.word, length: 1 };
    this.#parts = 0;
    return arcOf(place, position, other);
  }

  /** Adds the compound once all its parts but the first have been added. */
  #endCompound(from: number): void {
    const compound = this.#compound;
    if (compound === undefined || compound.start < from) return;
    if (this.#options.showsCompounds && this.#parts > 0) {
      this.#found.push({ ...compound, length: ++this.#parts });
    }
    this.#compound = undefined;
  }

  #tell({ from, to, word }: Arc): void {
    const { mode, discardsPunctuation } = this.#options;
    const isShown = (at: number): boolean =>
      !discardsPunctuation || !PUNCTUATION.test(this.#lattice.text[at]);
    if (word >= USER_WORDS) {
      this.#tellParts(to, word);
    } else if (mode === 'extended' && this.#lattice.dictionary.isUnknown(word)) {
      this.#tellCharacters(from, to, isShown);
    } else if (isShown(from)) {
      this.#found.push({ start: from, end: to, word, length: 1 });
      this.#parts++;
    }
  }

  /** Adds the parts that the user's dictionary gives a text. */
  #tellParts(to: number, phrase: number): void {
    let end = to;
    for (const { length, word } of this.#options.userDictionary?.partsOf(phrase).toReversed() ??
      []) {
      this.#found.push({ start: end - length, end, word, length: 1 });
      end -= length;
      this.#parts++;
    }
  }

  #tellCharacters(from: number, to: number, isShown: (at: number) => boolean): void {
    for (let i = to - 1; i >= from; i--) {
      const end = i + 1;
      const code = this.#lattice.text.charCodeAt(i);
      if (i > from && code >= 0xdc00 && code < 0xe000) i--;
      if (!isShown(i)) continue;
      this.#found.push({ start: i, end, word: UNIGRAM, length: 1 });
      this.#parts++;
    }
  }
}

function arcOf(place: Place, to: number, arc: number): Arc {
  return {
    from: place.from[arc],
    to,
    fromArc: place.fromArc[arc],
    word: place.words[arc],
  };
}
