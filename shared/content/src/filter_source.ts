/**
 * `_source` filtering on the bytes: kept parts are copied unchanged, so numbers keep their digits
 * and names their order. The rules are OpenSearch's: an include names a path and everything below
 * it; an exclude wins over an include; `*` matches across dots; an object or array in which nothing
 * was included disappears, unless it was itself named.
 */

import { type JsonBuffer, PUNCTUATION, withJsonBuffer } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { isAlive, PathAutomaton, type PathState } from './path_automaton.js';

const NOTHING = new Uint8Array(0);
const NO_PATHS = new PathAutomaton([]);

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

/** One filter for many documents, used one after the other. */
export class SourceFilter {
  readonly keepsAll: boolean;
  readonly #includes: PathAutomaton;
  readonly #excludes: PathAutomaton;
  readonly #includesAll: boolean;
  /**
   * The included names, if every include is the name of a member of the document and nothing is
   * excluded.
   */
  readonly #plain: ReadonlySet<string> | undefined;
  readonly #reader = new JsonReader(NOTHING);

  constructor(includes: readonly string[], excludes: readonly string[]) {
    this.keepsAll = includes.length === 0 && excludes.length === 0;
    this.#includesAll = includes.length === 0;
    const isPlain = excludes.length === 0 && includes.length > 0 && includes.every(isTopLevelName);
    this.#plain = isPlain ? new Set(includes) : undefined;
    // A filter is built for every search: names need no automaton, and filters without excludes
    // share one.
    this.#includes = isPlain || includes.length === 0 ? NO_PATHS : new PathAutomaton(includes);
    this.#excludes = excludes.length === 0 ? NO_PATHS : new PathAutomaton(excludes);
  }

  write(source: Uint8Array, output: JsonBuffer): void {
    const reader = this.#reader;
    reader.restart(source);
    if (this.keepsAll || reader.next() !== JSON_TOKEN.START_OBJECT) {
      output.raw(source);
      return;
    }
    const start = output.length;
    const root = { include: this.#includes.root, exclude: this.#excludes.root };
    if (this.#object(root, this.#includesAll, output)) return;
    output.cut(start);
    output.text('{}');
  }

  /**
   * Filters the object at the reader; `included`: an include already names it. Returns true if
   * anything was written inside.
   */
  #object(place: Place, included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    let count = 0;
    // The number of included names that may still come. A member such as `a.b` behind the last of
    // them is not looked for.
    let awaited = this.#plain?.size ?? Number.POSITIVE_INFINITY;
    output.character(PUNCTUATION.openObject);
    while (awaited > 0 && reader.next() === JSON_TOKEN.FIELD_NAME) {
      const { name, tokenStart, tokenEnd } = reader;
      reader.next();
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      output.range(reader.bytes, tokenStart, tokenEnd);
      output.character(PUNCTUATION.colon);
      if (this.#member(place, name, { included, output })) count++;
      else output.cut(mark);
      if (this.#plain?.has(name) === true) awaited--;
    }
    output.character(PUNCTUATION.closeObject);
    return count > 0;
  }

  #member(parent: Place, name: string, { included: inParent, output }: Writing): boolean {
    if (this.#plain !== undefined) return this.#whole(isNamed(this.#plain, name), output);
    const exclude = this.#excludes.named(parent.exclude, name);
    const isExcluded = exclude.accepts || this.#excludes.endsWithin(parent.exclude, name);
    if (isExcluded) return this.#whole(false, output);
    const include = this.#includes.named(parent.include, name);
    const included = inParent || include.accepts || this.#includes.endsWithin(parent.include, name);
    const below = {
      include: this.#includes.below(include),
      exclude: this.#excludes.below(exclude),
    };
    if (!included && !isAlive(below.include)) return this.#whole(false, output);
    return this.#value(below, included, output);
  }

  /** Writes the whole value, or nothing of it. */
  #whole(included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    const start = reader.tokenStart;
    reader.skipChildren();
    if (included) output.range(reader.bytes, start, reader.tokenEnd);
    return included;
  }

  /** Filters a value; `below` is the place before the names of its members. */
  #value(below: Place, included: boolean, output: JsonBuffer): boolean {
    const reader = this.#reader;
    if (included && !isAlive(below.exclude)) return this.#whole(true, output);
    if (reader.token === JSON_TOKEN.START_OBJECT) {
      return this.#object(below, included, output) || included;
    }
    if (reader.token === JSON_TOKEN.START_ARRAY) {
      return this.#array(below, included, output) || included;
    }
    return this.#whole(included, output);
  }

  #array(below: Place, included: boolean, output: JsonBuffer): boolean {
    let count = 0;
    output.character(PUNCTUATION.openArray);
    while (this.#reader.next() !== JSON_TOKEN.END_ARRAY) {
      const mark = output.length;
      if (count > 0) output.character(PUNCTUATION.comma);
      if (this.#value(below, included, output)) count++;
      else output.cut(mark);
    }
    output.character(PUNCTUATION.closeArray);
    return count > 0;
  }
}

/** The state of a path in the patterns of both kinds. */
interface Place {
  readonly include: PathState;
  readonly exclude: PathState;
}

interface Writing {
  readonly included: boolean;
  readonly output: JsonBuffer;
}

/** True if one of the names is that of a member, or the part of it before a dot. */
function isNamed(names: ReadonlySet<string>, name: string): boolean {
  const dot = name.indexOf('.');
  return names.has(dot < 0 ? name : name.slice(0, dot));
}

/** True if the pattern names one member of the document and nothing else. */
function isTopLevelName(pattern: string): boolean {
  return !pattern.includes('*') && !pattern.includes('.');
}
