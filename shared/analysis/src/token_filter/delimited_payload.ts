import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `delimited_payload`: cuts `term|payload` at the delimiter; payloads are not kept. */
export const DELIMITED_PAYLOAD: TokenFilterType = {
  name: 'delimited_payload',
  create: (settings) => {
    const delimiter = (settings.string('delimiter') ?? '|').charAt(0);
    return termFilter('delimited_payload', (term) => {
      const at = term.lastIndexOf(delimiter);
      return at < 0 ? term : term.slice(0, at);
    });
  },
};
