import type { TokenFilterType } from '../build/component_type.js';
import { icuNormalization } from '../icu_normalization.js';
import { termFilter } from './shapes.js';

/** `icu_normalizer`: terms in a normal form of Unicode, case folded where none is named. */
export const ICU_NORMALIZER: TokenFilterType = {
  name: 'icu_normalizer',
  create: (settings) =>
    termFilter('icu_normalizer', icuNormalization(settings), { charLevel: true, grows: true }),
};
