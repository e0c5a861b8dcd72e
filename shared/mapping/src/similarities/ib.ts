/** `IB`: information-based models. */
import { DISTRIBUTIONS, ib, LAMBDAS } from '@skein/search_library';
import { NORMALIZATION_SETTINGS, normalizationOf } from './normalization.js';
import type { SimilarityType } from './similarity_type.js';

export const IB: SimilarityType = {
  name: 'IB',
  settings: ['distribution', 'lambda', ...NORMALIZATION_SETTINGS],
  create: (settings) =>
    ib({
      distribution: settings.oneOf('distribution', DISTRIBUTIONS, 'Distribution [%s]'),
      lambda: settings.oneOf('lambda', LAMBDAS, 'Lambda [%s]'),
      normalization: normalizationOf(settings),
    }),
};
