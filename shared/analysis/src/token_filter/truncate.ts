import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `truncate`: terms end at a length. */
export const TRUNCATE: TokenFilterType = {
  name: 'truncate',
  create: (settings) => {
    const length = settings.positive('length', 10);
    return termFilter('truncate', (term) => term.slice(0, length), { sparesKeywords: true });
  },
};
