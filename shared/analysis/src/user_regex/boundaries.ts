/**
 * Alternatives that match no character but a place between two, such as `(?<=\D)(?=\d)` in patterns
 * that split at changes of case. The engine has no look-around, but this code tests a fixed number
 * of characters on each side itself.
 */
import { RE2JS } from 're2js';
import { type SyntaxOptions, toLinear } from './java_syntax.js';

type Test = (character: string) => boolean;

/** Tests of the characters before and behind the place, from left to right. */
export interface Boundary {
  readonly before: readonly Test[];
  readonly behind: readonly Test[];
  /** The boundary's place among the alternatives. */
  readonly rank: number;
}

const LOOKS = /^(?:\(\?<=((?:[^()\\]|\\.)*)\))?(?:\(\?=((?:[^()\\]|\\.)*)\))?$/s;
/** One character of a pattern: a class with brackets nested once, an escape, or a letter. */
const ITEM =
  /\[(?:\^?\]?(?:\[(?:[^\]\\]|\\.)*\]|[^\][\\]|\\[pP]\{[^}]*\}|\\.)*)\]|\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\.|[^\\[\]*+?{}|^$.]|\./gsu;

/** The alternatives at the top level of a pattern. */
export function alternatives(pattern: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let inClass = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '|' && depth === 0 && inClass === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += character;
    if (character === '\\') parts[parts.length - 1] += pattern.charAt(++at);
    else if (character === '[') inClass++;
    else if (character === ']' && inClass > 0) inClass--;
    else if (inClass === 0 && character === '(') depth++;
    else if (inClass === 0 && character === ')') depth--;
  }
  return parts;
}

/** The boundary that an alternative describes; `undefined` if it is of another kind. */
export function boundaryOf(
  alternative: string,
  rank: number,
  options: SyntaxOptions & { readonly flags: number },
): Boundary | undefined {
  const looks = LOOKS.exec(alternative);
  if (looks === null || alternative === '') return undefined;
  const [before, behind] = [tests(looks[1] ?? '', options), tests(looks[2] ?? '', options)];
  if (before === undefined || behind === undefined) return undefined;
  return { before, behind, rank };
}

function tests(
  source: string,
  options: SyntaxOptions & { readonly flags: number },
): Test[] | undefined {
  const items = source.match(ITEM) ?? [];
  if (items.join('') !== source) return undefined;
  return items.map((item) => testOf(item, options));
}

/** A class that is an intersection accepts a character that all its parts accept. */
function testOf(item: string, options: SyntaxOptions & { readonly flags: number }): Test {
  const isClass = item.startsWith('[') && item.includes('&&');
  const parts = isClass
    ? item
        .slice(1, -1)
        .split('&&')
        .map((part) => (part.startsWith('[') ? part : `[${part}]`))
    : [item];
  const engines = parts.map((part) => RE2JS.compile(toLinear(part, options), options.flags));
  return remembered((character) => engines.every((engine) => engine.matcher(character).matches()));
}

/** Limit of the characters whose results a test keeps; texts use few. */
const MAX_REMEMBERED = 4096;

/** The same test, which asks the engine once for each character. */
function remembered(test: Test): Test {
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const result = test(character);
    if (known.size === MAX_REMEMBERED) known.clear();
    known.set(character, result);
    return result;
  };
}

export function isBoundary(
  text: readonly string[],
  at: number,
  { before, behind }: Boundary,
): boolean {
  if (at < before.length || at + behind.length > text.length) return false;
  return (
    before.every((test, i) => test(text[at - before.length + i] ?? '')) &&
    behind.every((test, i) => test(text[at + i] ?? ''))
  );
}
