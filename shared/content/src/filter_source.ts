/**
 * `_source` filtering on the bytes: parts that stay are copied as they stand, so numbers keep their digits and names their order.
 * Rules as the reference's: an include names a path and all below it; an exclude wins over an include; `*` matches
 * across dots; an object or array in which nothing was included disappears, unless it was itself named.
 */

import { simpleMatch } from '@skein/base';
import { type JsonBuffer, PUNCTUATION, withJsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

const NOTHING = new Uint8Array(0);

/** The filtered document. An empty `includes` means everything. */
export function filterSource(
  source: Uint8Array,
  includes: readonly string[],
  excludes: readonly string[],
): Uint8Array {
  const filter = new SourceFilter(includes, excludes);
  if (filter.keepsAll) return source;
  return withJsonBuffer((buffer) => {
    filter.write(source, buffer);
    return buffer.finish();
  });
}

/** One filter for many documents, one after the other. */
export class SourceFilter {
  readonly keepsAll: boolean;
  readonly #includes: readonly string[];
  readonly #excludes: readonly string[];
  /** Every include is the name of a member of the document, and nothing is excluded. */
  readonly #isPlain: boolean;
  /** Members of the document after which nothing more can be included. */
  readonly #mostMembers: number;
  readonly #reader = new JsonReader(NOTHING);

  constructor(includes: readonly string[], excludes: readonly string[]) {
    this.keepsAll = includes.length === 0 && excludes.length === 0;
    this.#includes = includes;
    this.#excludes = excludes;
    this.#isPlain = excludes.length === 0 && includes.length > 0 && includes.every(isTopLevelName);
    this.#mostMembers = this.#isPlain ? new Set(includes).size : Number.POSITIVE_INFINITY;
  }

  write(source: Uint8Array, output: JsonBuffer): void {
    const reader = this.#reader;
    reader.restart(source);
    if (this.keepsAll || reader.next() !== JSON_TOKEN.START_OBJECT) {
      output.raw(source);
      return;
    }
    const start = output.length;
    if (this.#object('', this.#includes.length === 0, output)) return;
    output.cut(start);
    output.text('{}');
  }

  /** The object the reader stands on; `included`: an include already names it. Says whether anything was written inside. */
  #object(path: string, included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    let count = 0;
    output.character(PUNCTUATION.openObject);
    while (reader.next() === JSON_TOKEN.FIELD_NAME) {
      const { name, tokenStart, tokenEnd } = reader;
      reader.next();
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      output.range(reader.bytes, tokenStart, tokenEnd);
      output.character(PUNCTUATION.colon);
      if (this.#member(path === '' ? name : `${path}.${name}`, included, output)) count++;
      else output.cut(mark);
      if (path === '' && count === this.#mostMembers) break;
    }
    output.character(PUNCTUATION.closeObject);
    return count > 0;
  }

  #member(path: string, parentIncluded: boolean, output: JsonBuffer): boolean {
    if (this.#isPlain) return this.#whole(this.#includes.includes(path), output);
    if (this.#excludes.some((pattern) => simpleMatch(pattern, path))) {
      return this.#whole(false, output);
    }
    const included = parentIncluded || this.#includes.some((pattern) => simpleMatch(pattern, path));
    if (!included && !this.#includes.some((pattern) => mayMatchBelow(pattern, path))) {
      return this.#whole(false, output);
    }
    return this.#value(path, included, output);
  }

  /** The value with everything in it, or nothing of it. */
  #whole(included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    const start = reader.tokenStart;
    reader.skipChildren();
    if (included) output.range(reader.bytes, start, reader.tokenEnd);
    return included;
  }

  #value(path: string, included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    if (included && !this.#excludes.some((pattern) => mayMatchBelow(pattern, path))) {
      return this.#whole(true, output);
    }
    if (reader.token === JSON_TOKEN.START_OBJECT) {
      return this.#object(path, included, output) || included;
    }
    if (reader.token === JSON_TOKEN.START_ARRAY) {
      return this.#array(path, included, output) || included;
    }
    return this.#whole(included, output);
  }

  #array(path: string, included: boolean, output: JsonBuffer): boolean {
    let count = 0;
    output.character(PUNCTUATION.openArray);
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) {
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      if (this.#value(path, included, output)) count++;
      else output.cut(mark);
    }
    output.character(PUNCTUATION.closeArray);
    return count > 0;
  }
}

/** Names one member of the document and nothing else. */
function isTopLevelName(pattern: string): boolean {
  return !pattern.includes('*') && !pattern.includes('.');
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
