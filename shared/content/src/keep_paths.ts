/**
 * Reduces a document to the values at some paths, on its bytes: kept parts are copied unchanged. An
 * object or array is kept when something in it is, or when its own path is kept. In a kept list
 * every object keeps its place, at least as `{}`, since nested documents are counted by it.
 */
import { type JsonBuffer, PUNCTUATION, withJsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Filters the document. `keeps` is called with the full path of each value: names joined by dots,
 * without lists.
 */
export function keepPaths(source: Uint8Array, keeps: (path: string) => boolean): Uint8Array {
  const reader = new JsonReader(source);
  if (reader.next() !== JSON_TOKEN.START_OBJECT) return EMPTY_OBJECT;
  return withJsonBuffer((output) =>
    new PathFilter(reader, output, keeps).object('') ? output.finish() : EMPTY_OBJECT,
  );
}

class PathFilter {
  readonly #reader: JsonReader;
  readonly #output: JsonBuffer;
  readonly #keeps: (path: string) => boolean;

  constructor(reader: JsonReader, output: JsonBuffer, keeps: (path: string) => boolean) {
    this.#reader = reader;
    this.#output = output;
    this.#keeps = keeps;
  }

  /** Filters the object at the reader. Returns true if anything was written inside. */
  object(path: string): boolean {
    const reader = this.#reader;
    const output = this.#output;
    let count = 0;
    output.character(PUNCTUATION.openObject);
    while (reader.next() === JSON_TOKEN.FIELD_NAME) {
      const member = path === '' ? reader.name : `${path}.${reader.name}`;
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      output.range(reader.bytes, reader.tokenStart, reader.tokenEnd);
      output.character(PUNCTUATION.colon);
      reader.next();
      if (this.#value(member)) count++;
      else output.cut(mark);
    }
    output.character(PUNCTUATION.closeObject);
    return count > 0;
  }

  #value(path: string): boolean {
    const reader = this.#reader;
    if (reader.token === JSON_TOKEN.START_OBJECT) return this.object(path) || this.#keeps(path);
    if (reader.token === JSON_TOKEN.START_ARRAY) return this.#array(path) || this.#keeps(path);
    if (!this.#keeps(path)) return false;
    this.#output.range(reader.bytes, reader.tokenStart, reader.tokenEnd);
    return true;
  }

  #array(path: string): boolean {
    const output = this.#output;
    let [count, kept] = [0, 0];
    output.character(PUNCTUATION.openArray);
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) {
      const isObject = this.#reader.token === JSON_TOKEN.START_OBJECT;
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      const isKept = this.#value(path);
      if (isKept) kept++;
      if (isKept || isObject) count++;
      else output.cut(mark);
    }
    output.character(PUNCTUATION.closeArray);
    return kept > 0;
  }
}
