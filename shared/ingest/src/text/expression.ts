/** Expressions of Oniguruma's dialect as the engine of JavaScript runs them. Matches go through `RegexRunner`, which bounds them. */
import { toRegExpDetails } from 'oniguruma-to-es';

/** Characters of an expression: a grok pattern may be made of patterns made of patterns. */
const MAX_LENGTH = 1_000_000;

export interface ExpressionOptions {
  /** `^` and `$` are the ends of the text: for texts of one line, in which they are the ends of the line too. */
  readonly oneLine?: boolean;
}

/** Throws an Error whose message says what is wrong. Only named groups capture where there are any. */
export function compileExpression(
  text: string,
  flags: string,
  { oneLine = false }: ExpressionOptions = {},
): RegExp {
  if (text.length > MAX_LENGTH) {
    throw new RangeError(`the expression is longer than [${MAX_LENGTH}] characters`);
  }
  const details = toRegExpDetails(text, {
    avoidSubclass: true,
    rules: { allowOrphanBackrefs: true, singleline: oneLine },
  });
  return new RegExp(details.pattern, joined(details.flags, flags));
}

function joined(a: string, b: string): string {
  return [...new Set([...a, ...b])].join('');
}
