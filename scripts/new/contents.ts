/**
 * Inserts lines into tables of contents, which are in alphabetical order: exports, names inside the
 * braces of one, or names in quotes.
 */

const NAME = /^ {2}(\w+|'\w+'),$/;

export function withLine(text: string, line: string): string {
  const lines = text.trimEnd().split('\n');
  const isKin = (known: string) =>
    NAME.test(line) ? NAME.test(known) : known.startsWith('export ');
  const after = lines.findIndex((known) => isKin(known) && known > line);
  lines.splice(after < 0 ? lines.findLastIndex(isKin) + 1 : after, 0, line);
  return `${lines.join('\n')}\n`;
}
