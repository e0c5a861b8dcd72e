/** `pattern_replace`: rewrites the text by a regular expression before it is split. */
import { ApiError } from '@skein/errors';
import type { CharFilterType } from '../build/component_type.js';
import { compileUserRegex } from '../user_regex.js';
import { TextRewriter } from './offset_map.js';

export const PATTERN_REPLACE_CHARS: CharFilterType = {
  name: 'pattern_replace',
  needsSettings: true,
  create: (settings) => {
    const pattern = settings.string('pattern') ?? '';
    if (pattern === '') {
      throw new ApiError(
        'illegal_argument_exception',
        `pattern is missing for [${settings.name}] char filter of type 'pattern_replace'`,
      );
    }
    const expression = compileUserRegex(pattern, settings.string('flags'));
    const replacement = settings.string('replacement') ?? '';
    return {
      name: 'pattern_replace',
      charLevel: true,
      apply: (text) => {
        const rewriter = new TextRewriter();
        let at = 0;
        for (const match of expression.matchAll(text)) {
          rewriter.keep(text.slice(at, match.start));
          rewriter.replace(match.end - match.start, expression.expand(replacement, text, match));
          at = match.end;
        }
        rewriter.keep(text.slice(at));
        return rewriter.finish();
      },
    };
  },
};
