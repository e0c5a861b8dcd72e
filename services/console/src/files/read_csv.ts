/**
 * Reads comma-separated values (RFC 4180), with quotes and line breaks inside them. The delimiter
 * is the most frequent of comma, semicolon and tab in the first line.
 */
interface CsvRow {
  readonly cells: readonly string[];
  /** The line in which the row begins, from 1. */
  readonly line: number;
}

const DELIMITERS = [',', ';', '\t'];

export function guessDelimiter(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((one) => first.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Reads the rows; empty lines are skipped. */
export function* readCsv(text: string, delimiter: string): Generator<CsvRow> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  let cells: string[] = [];
  let begin = 1;
  let line = 1;
  let at = 0;
  while (at < source.length) {
    const { value, next, breaks } = cellAt(source, at, delimiter);
    cells.push(value);
    line += breaks;
    at = next;
    if (source[at] === delimiter) {
      at++;
      if (at === source.length) cells.push('');
      else continue;
    }
    if (source[at] === '\r') at++;
    if (source[at] === '\n') at++;
    line++;
    if (cells.length > 1 || cells[0] !== '') yield { cells, line: begin };
    cells = [];
    begin = line;
  }
}

interface Cell {
  readonly value: string;
  readonly next: number;
  /** The number of line breaks inside the cell. */
  readonly breaks: number;
}

function cellAt(text: string, from: number, delimiter: string): Cell {
  if (text[from] !== '"') {
    let next = from;
    while (next < text.length && !isEnd(text, next, delimiter)) next++;
    return { value: text.slice(from, next), next, breaks: 0 };
  }
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    value += text.slice(at, quote < 0 ? text.length : quote);
    at = quote < 0 ? text.length : quote + 1;
    if (text[at] !== '"' || quote < 0) break;
    value += '"';
    at++;
  }
  // Text after the closing quote is kept as part of the cell, to lose nothing.
  let next = at;
  while (next < text.length && !isEnd(text, next, delimiter)) next++;
  return { value: value + text.slice(at, next), next, breaks: value.split('\n').length - 1 };
}

function isEnd(text: string, at: number, delimiter: string): boolean {
  const character = text[at];
  return character === delimiter || character === '\n' || character === '\r';
}
