/** `recall`: the proportion of the relevant documents that are among the hits. */
import { readRelevance } from './metric_options.js';
import type { RankMetricType } from './rank_metric.js';

export const recall: RankMetricType = {
  name: 'recall',
  parse(json, locate) {
    const { k, threshold } = readRelevance({ name: 'recall', json, locate });
    return {
      name: 'recall',
      k,
      evaluate(hits, all) {
        const found = hits.filter((rating) => (rating ?? -1) >= threshold).length;
        const relevant = all.filter((rating) => rating >= threshold).length;
        return {
          score: relevant === 0 ? 0 : found / relevant,
          details: { relevant_docs_retrieved: found, relevant_docs: relevant },
        };
      },
    };
  },
};
