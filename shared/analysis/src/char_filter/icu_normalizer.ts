/**
 * `icu_normalizer`: puts a text into a Unicode normal form. A letter is normalized together with
 * the marks that follow it, and the result keeps the start and end offsets of that group.
 */
import type { CharFilterType } from '../build/component_type.js';
import { icuNormalization } from '../icu_normalization.js';
import { TextRewriter } from './offset_map.js';

/**
 * A character with everything that may combine with it: marks, and the vowels and finals of Hangul
 * in all their forms.
 */
const JOINED = /.[\p{M}\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uff9e-\uffdc]*/gsu;
/** The same for `nfkc_cf`, which removes characters such as the soft hyphen: what follows joins. */
const JOINED_FOLDED =
  /.[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uff9e-\uffdc]*/gsu;

export const ICU_NORMALIZER_CHARS: CharFilterType = {
  name: 'icu_normalizer',
  create: (settings) => {
    const normalize = icuNormalization(settings);
    const isFolded = (settings.string('name') ?? 'nfkc_cf') === 'nfkc_cf';
    const joined = isFolded ? JOINED_FOLDED : JOINED;
    return {
      name: 'icu_normalizer',
      charLevel: true,
      apply: (text) => {
        const rewriter = new TextRewriter();
        for (const [piece] of text.matchAll(joined)) {
          const normal = normalize(piece);
          if (normal === piece) rewriter.keep(piece);
          else rewriter.replace(piece.length, normal);
        }
        return rewriter.finish();
      },
    };
  },
};
