import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `apostrophe`: removes an apostrophe and everything after it, as for Turkish suffixes. */
export const APOSTROPHE: TokenFilterType = {
  name: 'apostrophe',
  create: () =>
    termFilter('apostrophe', (term) => {
      const at = term.search(/['\u2019]/);
      return at < 0 ? term : term.slice(0, at);
    }),
};
