import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';
import { stemmerFor } from './stemmers.js';

/** `stemmer`: the stemmer of a language. */
export const STEMMER: TokenFilterType = {
  name: 'stemmer',
  create: (settings) => {
    const language = settings.string('language') ?? settings.string('name') ?? 'porter';
    return termFilter('stemmer', stemmerFor(language), { sparesKeywords: true });
  },
};
