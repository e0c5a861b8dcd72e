/**
 * Lines of comments end at 100 columns, as the code does: the formatter leaves them as they are.
 */
import type { Rule } from './source_file.ts';

const WIDEST = 100;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/) /;
/** One line each for the tools that read them, and what cannot be cut. */
const WHOLE = /^\s*\/\/ (?:biome|@ts)-|^\s*\*\s{2,}(?:npm|npx|node) |https?:\/\/\S+$/;

export const commentWidth: Rule = (files) =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((text, i) => {
      const columns = [...text].length;
      if (columns <= WIDEST || !COMMENT.test(text) || WHOLE.test(text)) return [];
      return [{ path, line: i + 1, message: `a comment of ${columns} columns; ${WIDEST} at most` }];
    }),
  );
