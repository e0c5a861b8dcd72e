import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `apostrophe`: what follows an apostrophe goes, as Turkish suffixes do. */
export const APOSTROPHE: TokenFilterType = {
  name: 'apostrophe',
  create: () =>
    termFilter('apostrophe', (term) => {
      const at = term.search(/['\u2019]/);
      return at < 0 ? term : term.slice(0, at);
    }),
};
