/** `pattern_replace`: rewrites the text by a regular expression before it is split. */
import type { CharFilterType } from '../build/component_type.js';
import { compileUserRegex } from '../user_regex.js';
import { TextRewriter } from './offset_map.js';

export const PATTERN_REPLACE_CHARS: CharFilterType = {
  name: 'pattern_replace',
  needsSettings: true,
  create: (settings) => {
    const pattern = settings.required(
      'pattern',
      "pattern is missing for [pattern_replace] char filter of type 'pattern_replace'",
    );
    const expression = compileUserRegex(pattern, settings.string('flags'));
    const replacement = settings.string('replacement') ?? '';
    return {
      name: 'pattern_replace',
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
