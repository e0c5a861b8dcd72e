/**
 * R. Krovetz: Viewing morphology as an inference process (1993). Endings are cut where that leads
 * to a word of a list; a few are cut without it. The first rule that reaches a word of the list
 * ends the stemming.
 */
import type { Stem, StemmerType } from '../stemmer_type.js';
import { KstemWord } from './kstem_word.js';
import { RULES } from './rules.js';
import { kstemWords } from './words.js';

const LONGEST = 49;
const PLAIN = /^[a-z]+$/;

export const KSTEM: StemmerType = {
  names: ['light_english', 'lightEnglish', 'kstem'],
  create: (): Stem => {
    const words = kstemWords();
    return (term) => {
      if (term.length < 3 || term.length > LONGEST) return term;
      const known = words.roots.get(term);
      if (known !== undefined) return known;
      if (!PLAIN.test(term)) return term;
      const word = new KstemWord(term, words);
      for (const rule of RULES) {
        rule(word);
        if (word.root !== undefined) return word.root;
      }
      return word.text;
    };
  },
};
