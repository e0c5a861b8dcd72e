import type { TokenFilterType } from '../build/component_type.js';
import { icuFolding } from '../icu_folding.js';
import { termFilter } from './shapes.js';

/** `icu_folding`: removes differences of case, marks and form from terms. */
export const ICU_FOLDING: TokenFilterType = {
  name: 'icu_folding',
  create: (settings) =>
    termFilter('icu_folding', icuFolding(settings), { charLevel: true, grows: true }),
};
