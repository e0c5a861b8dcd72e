/**
 * The dictionary IPADIC as the package `@patdx/kuromoji` provides it: words by their text in a
 * double-array trie over UTF-8, the costs of words and of pairs of neighbours, and the words'
 * features. Formats: https://github.com/takuyaa/kuromoji.js, `src/dict`.
 */

import { utf8Decode } from '@skein/bytes';

/** Returns a file of the package, unpacked, by its name without `.dat.gz`. */
export type IpadicFiles = (name: string) => Uint8Array;

/** The columns of IPADIC that filters use. */
export interface WordFeatures {
  /** The part of speech, such as `名詞-一般`. */
  readonly partOfSpeech: string;
  /** The dictionary form; `undefined` when it equals the word or is unknown. */
  readonly baseForm: string | undefined;
  /** The reading in katakana; `undefined` when it is unknown. */
  readonly reading: string | undefined;
}

/** The features of one character of an unknown word. */
export const OF_UNIGRAM: WordFeatures = {
  partOfSpeech: '記号-一般',
  baseForm: undefined,
  reading: undefined,
};

const built = new WeakMap<IpadicFiles, Ipadic>();

/** Reads the dictionary once for each set of files: it takes half a second and 75 MB. */
export function ipadicOf(files: IpadicFiles): Ipadic {
  const known = built.get(files);
  if (known !== undefined) return known;
  const dictionary = new Ipadic(files);
  built.set(files, dictionary);
  return dictionary;
}

/** A word takes ten bytes: left and right context ids, cost, and the offset of its features. */
const WORD_BYTES = 10;
const MAX_READ = 10_000;
const NAKAGURO = 0x30fb;
/** The spaces of `char.def`. The package's table gives this class to unlisted characters, too. */
const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x20, 0xd0]);

export class Ipadic {
  readonly #base: Int32Array;
  readonly #check: Int32Array;
  /** For each entry of the trie, the place in `#ids` where its words begin. */
  readonly #starts: Int32Array;
  readonly #ids: Int32Array;
  readonly #costs: Int16Array;
  readonly #width: number;
  /** Known words, followed by the entries for unknown ones. */
  readonly #left: Int16Array;
  readonly #cost: Int16Array;
  readonly #featuresAt: Int32Array;
  readonly #known: number;
  readonly #features: Uint8Array;
  readonly #unknownFeatures: Uint8Array;
  readonly #classOf: Uint8Array;
  readonly #invoked: readonly boolean[];
  readonly #grouped: readonly boolean[];
  readonly #isKanji: readonly boolean[];
  readonly #unknown: readonly (readonly number[])[];
  /** Features of recently found words. */
  readonly #read = new Map<number, WordFeatures>();

  constructor(file: IpadicFiles) {
    this.#base = ints(file('base'));
    this.#check = ints(file('check'));
    const map = readMap(file('tid_map'));
    this.#starts = map.starts;
    this.#ids = map.ids;
    const costs = file('cc');
    this.#costs = new Int16Array(costs.buffer, costs.byteOffset, costs.length >>> 1);
    this.#width = this.#costs[1];
    const known = file('tid');
    const unknownMap = readMap(file('unk_map'));
    this.#known = countOf(map.ids);
    const unknownCount = countOf(unknownMap.ids);
    this.#left = new Int16Array(this.#known + unknownCount);
    this.#cost = new Int16Array(this.#left.length);
    this.#featuresAt = new Int32Array(this.#left.length);
    this.#readWords(known, 0, this.#known);
    this.#readWords(file('unk'), this.#known, unknownCount);
    this.#features = file('tid_pos');
    this.#unknownFeatures = file('unk_pos');
    const classes = readClasses(file('unk_invoke'));
    this.#invoked = classes.map(({ isInvoked }) => isInvoked);
    this.#grouped = classes.map(({ isGrouped }) => isGrouped);
    this.#isKanji = classes.map(({ name }) => name.startsWith('KANJI'));
    this.#classOf = classesOf(
      file('unk_char'),
      classes.map(({ name }) => name),
    );
    this.#unknown = classes.map((_, i) =>
      Array.from(
        unknownMap.ids.subarray(unknownMap.starts[i], unknownMap.starts[i + 1]),
        (id) => id + this.#known,
      ),
    );
  }

  #readWords(bytes: Uint8Array, first: number, count: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < count; i++) {
      const at = i * WORD_BYTES;
      this.#left[first + i] = view.getInt16(at, true);
      this.#cost[first + i] = view.getInt16(at + 4, true);
      this.#featuresAt[first + i] = view.getInt32(at + 6, true);
    }
  }

  /** Calls back for each word that starts at `from`, shorter ones first. */
  forEachWord(text: string, from: number, visit: (end: number, word: number) => void): void {
    const base = this.#base;
    const check = this.#check;
    let node = 0;
    const step = (byte: number): boolean => {
      const next = base[node] + byte;
      const isThere = check[next] === node;
      node = next;
      return isThere;
    };
    for (let at = from; at < text.length; at++) {
      if (!walk(text.charCodeAt(at), step)) return;
      const end = base[node];
      const entry = check[end] === node ? -base[end] - 1 : -1;
      if (entry < 0) continue;
      const to = this.#starts[entry + 1];
      for (let i = this.#starts[entry]; i < to; i++) visit(at + 1, this.#ids[i]);
    }
  }

  /** The context id of a word: IPADIC has the same id for its left and its right side. */
  sideOf(word: number): number {
    return this.#left[word];
  }

  costOf(word: number): number {
    return this.#cost[word];
  }

  /** The cost of one word next to another, by their context ids. */
  follows(side: number, next: number): number {
    return this.#costs[side * this.#width + next + 2];
  }

  isUnknown(word: number): boolean {
    return word >= this.#known;
  }

  classOf(character: number): number {
    return this.#classOf[character];
  }

  isKanji(character: number): boolean {
    return this.#isKanji[this.classOf(character)];
  }

  /** True when unknown words are tried even where known words are found. */
  isInvoked(character: number): boolean {
    return this.#invoked[this.classOf(character)];
  }

  isGrouped(character: number): boolean {
    return this.#grouped[this.classOf(character)];
  }

  /** The entries for unknown words of a class. */
  unknownOf(characterClass: number): readonly number[] {
    return this.#unknown[characterClass];
  }

  featuresOf(word: number): WordFeatures {
    const known = this.#read.get(word);
    if (known !== undefined) return known;
    const features = this.#readFeatures(word);
    if (this.#read.size >= MAX_READ) this.#read.clear();
    this.#read.set(word, features);
    return features;
  }

  #readFeatures(word: number): WordFeatures {
    const isUnknown = this.isUnknown(word);
    const bytes = isUnknown ? this.#unknownFeatures : this.#features;
    const from = this.#featuresAt[word];
    const line = utf8Decode(bytes.subarray(from, bytes.indexOf(0, from)));
    const [surface = '', one = '*', two = '*', three = '*', four = '*', , , base, reading] =
      line.split(',');
    const partOfSpeech = [one, two, three, four].filter((part) => part !== '*').join('-');
    if (isUnknown) return { partOfSpeech, baseForm: undefined, reading: undefined };
    const isInflected = base !== undefined && base !== '*' && base !== surface;
    return { partOfSpeech, baseForm: isInflected ? base : undefined, reading: reading ?? surface };
  }
}

