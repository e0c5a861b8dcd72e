/** `pattern_replace`: rewrites the text by a regular expression before it is split. */
import type { CharFilterType } from '../build/component_type.js';
import { compileUserRegex, javaReplacement } from '../user_regex.js';
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
    const replacement = javaReplacement(settings.string('replacement') ?? '');
    const single = new RegExp(expression.source, `${expression.flags.replace('g', '')}y`);
    return {
      name: 'pattern_replace',
      apply: (text) => {
        const rewriter = new TextRewriter();
        let at = 0;
        for (const match of text.matchAll(expression)) {
          rewriter.keep(text.slice(at, match.index));
          single.lastIndex = match.index;
          const rewritten = text.replace(single, replacement);
          const replaced = rewritten.slice(
            match.index,
            rewritten.length - (text.length - match.index - match[0].length),
          );
          rewriter.replace(match[0].length, replaced);
          at = match.index + match[0].length;
        }
        rewriter.keep(text.slice(at));
        return rewriter.finish();
      },
    };
  },
};
