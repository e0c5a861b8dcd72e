import type { TokenFilterType } from '../build/component_type.js';
import { icuNormalization } from '../icu_normalization.js';
import { termFilter } from './shapes.js';

/** `icu_normalizer`: puts terms into a Unicode normal form, by default with folded case. */
export const ICU_NORMALIZER: TokenFilterType = {
  name: 'icu_normalizer',
  create: (settings) =>
    termFilter('icu_normalizer', icuNormalization(settings), { charLevel: true, grows: true }),
};
