/**
 * Checks that no comment begins as a fragment without a subject: `Of the files.`, `What was it.`,
 * `Those that are left.` See docs/STYLE.md, "Comments and documents in plain technical English".
 */
import type { Rule } from './source_file.ts';

const COMMENT = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)/;
const FRAGMENT = /^\s*(?:\/\*\*|\*|\/\/) (Of|What|Those|Whoever|Whose)\b/;

export const commentOpeners: Rule = (files) =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((text, i) => {
      const word = FRAGMENT.exec(text)?.[1];
      if (word === undefined || continues(lines[i - 1])) return [];
      const message = `a comment that begins with \`${word}\`: name its subject`;
      return [{ path, line: i + 1, message }];
    }),
  );

/** True if the line before belongs to the same comment and has words. */
function continues(before: string | undefined): boolean {
  if (before === undefined || !COMMENT.test(before)) return false;
  return /[A-Za-z]/.test(before);
}
