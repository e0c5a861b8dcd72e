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

/**
 * The same expression with groups by number alone, and their numbers by name: of a match with names the engine makes an object with all of them. References
 * are by number already, and classes hold no bare parentheses (flag `v`).
 */
export function withoutNames({ source, flags }: RegExp): {
  readonly expression: RegExp;
  readonly numbers: ReadonlyMap<string, number>;
} {
  const numbers = new Map<string, number>();
  let count = 0;
  const text = source.replace(/\\.|\(\?<([^=!>][^>]*)>|\((?!\?)/gs, (part, name?: string) => {
    if (part.startsWith('\\')) return part;
    count++;
    if (name !== undefined) numbers.set(name, count);
    return '(';
  });
  return { expression: new RegExp(text, flags), numbers };
}
