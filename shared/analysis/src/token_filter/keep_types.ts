import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { keepFilter } from './shapes.js';

/** `keep_types`: keeps tokens of the listed types, or drops them. */
export const KEEP_TYPES: TokenFilterType = {
  name: 'keep_types',
  needsSettings: true,
  create: (settings) => {
    const list = settings.list('types');
    const mode = settings.string('mode') ?? 'include';
    if (list === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'keep_types requires `types` to be configured',
      );
    }
    if (mode !== 'include' && mode !== 'exclude') {
      throw new ApiError(
        'illegal_argument_exception',
        `\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`,
      );
    }
    const types = new Set(list);
    return keepFilter('keep_types', (token) => types.has(token.type) === (mode === 'include'));
  },
};
