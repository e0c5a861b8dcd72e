import type { TokenFilterType } from '../build/component_type.js';
import { stemmerFilter } from './stemmers.js';

/** `porter_stem`: stems by Porter's algorithm of 1980 for English. */
export const PORTER_STEM: TokenFilterType = {
  name: 'porter_stem',
  create: () => stemmerFilter('porter_stem', 'porter'),
};
