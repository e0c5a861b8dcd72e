/** `BM25`: the default. */
import { float32Text } from '@skein/content';
import { bm25 } from '@skein/search_library';
import { illegal, requireNonNegative } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

export const BM25: SimilarityType = {
  name: 'BM25',
  settings: ['k1', 'b', 'discount_overlaps'],
  create(settings) {
    const k1 = requireNonNegative('k1', settings.float('k1', 1.2));
    const b = settings.float('b', 0.75);
    if (!(b >= 0 && b <= 1)) {
      throw illegal(`illegal b value: ${float32Text(b)}, must be between 0 and 1`);
    }
    const countsOverlaps = !settings.flag('discount_overlaps', true);
    return { ...bm25({ k1, b }), countsOverlaps };
  },
};
