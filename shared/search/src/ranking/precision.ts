/** `precision`: the proportion of relevant documents among the hits. */
import { booleanOf } from '../queries/options.js';
import { into } from '../request/object_fields.js';
import { readRelevance } from './metric_options.js';
import type { RankMetricType } from './rank_metric.js';

export const precision: RankMetricType = {
  name: 'precision',
  parse(json, locate) {
    const draft = { ignoreUnlabeled: false };
    const { k, threshold } = readRelevance(
      { name: 'precision', json, locate },
      { ignore_unlabeled: into(draft, 'ignoreUnlabeled', 'boolean', booleanOf) },
    );
    return {
      name: 'precision',
      k,
      evaluate(hits) {
        const counted = draft.ignoreUnlabeled
          ? hits.filter((rating) => rating !== undefined)
          : hits;
        const relevant = counted.filter((rating) => (rating ?? -1) >= threshold).length;
        return {
          score: counted.length === 0 ? 0 : relevant / counted.length,
          details: { relevant_docs_retrieved: relevant, docs_retrieved: counted.length },
        };
      },
    };
  },
};
