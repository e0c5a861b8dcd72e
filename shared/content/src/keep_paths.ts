/**
 * A document cut down to the values at some paths, on its bytes: what stays is copied as it stands. An object or array stays when something in it
 * does, or its own path is kept. In a list that stays every object has its place, if only as `{}`: nested documents are counted by it.
 */
import { type JsonBuffer, PUNCTUATION, withJsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** `keeps`: asked with the full path of each value, names joined by dots, of which lists are no part. */
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

  /** The object the reader stands on. Says whether anything was written inside. */
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
