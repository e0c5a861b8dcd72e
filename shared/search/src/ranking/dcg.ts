/**
 * `dcg`: gains of the hits, discounted by the logarithm of their ranks (Järvelin and Kekäläinen,
 * 2002). The normalized form divides by the best possible value.
 */
import { double } from '@skein/content';
import { booleanOf, integerOf } from '../queries/options.js';
import { into } from '../request/object_fields.js';
import { readSize } from './metric_options.js';
import type { HitRatings, RankMetricType } from './rank_metric.js';

interface Draft {
  normalize: boolean;
  /** The rating of unrated hits; without it they gain nothing. */
  unknown: number | undefined;
}

export const dcg: RankMetricType = {
  name: 'dcg',
  parse(json, locate) {
    const draft: Draft = { normalize: false, unknown: undefined };
    const k = readSize(
      { name: 'dcg', json, locate },
      {
        normalize: into(draft, 'normalize', 'boolean', booleanOf),
        unknown_doc_rating: into(draft, 'unknown', 'number', integerOf),
      },
    );
    const { normalize, unknown } = draft;
    return {
      name: 'dcg',
      k,
      evaluate(hits, all) {
        const gained = gainOf(hits.map((rating) => rating ?? unknown));
        const unrated = hits.filter((rating) => rating === undefined).length;
        const ideal = normalize
          ? gainOf([...all].sort((a, b) => b - a).slice(0, hits.length))
          : undefined;
        const normalized = ideal ? gained / ideal : 0;
        return {
          score: ideal === undefined ? gained : normalized,
          details: {
            dcg: double(gained),
            ...(ideal ? { ideal_dcg: double(ideal), normalized_dcg: double(normalized) } : {}),
            unrated_docs: unrated,
          },
        };
      },
    };
  },
};

function gainOf(ratings: HitRatings): number {
  return ratings.reduce<number>(
    (sum, rating, i) => sum + (2 ** (rating ?? 0) - 1) / Math.log2(i + 2),
    0,
  );
}
