/** `DFI`: divergence from independence. */
import { dfi, INDEPENDENCE_MEASURES } from '@skein/search_library';
import type { SimilarityType } from './similarity_type.js';

const EXPECTED = 'IndependenceMeasure [%s], expected one of [standardized, saturated, chisquared]';

export const DFI: SimilarityType = {
  name: 'DFI',
  settings: ['independence_measure'],
  create: (settings) =>
    dfi(settings.oneOf('independence_measure', INDEPENDENCE_MEASURES, EXPECTED)),
};
