/** `ICONV` and `OCONV` of an affix file: texts that are replaced in words, or in stems. */

export type Convert = (text: string) => string;

const UNCHANGED: Convert = (text) => text;

/**
 * The replacements named `name`. The longest text that matches counts. The first line gives the
 * number of replacements, which is not needed.
 */
export function conversionsOf(lines: readonly string[], name: string): Convert {
  const [, ...given] = lines.map((line) => line.split(/\s+/)).filter(([first]) => first === name);
  const pairs = given.flatMap(([, from = '', to = '']): (readonly [string, string])[] =>
    from === '' ? [] : [[from, to]],
  );
  if (pairs.length === 0) return UNCHANGED;
  pairs.sort(([a], [b]) => b.length - a.length);
  const byStart = Map.groupBy(pairs, ([from]) => from.charAt(0));
  return (text) => converted(text, byStart);
}

type ByStart = ReadonlyMap<string, readonly (readonly [from: string, to: string])[]>;

function converted(text: string, byStart: ByStart): string {
  let made = '';
  for (let at = 0; at < text.length; ) {
    const found = byStart.get(text.charAt(at))?.find(([from]) => text.startsWith(from, at));
    made += found === undefined ? text.charAt(at) : found[1];
    at += found === undefined ? 1 : found[0].length;
  }
  return made;
}
