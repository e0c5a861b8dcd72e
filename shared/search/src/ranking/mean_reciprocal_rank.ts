/**
 * `mean_reciprocal_rank`: for one request, 1 divided by the rank of the first relevant hit (0 if no
 * hit is relevant). Like every metric's score, it is averaged over the requests by the caller.
 */
import { readRelevance } from './metric_options.js';
import type { RankMetricType } from './rank_metric.js';

export const mean_reciprocal_rank: RankMetricType = {
  name: 'mean_reciprocal_rank',
  parse(json, locate) {
    const { k, threshold } = readRelevance({ name: 'reciprocal_rank', json, locate });
    return {
      name: 'mean_reciprocal_rank',
      k,
      evaluate(hits) {
        const first = hits.findIndex((rating) => (rating ?? -1) >= threshold);
        return {
          score: first < 0 ? 0 : 1 / (first + 1),
          details: { first_relevant: first < 0 ? -1 : first + 1 },
        };
      },
    };
  },
};
