/** `String.split`: the parts between matches of an expression; surrogate pairs are not split. */
import type { JavaPattern } from './java_pattern.js';
import { nextPlace, type RegexRunner } from './regex_runner.js';

interface Splitting {
  readonly regexes: RegexRunner;
  readonly preserveTrailing: boolean;
}

export function splitAll(
  text: string,
  { expression }: JavaPattern,
  { regexes, preserveTrailing }: Splitting,
): string[] {
  const parts: string[] = [];
  let from = 0;
  expression.lastIndex = 0;
  for (;;) {
    const found = regexes.exec(expression, text);
    if (found === null) break;
    const { index, 0: match } = found;
    const end = index + match.length;
    expression.lastIndex = match === '' ? nextPlace(text, end) : end;
    // An empty match at the beginning creates no part.
    if (match === '' && index === 0) continue;
    parts.push(text.slice(from, index));
    from = end;
  }
  if (parts.length === 0) return [text];
  parts.push(text.slice(from));
  if (!preserveTrailing) while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts;
}

/** The two parts around the first match; undefined if there is none. */
export function splitOnce(
  text: string,
  { expression }: JavaPattern,
  regexes: RegexRunner,
): readonly [string, string] | undefined {
  expression.lastIndex = 0;
  for (;;) {
    const found = regexes.exec(expression, text);
    if (found === null) return undefined;
    const { index, 0: match } = found;
    if (match !== '') return [text.slice(0, index), text.slice(index + match.length)];
    if (index > 0) return [text.slice(0, index), text.slice(index)];
    if (index >= text.length) return undefined;
    expression.lastIndex = nextPlace(text, index);
  }
}
