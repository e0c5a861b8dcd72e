import { PORTUGUESE_RULES as RULES } from './portuguese_rules.js';
import { rslpStep, rslpSteps, withoutMarks } from './rslp.js';
import type { Stem, StemmerType } from './stemmer_type.js';

const plain = withoutMarks(/[àáâãäåçèéêëìíîïñòóôõöùúûüýÿ]/g);

export const PORTUGUESE_RSLP: StemmerType = { names: ['portuguese_rslp'], create: portuguese };

export const MINIMAL_PORTUGUESE: StemmerType = {
  names: ['minimal_portuguese', 'minimalPortuguese'],
  create: () => rslpStep(RULES.plural),
};

/**
 * A verb's ending is tried only where no noun's ending was cut, and a last vowel only where neither
 * was.
 */
function portuguese(): Stem {
  const { plural, adverb, feminine, augmentative, noun, verb, vowel } = rslpSteps(RULES);
  return (term) => {
    const word = augmentative(feminine(adverb(plural(term))));
    const nominal = noun(word);
    if (nominal.length !== word.length) return plain(nominal);
    const verbal = verb(nominal);
    return plain(verbal.length === nominal.length ? vowel(verbal) : verbal);
  };
}
