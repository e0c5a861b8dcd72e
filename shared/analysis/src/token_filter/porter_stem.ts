import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';
import { porterStem } from './stemmers.js';

/** `porter_stem`: Porter's stemmer of 1980 for English. */
export const PORTER_STEM: TokenFilterType = {
  name: 'porter_stem',
  create: () => termFilter('porter_stem', porterStem, { sparesKeywords: true }),
};
