/**
 * Stems of a word by a Hunspell dictionary, as Lucene finds them: affixes are taken off one after
 * the other, and the rest must be a word that may take them. Stems are given in the order in which
 * they are found.
 */
import type { Affix } from './affix_file.js';
import { type DictionaryEntry, type HunspellDictionary, lookedUp } from './dictionary.js';
import { caseVariants } from './word_case.js';

/** The affixes that have been taken off so far. */
interface Taken {
  readonly last: Affix | undefined;
  readonly prefix: Affix | undefined;
  readonly count: number;
  readonly mayTakePrefix: boolean;
}

const NOTHING_TAKEN: Taken = {
  last: undefined,
  prefix: undefined,
  count: 0,
  mayTakePrefix: true,
};

export function hunspellStems(term: string, dictionary: HunspellDictionary): string[] {
  const stems: string[] = [];
  const { affixes } = dictionary;
  const word = lookedUp(term, affixes);
  if (word === '') return stems;
  new Search(dictionary, 'as written', stems).from(word);
  const varied = new Search(dictionary, 'varied', stems);
  for (const variant of caseVariants(word, affixes)) varied.from(variant);
  return stems;
}

class Search {
  readonly #dictionary: HunspellDictionary;
  readonly #isVaried: boolean;
  readonly #stems: string[];

  /** With `varied`, the word is spelled in another case, which some entries forbid. */
  constructor(dictionary: HunspellDictionary, spelling: 'as written' | 'varied', stems: string[]) {
    this.#dictionary = dictionary;
    this.#isVaried = spelling === 'varied';
    this.#stems = stems;
  }

  from(word: string): void {
    const { needAffix } = this.#dictionary.affixes;
    for (const entry of this.#entries(word)) {
      if (!has(entry.flags, needAffix)) this.#add(word, entry);
    }
    this.#strip(word, NOTHING_TAKEN);
  }

  #entries(word: string): readonly DictionaryEntry[] {
    return this.#dictionary.words.get(word) ?? [];
  }

  #add(word: string, { flags, stem }: DictionaryEntry): void {
    const { onlyInCompound, keepCase, checksSharpS, convertOutput } = this.#dictionary.affixes;
    if (has(flags, onlyInCompound)) return;
    // `SS` in capitals is no other case of a word with `ß` that keeps its own.
    const isSharp = checksSharpS && word.includes('ß');
    if (this.#isVaried && has(flags, keepCase) && !isSharp) return;
    this.#stems.push(convertOutput(stem ?? word));
  }

  #strip(word: string, taken: Taken): void {
    const { prefixes, suffixes, longestPrefix, longestSuffix, fullStrip } =
      this.#dictionary.affixes;
    const most = fullStrip ? word.length : word.length - 1;
    if (taken.mayTakePrefix) {
      for (let length = 0; length <= Math.min(most, longestPrefix); length++) {
        for (const affix of prefixes.get(word.slice(0, length)) ?? []) {
          this.#take(affix, affix.strip + word.slice(length), taken);
        }
      }
    }
    for (let length = 0; length <= Math.min(most, longestSuffix); length++) {
      const at = word.length - length;
      for (const affix of suffixes.get(word.slice(at)) ?? []) {
        this.#take(affix, word.slice(0, at) + affix.strip, taken);
      }
    }
  }

  #take(affix: Affix, rest: string, taken: Taken): void {
    if (affix === taken.last || !this.#mayFollow(affix, taken) || !affix.fits(rest)) return;
    if (!this.#needsAnother(affix, taken)) this.#lookUp(affix, rest, taken);
    const next = this.#afterwards(affix, taken);
    if (next !== undefined) this.#strip(rest, next);
  }

  /** True when the affix may stand inside the one taken before it. */
  #mayFollow(affix: Affix, { last, count }: Taken): boolean {
    if (has(affix.continuation, this.#dictionary.affixes.onlyInCompound)) return false;
    if (count === 0) return true;
    if (!affix.crosses || last === undefined) return false;
    return (last.isPrefix && !affix.isPrefix) || affix.continuation.includes(last.flag);
  }

  /**
   * True when the affix needs another one: a part of a circumfix needs its other part, and some
   * affixes need any other.
   */
  #needsAnother(affix: Affix, { last, prefix }: Taken): boolean {
    const { circumfix, needAffix } = this.#dictionary.affixes;
    if (circumfix !== undefined) {
      const isPart = has(affix.continuation, circumfix);
      const other = affix.isPrefix ? undefined : prefix;
      const otherIsPart = other !== undefined && has(other.continuation, circumfix);
      if (isPart !== otherIsPart) return true;
    }
    if (!has(affix.continuation, needAffix)) return false;
    return last === undefined || has(last.continuation, needAffix);
  }

  #lookUp(affix: Affix, word: string, { prefix, count }: Taken): void {
    const { complexPrefixes } = this.#dictionary.affixes;
    for (const entry of this.#entries(word)) {
      const allowed = entry.flags.includes(affix.flag) || prefix?.continuation.includes(affix.flag);
      if (!allowed) continue;
      const isChained = complexPrefixes && count === 1 && affix.isPrefix;
      const takesPrefix =
        prefix === undefined ||
        isChained ||
        entry.flags.includes(prefix.flag) ||
        affix.continuation.includes(prefix.flag);
      if (takesPrefix) this.#add(word, entry);
    }
  }

  /** The state after the affix is taken off; `undefined` when nothing more may be taken off. */
  #afterwards(affix: Affix, { prefix, count }: Taken): Taken | undefined {
    const { complexPrefixes, secondStage } = this.#dictionary.affixes;
    if (!affix.crosses || count > 1) return undefined;
    const next = { last: affix, count: count + 1, mayTakePrefix: false };
    const isSecond = secondStage.has(affix.flag);
    if (count === 0) {
      if (affix.isPrefix)
        return { ...next, prefix: affix, mayTakePrefix: complexPrefixes && isSecond };
      return !complexPrefixes && isSecond ? { ...next, prefix } : undefined;
    }
    if (affix.isPrefix) return complexPrefixes ? { ...next, prefix: affix } : undefined;
    return !complexPrefixes && isSecond ? { ...next, prefix } : undefined;
  }
}

function has(flags: readonly string[], flag: string | undefined): boolean {
  return flag !== undefined && flags.includes(flag);
}
