import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';
import { snowballStemmer } from './stemmers.js';

/** `snowball`: a stemmer of the Snowball project. */
export const SNOWBALL: TokenFilterType = {
  name: 'snowball',
  readsSettingsLate: true,
  create: (settings) => {
    const language = settings.string('language') ?? settings.string('name') ?? 'English';
    return termFilter('snowball', snowballStemmer(language), { sparesKeywords: true });
  },
};
