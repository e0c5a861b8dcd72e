import { mapped, normalization } from './normalization.js';

/**
 * Replaces single characters: nukta, viramas and joiners are removed, long vowels become short. The
 * caller replaces a dead n by a bindu.
 */
const letters = mapped({
  '\u0901': '\u0902',
  '\u093c': '',
  '\u0929': '\u0928',
  '\u0931': '\u0930',
  '\u0934': '\u0933',
  '\u0958': '\u0915',
  '\u0959': '\u0916',
  '\u095a': '\u0917',
  '\u095b': '\u091c',
  '\u095c': '\u0921',
  '\u095d': '\u0922',
  '\u095e': '\u092b',
  '\u095f': '\u092f',
  '\u200d': '',
  '\u200c': '',
  '\u094d': '',
  '\u0945': '\u0947',
  '\u0946': '\u0947',
  '\u0949': '\u094b',
  '\u094a': '\u094b',
  '\u090d': '\u090f',
  '\u090e': '\u090f',
  '\u0911': '\u0913',
  '\u0912': '\u0913',
  '\u0972': '\u0905',
  '\u0906': '\u0905',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0960': '\u090b',
  '\u0961': '\u090c',
  '\u0910': '\u090f',
  '\u0914': '\u0913',
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0944': '\u0943',
  '\u0963': '\u0962',
  '\u0948': '\u0947',
  '\u094c': '\u094b',
});

/**
 * `hindi_normalization`, after P. Pingali and V. Varma, Word normalization in Indian languages
 * (2006).
 */
export const HINDI_NORMALIZATION = normalization(
  'hindi_normalization',
  (term) => letters(term.replaceAll('\u0928\u094d', '\u0902')),
  { sparesKeywords: true },
);
