/**
 * Stems Indonesian words as Lucene's `IndonesianStemmer` does, after F. Z. Tala: A study of
 * stemming effects on information retrieval in Bahasa Indonesia (2003).
 */
import type { StemmerType } from './stemmer_type.js';

const VOWELS = /[aeiou]/g;

/**
 * A prefix, with the letters that must follow it in a lookahead. `put` replaces it. A cut prefix
 * with a `family` excludes some suffixes (`cutSuffix`).
 */
interface Prefix {
  readonly pattern: RegExp;
  readonly put?: string;
  readonly family?: string;
}

/** Tala's first-order prefixes. Only the first that matches is cut. */
const FIRST: readonly Prefix[] = [
  { pattern: /^meng/, family: 'meng' },
  { pattern: /^meny(?=[aeiou])/, put: 's', family: 'meng' },
  { pattern: /^(men|mem|me)/, family: 'meng' },
  { pattern: /^peng/, family: 'peng' },
  { pattern: /^peny(?=[aeiou])/, put: 's', family: 'peng' },
  { pattern: /^peny/, family: 'peng' },
  { pattern: /^pen(?=[aeiou])/, put: 't', family: 'peng' },
  { pattern: /^(pen|pem)/, family: 'peng' },
  { pattern: /^di/, family: 'di' },
  { pattern: /^ter/, family: 'ter' },
  { pattern: /^ke/, family: 'ke' },
];
/** Tala's second-order prefixes, of which likewise one is cut. */
const SECOND: readonly Prefix[] = [
  { pattern: /^ber/, family: 'ber' },
  { pattern: /^bel(?=ajar$)/, family: 'ber' },
  { pattern: /^be(?=[^aeiou]er)/, family: 'ber' },
  { pattern: /^per/ },
  { pattern: /^pel(?=ajar$)/ },
  { pattern: /^pe/, family: 'pe' },
];

/**
 * A word while it is stemmed. Its syllables are counted by vowels, and each cut takes one away. A
 * word of two syllables is a root: nothing more is cut.
 */
class Word {
  readonly families = new Set<string>();
  text: string;
  #syllables: number;

  constructor(text: string) {
    this.text = text;
    this.#syllables = text.match(VOWELS)?.length ?? 0;
  }

  /** Replaces the match of the pattern with `put`, unless the word is a root; true if it did. */
  cut(pattern: RegExp, put = ''): boolean {
    if (this.#syllables <= 2 || !pattern.test(this.text)) return false;
    this.text = this.text.replace(pattern, put);
    this.#syllables--;
    return true;
  }

  cutPrefix(prefixes: readonly Prefix[]): boolean {
    const found = prefixes.find(({ pattern, put }) => this.cut(pattern, put));
    if (found?.family !== undefined) this.families.add(found.family);
    return found !== undefined;
  }

  /** Cuts a suffix that may stand together with the prefixes found. */
  cutSuffix(): boolean {
    const none = (...families: string[]) => !families.some((each) => this.families.has(each));
    if (none('ke', 'peng', 'pe') && this.cut(/kan$/)) return true;
    if (none('di', 'meng', 'ter') && this.cut(/an$/)) return true;
    return none('ber', 'ke', 'peng') && this.cut(/(?<!s)i$/);
  }
}

export const INDONESIAN: StemmerType = {
  names: ['indonesian'],
  create: () => (term) => {
    const word = new Word(term);
    word.cut(/(kah|lah|pun)$/);
    word.cut(/(ku|mu|nya)$/);
    if (word.cutPrefix(FIRST)) {
      if (word.cutSuffix()) word.cutPrefix(SECOND);
    } else {
      word.cutPrefix(SECOND);
      word.cutSuffix();
    }
    return word.text;
  },
};
