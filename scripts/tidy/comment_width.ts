/**
 * Holds lines of comments to 100 columns, as lines of code: the formatter does not wrap comments.
 */
import type { Rule } from './source_file.ts';

const WIDEST = 100;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/) /;
/**
 * Comments that must stay on one line for the tools that read them, and lines that cannot be
 * broken.
 */
const WHOLE = /^\s*\/\/ (?:biome|@ts)-|^\s*\*\s{2,}(?:npm|npx|node) |https?:\/\/\S+$/;

export const commentWidth: Rule = (files) =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((text, i) => {
      const columns = [...text].length;
      if (columns <= WIDEST || !COMMENT.test(text) || WHOLE.test(text)) return [];
      return [{ path, line: i + 1, message: `a comment of ${columns} columns; ${WIDEST} at most` }];
    }),
  );
