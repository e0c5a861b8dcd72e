/**
 * `_source` filtering on the bytes: parts that stay are copied as they stand, so numbers keep their digits and names their order.
 * Rules as the reference's: an include names a path and all below it; an exclude wins over an include; `*` matches
 * across dots; an object or array in which nothing was included disappears, unless it was itself named.
 */

import { simpleMatch } from '@skein/base';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { PUNCTUATION, SpliceOutput } from './splice_output.js';

const EMPTY_OBJECT = new TextEncoder().encode('{}');
/** The filtered document. An empty `includes` means everything. */
export function filterSource(
  source: Uint8Array,
  includes: readonly string[],
  excludes: readonly string[],
): Uint8Array {
  return sourceFilter(includes, excludes)(source);
}

/** The same filter for many documents. */
export function sourceFilter(
  includes: readonly string[],
  excludes: readonly string[],
): (source: Uint8Array) => Uint8Array {
  if (includes.length === 0 && excludes.length === 0) return (source) => source;
  const rules: Rules = { includes, excludes, mostMembers: mostMembers(includes, excludes) };
  return (source) => {
    const reader = new JsonReader(source);
    if (reader.next() !== JSON_TOKEN.START_OBJECT) return source;
    const output = new SpliceOutput(source);
    const filter = new SourceFilter(reader, output, rules);
    return filter.object('', includes.length === 0) ? output.finish() : EMPTY_OBJECT;
  };
}

interface Rules {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  /** Members of the document after which nothing more can be included. */
  readonly mostMembers: number;
}

function mostMembers(includes: readonly string[], excludes: readonly string[]): number {
  const isPlain = excludes.length === 0 && includes.every(isTopLevelName);
  return isPlain && includes.length > 0 ? new Set(includes).size : Number.POSITIVE_INFINITY;
}

class SourceFilter {
  readonly #reader: JsonReader;
  readonly #output: SpliceOutput;
  readonly #includes: readonly string[];
  readonly #excludes: readonly string[];
  readonly #mostMembers: number;

  constructor(reader: JsonReader, output: SpliceOutput, rules: Rules) {
    this.#reader = reader;
    this.#output = output;
    this.#includes = rules.includes;
    this.#excludes = rules.excludes;
    this.#mostMembers = rules.mostMembers;
  }

  /** The object the reader stands on; `included`: an include already names it. Says whether anything was written inside. */
  object(path: string, included: boolean): boolean {
    let count = 0;
    this.#output.character(PUNCTUATION.openObject);
    while (this.#reader.next() === JSON_TOKEN.FIELD_NAME) {
      const name = this.#reader.name;
      const nameStart = this.#reader.tokenStart;
      const nameEnd = this.#reader.tokenEnd;
      this.#reader.next();
      const mark = this.#output.mark();
      if (count > 0) this.#output.character(PUNCTUATION.comma);
      this.#output.copy(nameStart, nameEnd);
      this.#output.character(PUNCTUATION.colon);
      if (this.#member(path === '' ? name : `${path}.${name}`, included)) count++;
      else this.#output.reset(mark);
      if (path === '' && count === this.#mostMembers) break;
    }
    this.#output.character(PUNCTUATION.closeObject);
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
    this.#output.character(PUNCTUATION.openArray);
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) {
      const mark = this.#output.mark();
      if (count > 0) this.#output.character(PUNCTUATION.comma);
      if (this.#value(path, included)) count++;
      else this.#output.reset(mark);
    }
    this.#output.character(PUNCTUATION.closeArray);
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
