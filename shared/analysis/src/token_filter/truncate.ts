import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `truncate`: cuts terms to a length. */
export const TRUNCATE: TokenFilterType = {
  name: 'truncate',
  preconfigured: { length: '10' },
  create: (settings) => {
    const length = settings.integer('length', -1);
    if (length <= 0) {
      throw new ApiError('illegal_argument_exception', 'length parameter must be provided');
    }
    return termFilter('truncate', (term) => term.slice(0, length), { sparesKeywords: true });
  },
};
