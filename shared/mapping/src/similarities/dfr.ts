/** `DFR`: divergence from randomness. */
import { AFTER_EFFECTS, BASIC_MODELS, dfr } from '@skein/search_library';
import { NORMALIZATION_SETTINGS, normalizationOf } from './normalization.js';
import { illegal } from './similarity_settings.js';
import type { SimilarityType } from './similarity_type.js';

/** Lucene removed them because their scores could fall with rising frequency. */
const FORMER_MODELS: ReadonlySet<string | undefined> = new Set(['be', 'd', 'p']);

export const DFR: SimilarityType = {
  name: 'DFR',
  settings: ['basic_model', 'after_effect', ...NORMALIZATION_SETTINGS],
  create(settings) {
    const model = settings.text('basic_model');
    if (FORMER_MODELS.has(model)) {
      throw illegal(`Basic model [${model}] isn't supported anymore, please use another model.`);
    }
    const basicModel = settings.oneOf(
      'basic_model',
      BASIC_MODELS,
      'BasicModel [%s], expected one of [ine, in, g, if]',
    );
    if (settings.text('after_effect') === 'no') {
      throw illegal("After effect [no] isn't supported anymore, please use another effect.");
    }
    const afterEffect = settings.oneOf(
      'after_effect',
      AFTER_EFFECTS,
      'AfterEffect [%s], expected one of [b, l]',
    );
    return dfr({ basicModel, afterEffect, normalization: normalizationOf(settings) });
  },
};
