/**
 * Divergence from randomness: the improbability that chance alone produced this frequency, times
 * the risk of accepting it. Basic model and after effect are combined as in Lucene's DFRSimilarity,
 * in forms that never decrease with the frequency.
 *
 * Amati and van Rijsbergen, "Probabilistic Models of Information Retrieval Based on Measuring the
 * Divergence from Randomness" (2002).
 */
import { AFTER_EFFECTS, BASIC_MODELS } from './dfr_models.js';
import type { Normalization } from './normalization.js';
import type { Similarity } from './similarity.js';
import { boostDetail, statisticalSimilarity } from './statistical_similarity.js';

export interface DfrOptions {
  readonly basicModel: keyof typeof BASIC_MODELS;
  readonly afterEffect: keyof typeof AFTER_EFFECTS;
  readonly normalization: Normalization;
}

const WORDS =
  'computed as boost * basicModel.score(stats, tfn) * afterEffect.score(stats, tfn) from:';

export function dfr({ basicModel, afterEffect, normalization }: DfrOptions): Similarity {
  const model = BASIC_MODELS[basicModel];
  const effect = AFTER_EFFECTS[afterEffect];
  return statisticalSimilarity((statistics) => {
    const { boost } = statistics;
    const risk = effect.risk(statistics);
    const information = model.information(statistics, risk);
    return {
      score: (freq, length) => boost * information(normalization.of(freq, length, statistics)),
      explain({ frequency, length }) {
        const freq = frequency.value;
        const tfn = normalization.of(freq, length, statistics);
        const details = [
          ...boostDetail(boost),
          normalization.explain(freq, length, statistics),
          // The information alone, without the risk by which the model is multiplied.
          model.explain(statistics, tfn, (information(tfn) / risk) * (1 + tfn)),
          effect.explain(statistics, tfn, risk / (1 + tfn)),
        ];
        return { name: 'DFRSimilarity', words: WORDS, details };
      },
    };
  });
}
