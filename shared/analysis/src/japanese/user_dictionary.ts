/**
 * Words that an index adds to the dictionary of Japanese, in the format of Lucene's
 * UserDictionary: lines of text, its parts, their readings and a part of speech, with commas
 * between the four.
 */
import { ApiError } from '@skein/errors';
import type { WordFeatures } from './ipadic.js';

/** Numbers of these words begin here, above all numbers of the dictionary. */
export const USER_WORDS = 1 << 24;
/** As in Lucene: the cost is so low that such a word is chosen wherever it stands. */
export const USER_COST = -100_000;
export const USER_SIDE = 5;

interface Part {
  readonly length: number;
  readonly word: number;
}

interface Node {
  readonly next: Map<number, Node>;
  /** The number of the phrase whose text ends here. */
  phrase?: number;
}

export class UserDictionary {
  readonly #root: Node = { next: new Map() };
  readonly #phrases: (readonly Part[])[] = [];
  readonly #words: WordFeatures[] = [];

  constructor(lines: readonly string[]) {
    const seen = new Set<string>();
    for (const [number, line] of lines.entries()) {
      if (line.startsWith('#')) continue;
      const values = valuesOf(line);
      const [text = ''] = values;
      if (seen.has(text)) {
        const reason = `Found duplicate term [${text}] in user dictionary at line [${number}]`;
        throw new ApiError('illegal_argument_exception', reason);
      }
      seen.add(text);
      this.#add(text, values);
    }
  }

  get isEmpty(): boolean {
    return this.#phrases.length === 0;
  }

  #add(text: string, values: readonly string[]): void {
    const [, segmentation, readings, partOfSpeech] = values;
    if (segmentation === undefined || readings === undefined || partOfSpeech === undefined) {
      throw illegalEntry(text, `[${values.length}] values, where [4] are needed`);
    }
    const parts = segmentation.split(/ +/);
    const read = readings.split(/ +/);
    if (parts.length !== read.length) {
      throw illegalEntry(
        text,
        `the number of segmentations (${parts.length}) does not the match number of readings (${read.length})`,
      );
    }
    const [surface, joined] = [text, segmentation].map((one) => one.replaceAll(/\s/g, ''));
    if (surface !== joined) {
      throw illegalEntry(
        text,
        `the concatenated segmentation (${joined}) does not match the surface form (${surface})`,
      );
    }
    this.#nodeOf(text).phrase = this.#phrases.length;
    const first = USER_WORDS + this.#words.length;
    this.#phrases.push(parts.map(({ length }, i) => ({ length, word: first + i })));
    for (const reading of read) this.#words.push({ partOfSpeech, baseForm: undefined, reading });
  }

  #nodeOf(text: string): Node {
    let node = this.#root;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const next = node.next.get(unit) ?? { next: new Map() };
      node.next.set(unit, next);
      node = next;
    }
    return node;
  }

  /** Calls back for each text of the dictionary that starts at `from`, shorter ones first. */
  forEachPhrase(text: string, from: number, visit: (end: number, phrase: number) => void): void {
    let node: Node | undefined = this.#root;
    for (let at = from; at < text.length; at++) {
      node = node.next.get(text.charCodeAt(at));
      if (node === undefined) return;
      if (node.phrase !== undefined) visit(at + 1, USER_WORDS + node.phrase);
    }
  }

  partsOf(phrase: number): readonly Part[] {
    return this.#phrases[phrase - USER_WORDS];
  }

  featuresOf(word: number): WordFeatures {
    return this.#words[word - USER_WORDS];
  }
}

/**
 * Splits a line at commas as Lucene's CSVUtil does: a quoted value may contain commas, and the last
 * value keeps its quotes.
 */
function valuesOf(line: string): readonly string[] {
  const values = [...line.matchAll(/(?:^|,)((?:"[^"]*"|[^,"])*)/g)].map(([, value = '']) => value);
  return values.map((value, i) =>
    i === values.length - 1 ? value : value.replace(/^"([^"]+)"$/, '$1').replaceAll('""', '"'),
  );
}

function illegalEntry(text: string, what: string): ApiError {
  const reason = `Illegal user dictionary entry ${text} - ${what}`;
  return new ApiError('illegal_argument_exception', reason);
}
