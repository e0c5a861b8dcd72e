import { GALICIAN_RULES as RULES } from './galician_rules.js';
import { rslpStep, rslpSteps, withoutMarks } from './rslp.js';
import type { Stem, StemmerType } from './stemmer_type.js';

const plain = withoutMarks(/[áéêíóú]/g);

export const GALICIAN: StemmerType = { names: ['galician'], create: galician };

export const MINIMAL_GALICIAN: StemmerType = {
  names: ['minimal_galician'],
  create: () => rslpStep(RULES.plural),
};

function galician(): Stem {
  const { plural, unification, adverb, augmentative, noun, verb, vowel } = rslpSteps(RULES);
  return (term) => {
    let word = adverb(unification(plural(term)));
    for (let before = ''; word !== before; ) {
      before = word;
      word = augmentative(word);
    }
    const nominal = noun(word);
    return plain(vowel(nominal.length === word.length ? verb(nominal) : nominal));
  };
}