/** Steps through a character's UTF-8 bytes. No word has half of a surrogate pair. */
function walk(code: number, step: (byte: number) => boolean): boolean {
  if (code < 0x80) return step(code);
  if (code < 0x800) return step(0xc0 | (code >>> 6)) && step(0x80 | (code & 0x3f));
  if (code >= 0xd800 && code < 0xe000) return false;
  return (
    step(0xe0 | (code >>> 12)) && step(0x80 | ((code >>> 6) & 0x3f)) && step(0x80 | (code & 0x3f))
  );
}

function ints(given: Uint8Array): Int32Array {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

/** The number of words: they are numbered consecutively from 0. */
function countOf(ids: Int32Array): number {
  let most = -1;
  for (const id of ids) if (id > most) most = id;
  return most + 1;
}

interface WordMap {
  readonly starts: Int32Array;
  /** Numbers of words, grouped by entry. */
  readonly ids: Int32Array;
}

/**
 * Reads a map: the number of entries; then for each its number, its number of words, and the words'
 * offsets in bytes.
 */
function readMap(bytes: Uint8Array): WordMap {
  const numbers = ints(bytes);
  const entries = numbers[0];
  // Numbers of entries ascend; some are missing.
  const starts = new Int32Array(numbers.length).fill(-1);
  const ids = new Int32Array(numbers.length);
  let count = 0;
  let at = 1;
  let most = -1;
  for (let i = 0; i < entries; i++) {
    const entry = numbers[at];
    starts.fill(count, most + 1, entry + 1);
    most = entry;
    const words = numbers[at + 1];
    for (let i = 0; i < words; i++) ids[count++] = numbers[at + 2 + i] / WORD_BYTES;
    at += 2 + words;
  }
  starts[most + 1] = count;
  return { starts: starts.slice(0, most + 2), ids: ids.slice(0, count) };
}

interface CharacterClass {
  readonly name: string;
  readonly isInvoked: boolean;
  readonly isGrouped: boolean;
}

function readClasses(bytes: Uint8Array): readonly CharacterClass[] {
  const classes: CharacterClass[] = [];
  for (let at = 0; at + 6 < bytes.length && bytes[at + 6] !== 0; ) {
    const end = bytes.indexOf(0, at + 6);
    const name = utf8Decode(bytes.subarray(at + 6, end));
    classes.push({ name, isInvoked: bytes[at] === 1, isGrouped: bytes[at + 1] === 1 });
    at = end + 1;
  }
  return classes;
}

/** Character classes by character. */
function classesOf(given: Uint8Array, names: readonly string[]): Uint8Array {
  const [standard, space] = [names.indexOf('DEFAULT'), names.indexOf('SPACE')];
  const classes = given.map((one, character) =>
    one === space && !SPACES.has(character) ? standard : one,
  );
  classes[NAKAGURO] = names.indexOf('SYMBOL');
  return classes;
}
