/** `normalization` and its parameters, for DFR and IB. */
import { float32Text } from '@skein/content';
import {
  type Normalization,
  noNormalization,
  normalizationH1,
  normalizationH2,
  normalizationH3,
  normalizationZ,
} from '@skein/search_library';
import { illegal, requireNonNegative, type SimilaritySettings } from './similarity_settings.js';

export const NORMALIZATION_SETTINGS = [
  'normalization',
  'normalization.h1.c',
  'normalization.h2.c',
  'normalization.h3.c',
  'normalization.z.z',
] as const;

type Name = 'no' | 'h1' | 'h2' | 'h3' | 'z';

const NORMALIZATIONS: Readonly<Record<Name, (settings: SimilaritySettings) => Normalization>> = {
  no: () => noNormalization,
  h1: (settings) =>
    normalizationH1(requireNonNegative('c', settings.float('normalization.h1.c', 1))),
  h2: (settings) =>
    normalizationH2(requireNonNegative('c', settings.float('normalization.h2.c', 1))),
  h3: (settings) =>
    normalizationH3(requireNonNegative('mu', settings.float('normalization.h3.c', 800))),
  z: (settings) => {
    const z = settings.float('normalization.z.z', 0.3);
    if (z > 0 && z < 0.5) return normalizationZ(z);
    throw illegal(`illegal z value: ${float32Text(z)}, must be in the range (0 .. 0.5)`);
  },
};

export function normalizationOf(settings: SimilaritySettings): Normalization {
  const name = settings.oneOf('normalization', NORMALIZATIONS, 'Normalization [%s]');
  return NORMALIZATIONS[name](settings);
}
