/** The code of the bundle in ASCII, because V8 keeps its text in memory. */

/**
 * Writes each character beyond ASCII as an escape. With a single such character V8 would keep two
 * bytes for each character of the file. esbuild leaves them in regular expressions alone, where an
 * escape means the same.
 */
export function inAscii(code: string): string {
  const unsafe = /\\[^\0-\x7f]|\.raw`[^`]*[^\0-\x7f`]/.exec(code);
  if (unsafe !== null) throw new Error(`a character cannot be escaped: ${unsafe[0]}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
