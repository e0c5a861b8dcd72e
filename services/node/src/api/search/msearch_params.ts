/** Parameters of multi-searches beside their lines. */
import { ApiError } from '@skein/errors';
import { integerParam } from '@skein/http';
import { EXECUTION_PARAMS } from './search_params.js';

const maxConcurrentParam: typeof integerParam = {
  ...integerParam,
  parse: (name, text) => {
    const most = integerParam.parse(name, text);
    if (most !== undefined && most >= 1) return most;
    const reason = 'maxConcurrentSearchRequests must be positive';
    throw new ApiError('illegal_argument_exception', reason);
  },
};

export const MSEARCH_PARAMS = {
  ...EXECUTION_PARAMS,
  max_concurrent_searches: maxConcurrentParam,
} as const;
