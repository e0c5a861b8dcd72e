/**
 * `_source` filtering on the bytes: parts that stay are copied as they stand, so numbers keep their digits and names their order.
 * Rules as the reference's: an include names a path and all below it; an exclude wins over an include; `*` matches
 * across dots; an object or array in which nothing was included disappears, unless it was itself named.
 */
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { simpleMatch } from './simple_match.js';

const encoder = new TextEncoder();
const EMPTY_OBJECT = encoder.encode('{}');

/** The filtered document. An empty `includes` means everything. */
export function filterSource(
  source: Uint8Array,
  includes: readonly string[],
  excludes: readonly string[],
): Uint8Array {
  if (includes.length === 0 && excludes.length === 0) return source;
  const reader = new JsonReader(source);
  if (reader.next() !== JSON_TOKEN.START_OBJECT) return source;
  const output = new SpliceOutput(source);
  const filter = new SourceFilter(reader, output, includes, excludes);
  return filter.object('', includes.length === 0) ? output.finish() : EMPTY_OBJECT;
}

class SourceFilter {
  readonly #reader: JsonReader;
  readonly #output: SpliceOutput;
  readonly #includes: readonly string[];
  readonly #excludes: readonly string[];

  constructor(
    reader: JsonReader,
    output: SpliceOutput,
    includes: readonly string[],
    excludes: readonly string[],
  ) {
    this.#reader = reader;
    this.#output = output;
    this.#includes = includes;
    this.#excludes = excludes;
  }

  /** The object the reader stands on; `included`: an include already names it. Says whether anything was written inside. */
  object(path: string, included: boolean): boolean {
    let count = 0;
    this.#output.text('{');
    while (this.#reader.next() === JSON_TOKEN.FIELD_NAME) {
      const name = this.#reader.name;
      const nameStart = this.#reader.tokenStart;
      const nameEnd = this.#reader.tokenEnd;
      this.#reader.next();
      const mark = this.#output.mark();
      if (count > 0) this.#output.text(',');
      this.#output.copy(nameStart, nameEnd);
      this.#output.text(':');
      if (this.#member(path === '' ? name : `${path}.${name}`, included)) count++;
      else this.#output.reset(mark);
    }
    this.#output.text('}');
    return count > 0;
  }

  #member(path: string, parentIncluded: boolean): boolean {
    if (this.#excludes.some((pattern) => simpleMatch(pattern, path))) {
      this.#reader.skipChildren();
      return false;
    }
    const included = parentIncluded || this.#includes.some((pattern) => simpleMatch(pattern, path));
    if (!included && !this.#includes.some((pattern) => mayMatchBelow(pattern, path))) {
      this.#reader.skipChildren();
      return false;
    }
    return this.#value(path, included);
  }

  #value(path: string, included: boolean): boolean {
    const reader = this.#reader;
    if (included && !this.#excludes.some((pattern) => mayMatchBelow(pattern, path))) {
      const start = reader.tokenStart;
      reader.skipChildren();
      this.#output.copy(start, reader.tokenEnd);
      return true;
    }
    if (reader.token === JSON_TOKEN.START_OBJECT) return this.object(path, included) || included;
    if (reader.token === JSON_TOKEN.START_ARRAY) return this.#array(path, included) || included;
    if (included) this.#output.copy(reader.tokenStart, reader.tokenEnd);
    return included;
  }

  #array(path: string, included: boolean): boolean {
    let count = 0;
    this.#output.text('[');
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) {
      const mark = this.#output.mark();
      if (count > 0) this.#output.text(',');
      if (this.#value(path, included)) count++;
      else this.#output.reset(mark);
    }
    this.#output.text(']');
    return count > 0;
  }
}

/** Whether some path below `path` can match: `path.` is the beginning of a text the pattern matches. */
function mayMatchBelow(pattern: string, path: string): boolean {
  return matchesPrefix(pattern, `${path}.`);
}

function matchesPrefix(pattern: string, prefix: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern.startsWith(prefix);
  const fixed = pattern.slice(0, star);
  return prefix.length <= fixed.length ? fixed.startsWith(prefix) : prefix.startsWith(fixed);
}

/** Output made of ranges of the source and bits of text; can be taken back to a mark. */
class SpliceOutput {
  readonly #source: Uint8Array;
  readonly #pieces: Uint8Array[] = [];

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  text(text: string): void {
    this.#pieces.push(encoder.encode(text));
  }

  copy(start: number, end: number): void {
    this.#pieces.push(this.#source.subarray(start, end));
  }

  mark(): number {
    return this.#pieces.length;
  }

  reset(mark: number): void {
    this.#pieces.length = mark;
  }

  finish(): Uint8Array {
    const joined = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}
