/**
 * Splits a line of comma-separated values into columns, with Elasticsearch's rules for white space
 * and its errors.
 */
import { illegalArgument } from '../faults.js';

interface CsvOptions {
  readonly quote: string;
  readonly separator: string;
  readonly trim: boolean;
  /** The number of columns wanted: the rest of the line is ignored. */
  readonly count: number;
}

export function* csvFields(line: string, options: CsvOptions): Generator<string> {
  const { quote, separator, trim, count } = options;
  let at = 0;
  for (let column = 0; column < count; column++) {
    let start = at;
    while (at < line.length && isBlank(line[at]) && line[at] !== separator) at++;
    if (trim) start = at;
    if (at >= line.length) return;
    if (line[at] === separator) {
      // Spaces before a separator are no value, trimmed or not.
      yield '';
      at++;
      continue;
    }
    if (line[at] === quote) {
      const quoted = quotedField(line, at + 1, quote);
      // The rest is checked first: OpenSearch sets no field whose column is at fault.
      at = pastSeparator(line, quoted.end, separator);
      yield quoted.value;
      if (at < 0) return;
      continue;
    }
    const end = unquotedEnd(line, at, options);
    const value = line.slice(start, end);
    // Spaces at the end of the line are kept, trimmed or not.
    yield trim && end < line.length ? value.replace(/[ \t]+$/, '') : value;
    if (end >= line.length) return;
    at = end + 1;
  }
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

function unquotedEnd(line: string, from: number, { quote, separator }: CsvOptions): number {
  for (let at = from; at < line.length; at++) {
    const char = line[at];
    if (char === separator) return at;
    if (char === '\n' || char === '\r' || char === quote) {
      throw illegalArgument(`Illegal character inside unquoted field at ${at}`);
    }
  }
  return line.length;
}

function quotedField(
  line: string,
  from: number,
  quote: string,
): { readonly value: string; readonly end: number } {
  let value = '';
  for (let at = from; ; ) {
    const end = line.indexOf(quote, at);
    if (end < 0) throw illegalArgument('Unmatched quote');
    value += line.slice(at, end);
    if (line[end + 1] !== quote) return { value, end: end + 1 };
    value += quote;
    at = end + 2;
  }
}

/** Returns -1 at the end of the line. */
function pastSeparator(line: string, from: number, separator: string): number {
  for (let at = from; at < line.length; at++) {
    const char = line[at];
    if (char === separator) return at + 1;
    if (!isBlank(char)) {
      throw illegalArgument(`character '${char}' after quoted field at ${at}`);
    }
  }
  return -1;
}
