/**
 * Expressions of Oniguruma's dialect, compiled for JavaScript's engine. Matches go through
 * `RegexRunner`, which limits them.
 */
import { toRegExpDetails } from 'oniguruma-to-es';

/** The maximum length of an expression in characters: grok patterns may be nested. */
const MAX_LENGTH = 1_000_000;

interface ExpressionOptions {
  /**
   * If true, `^` and `$` are the ends of the text: for single-line texts, in which these are the
   * ends of the line too.
   */
  readonly oneLine?: boolean;
}

/**
 * Throws an Error whose message describes the problem. If there are named groups, only they
 * capture.
 */
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
 * The same expression with numbered groups only, and their numbers by name: for a match with names
 * the engine creates an object with all of them. References already use numbers, and classes
 * contain no unescaped parentheses (flag `v`).
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
