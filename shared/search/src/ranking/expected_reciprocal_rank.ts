/**
 * `expected_reciprocal_rank`: the expectation of the reciprocal rank at which a user who reads from
 * the top stops (Chapelle et al., 2009).
 */
import { ApiError } from '@skein/errors';
import { integerOf } from '../queries/options.js';
import { into } from '../request/object_fields.js';
import { readSize } from './metric_options.js';
import type { RankMetricType } from './rank_metric.js';

interface Draft {
  most: number | undefined;
  unknown: number | undefined;
}

export const expected_reciprocal_rank: RankMetricType = {
  name: 'expected_reciprocal_rank',
  parse(json, locate) {
    const draft: Draft = { most: undefined, unknown: undefined };
    const k = readSize(
      // OpenSearch uses the name of another metric here.
      { name: 'dcg', json, locate },
      {
        maximum_relevance: into(draft, 'most', 'number', integerOf),
        unknown_doc_rating: into(draft, 'unknown', 'number', integerOf),
      },
    );
    const { most, unknown } = draft;
    if (most === undefined) {
      throw new ApiError('illegal_argument_exception', 'Required [maximum_relevance]');
    }
    const scale = 2 ** most;
    return {
      name: 'expected_reciprocal_rank',
      k,
      evaluate(hits) {
        let goesOn = 1;
        let score = 0;
        hits.forEach((given, i) => {
          const rating = given ?? unknown;
          if (rating === undefined) return;
          const stops = (2 ** rating - 1) / scale;
          score += (goesOn * stops) / (i + 1);
          goesOn *= 1 - stops;
        });
        const unrated = hits.filter((rating) => rating === undefined).length;
        return { score, details: { unrated_docs: unrated } };
      },
    };
  },
};
