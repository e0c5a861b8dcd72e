/**
 * Reads comma-separated values (RFC 4180), with quotes and line breaks inside them. The delimiter
 * is the most frequent of comma, semicolon and tab in the first line.
 */
interface CsvRow {
  readonly cells: readonly string[];
  /** The line in which the row begins, from 1. */
  readonly line: number;
  /** True when the text ends inside quotes: then the rest of it is in the last cell. */
  readonly isUnclosed: boolean;
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
    const { value, next, breaks, isUnclosed } = cellAt(source, at, delimiter);
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
    if (cells.length > 1 || cells[0] !== '') yield { cells, line: begin, isUnclosed };
    cells = [];
    begin = line;
  }
}

interface Cell {
  readonly value: string;
  readonly next: number;
  /** The number of line breaks inside the cell. */
  readonly breaks: number;
  readonly isUnclosed: boolean;
}

function cellAt(text: string, from: number, delimiter: string): Cell {
  if (text[from] !== '"') {
    let next = from;
    while (next < text.length && !isEnd(text, next, delimiter)) next++;
    return { value: text.slice(from, next), next, breaks: 0, isUnclosed: false };
  }
  let value = '';
  let at = from + 1;
  let isUnclosed = false;
  for (;;) {
    const quote = text.indexOf('"', at);
    isUnclosed = quote < 0;
    value += text.slice(at, isUnclosed ? text.length : quote);
    at = isUnclosed ? text.length : quote + 1;
    if (text[at] !== '"' || isUnclosed) break;
    value += '"';
    at++;
  }
  // Text after the closing quote is kept as part of the cell, to lose nothing.
  let next = at;
  while (next < text.length && !isEnd(text, next, delimiter)) next++;
  const breaks = value.split('\n').length - 1;
  return { value: value + text.slice(at, next), next, breaks, isUnclosed };
}

function isEnd(text: string, at: number, delimiter: string): boolean {
  const character = text[at];
  return character === delimiter || character === '\n' || character === '\r';
}
