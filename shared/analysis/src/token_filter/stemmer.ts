import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';
import { stemmerFor } from './stemmers.js';

/** `stemmer`: the stemmer of a language. */
export const STEMMER: TokenFilterType = {
  name: 'stemmer',
  readsSettingsLate: true,
  create: (settings) => {
    const language = settings.string('language') ?? settings.string('name') ?? 'porter';
    // Possessives are cut off keywords too.
    const sparesKeywords = language.toLowerCase() !== 'possessive_english';
    return termFilter('stemmer', stemmerFor(language), { sparesKeywords });
  },
};
