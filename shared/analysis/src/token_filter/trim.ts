import type { TokenFilterType } from '../build/component_type.js';
import { isWhitespace } from '../tokenizer/char_run.js';
import { refuseOldOption } from './old_options.js';
import { termFilter } from './shapes.js';

/** `trim`: removes white space around a term; its offsets stay. */
export const TRIM: TokenFilterType = {
  name: 'trim',
  create: (settings) => {
    refuseOldOption(settings, 'update_offsets');
    return termFilter('trim', trim, { charLevel: true });
  },
};

/** Trims Java's white space, which has no no-break spaces. */
function trim(term: string): string {
  let start = 0;
  let end = term.length;
  while (start < end && isWhitespace(term.charCodeAt(start))) start++;
  while (end > start && isWhitespace(term.charCodeAt(end - 1))) end--;
  return term.slice(start, end);
}
