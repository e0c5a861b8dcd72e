/**
 * Reads the documents of a file that was dropped on the page: CSV with names in its first line, one
 * JSON document a line, or one array of documents.
 */
import { errorOf } from '../api/failure.js';
import { guessDelimiter, readCsv } from '../files/read_csv.js';
import { isList, isObject, type Json, parseJson } from '../json/exact_json.js';

type FileFormat = 'csv' | 'ndjson' | 'json';

export interface ReadDocument {
  /** The line in which the document begins; in an array, its position. Counted from 1. */
  readonly line: number;
  readonly source: Readonly<Record<string, Json>>;
}

export interface RefusedLine {
  /** See `ReadDocument`. */
  readonly line: number;
  readonly reason: string;
}

export interface ReadFile {
  readonly format: FileFormat;
  readonly documents: readonly ReadDocument[];
  /** The lines that are not documents, each with the reason. */
  readonly refused: readonly RefusedLine[];
}

/**
 * Chooses the format by the ending of `name`, or if that is unknown by the beginning of the text.
 */
export function formatOf(name: string, text: string): FileFormat {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  const begin = text.trimStart()[0];
  if (begin === '[') return 'json';
  return begin === '{' ? (isWholeJson(text) ? 'json' : 'ndjson') : 'csv';
}

/** The text of a file in UTF-8; undefined if it is another encoding, or no text at all. */
export function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (failure) {
    if (errorOf(failure).name === 'TypeError') return undefined;
    throw failure;
  }
}

export function readDocuments(format: FileFormat, text: string): ReadFile {
  if (format === 'csv') return { format, ...readTable(text) };
  return { format, ...(format === 'json' ? readWhole(text) : readLines(text)) };
}

type Read = Omit<ReadFile, 'format'>;

/**
 * Reads CSV. An empty name becomes `column_3`, a repeated one `name_3`, with the column's number.
 * An empty cell gives the document no field.
 */
function readTable(text: string): Read {
  const [head, ...rows] = readCsv(text, guessDelimiter(text));
  const names = uniqueNames(head?.cells ?? []);
  const refused: RefusedLine[] = [];
  const documents = rows.flatMap(({ cells, line, isUnclosed }) => {
    if (isUnclosed) {
      refused.push({ line, reason: 'a quote that is never closed' });
      return [];
    }
    if (cells.length > names.length) {
      refused.push({ line, reason: `${cells.length} cells, ${names.length} names` });
      return [];
    }
    const members = cells.flatMap((cell, i) =>
      cell === '' ? [] : [[names[i] ?? '', cell] as const],
    );
    return [{ line, source: Object.fromEntries(members) }];
  });
  return { documents, refused };
}

function uniqueNames(cells: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const given = new Set(cells.map((cell) => cell.trim()));
  return cells.map((cell, i) => {
    const name = cell.trim();
    let free = name === '' ? `column_${i + 1}` : name;
    // A name that a later column has must stay free for it.
    while (seen.has(free) || (free !== name && given.has(free))) free = `${free}_${i + 1}`;
    seen.add(free);
    return free;
  });
}

/** Reads one JSON document a line; empty lines are skipped. */
function readLines(text: string): Read {
  const refused: RefusedLine[] = [];
  const documents = text.split('\n').flatMap((content, i) => {
    if (content.trim() === '') return [];
    const line = i + 1;
    const value = parsed(content);
    if (isObject(value)) return [{ line, source: value }];
    refused.push({ line, reason: 'no JSON object' });
    return [];
  });
  return { documents, refused };
}

/** Reads one JSON value: an array of documents, or a single one. */
function readWhole(text: string): Read {
  const value = parsed(text);
  if (value === undefined) return { documents: [], refused: [{ line: 1, reason: 'no JSON' }] };
  const list = isList(value) ? value : [value];
  const refused: RefusedLine[] = [];
  const documents = list.flatMap((item, i) => {
    if (isObject(item)) return [{ line: i + 1, source: item }];
    refused.push({ line: i + 1, reason: 'no JSON object' });
    return [];
  });
  return { documents, refused };
}

function isWholeJson(text: string): boolean {
  return parsed(text) !== undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}
