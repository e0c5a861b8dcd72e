import type { TokenFilterType } from '../build/component_type.js';
import { compileUserRegex } from '../user_regex.js';
import { termFilter } from './shapes.js';

/** `pattern_replace`: rewrites terms by a regular expression. */
export const PATTERN_REPLACE: TokenFilterType = {
  name: 'pattern_replace',
  needsSettings: true,
  create: (settings) => {
    const pattern = settings.required(
      'pattern',
      `pattern is missing for [${settings.name}] token filter of type 'pattern_replace'`,
    );
    const expression = compileUserRegex(pattern, settings.string('flags'));
    const replacement = settings.string('replacement') ?? '';
    const all = settings.boolean('all', true);
    const rewrite = all
      ? (term: string) => expression.replaceAll(term, replacement)
      : (term: string) => expression.replaceFirst(term, replacement);
    return termFilter('pattern_replace', rewrite, { grows: true });
  },
};
