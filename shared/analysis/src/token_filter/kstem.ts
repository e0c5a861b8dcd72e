import type { TokenFilterType } from '../build/component_type.js';
import { stemmerFilter } from './stemmers.js';

/** `kstem`: R. Krovetz's stemmer of English, whose stems are words of a list. */
export const KSTEM_FILTER: TokenFilterType = {
  name: 'kstem',
  create: () => stemmerFilter('kstem', 'kstem'),
};
