/**
 * Response filtering: `filter_path=hits.hits._id,-took`. Inclusions are applied first, then
 * exclusions (`-` in front). It works on the bytes of the response: the kept parts are copied
 * unchanged, in their order.
 */
import { MAX_ANSWER_DEPTH, PIECE_BYTES } from './answer_limits.js';
import { JsonBuffer, PUNCTUATION } from './json_buffer.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { type PathPattern, parsePathPattern, stepPatterns } from './path_pattern.js';

/**
 * The filtered JSON, with a pause after each few kilobytes; `{}` for an object of which nothing is
 * kept.
 */
export function* filterPath(
  json: Uint8Array,
  patterns: readonly string[],
): Generator<void, Uint8Array> {
  const includes = patterns.filter((pattern) => !pattern.startsWith('-')).map(parsePathPattern);
  const excludes = patterns
    .filter((pattern) => pattern.startsWith('-'))
    .map((pattern) => parsePathPattern(pattern.slice(1)));
  const included = includes.length > 0 ? yield* filtered(json, includes, 'include') : json;
  return excludes.length > 0 ? yield* filtered(included, excludes, 'exclude') : included;
}

type Sense = 'include' | 'exclude';

function* filtered(
  json: Uint8Array,
  patterns: readonly PathPattern[],
  sense: Sense,
): Generator<void, Uint8Array> {
  const reader = new JsonReader(json, { maxDepth: MAX_ANSWER_DEPTH });
  const filter = new PathFilter(reader, patterns, sense);
  let nextPause = PIECE_BYTES;
  while (reader.next() !== JSON_TOKEN.END) {
    filter.token();
    if (reader.position < nextPause) continue;
    nextPause = reader.position + PIECE_BYTES;
    yield;
  }
  return filter.output.finish();
}

/** An object or array that is being filtered. */
interface OpenValue {
  /** Patterns that may still match below it. */
  readonly patterns: readonly PathPattern[];
  /** Position to which the output returns when nothing of the value is kept. */
  readonly mark: number;
  kept: number;
}

class PathFilter {
  readonly output = new JsonBuffer();
  readonly #reader: JsonReader;
  readonly #sense: Sense;
  readonly #open: OpenValue[] = [];
  /** Patterns for the next value, which its name or its list determines. */
  #patterns: readonly PathPattern[];
  /** Byte range of that value's name. */
  #name: { readonly start: number; readonly end: number } | undefined;
  /**
   * Set inside a container that is copied or dropped as a whole: the depth outside of it, and its
   * start.
   */
  #whole: { readonly depth: number; readonly start: number; readonly stays: boolean } | undefined;
  #isMatched = false;

  constructor(reader: JsonReader, patterns: readonly PathPattern[], sense: Sense) {
    this.#reader = reader;
    this.#patterns = patterns;
    this.#sense = sense;
  }

  /** Handles the reader's current token. */
  token(): void {
    const reader = this.#reader;
    if (this.#whole !== undefined) {
      if (reader.depth === this.#whole.depth) this.#endWhole(this.#whole);
      return;
    }
    switch (reader.token) {
      case JSON_TOKEN.FIELD_NAME:
        this.#enter();
        return;
      case JSON_TOKEN.START_OBJECT:
      case JSON_TOKEN.START_ARRAY:
        this.#start();
        return;
      case JSON_TOKEN.END_OBJECT:
      case JSON_TOKEN.END_ARRAY:
        this.#end();
        return;
      default:
        this.#scalar();
    }
  }

  #enter(): void {
    const { name, tokenStart: start, tokenEnd: end } = this.#reader;
    const { matched, remaining } = stepPatterns(this.#open.at(-1)?.patterns ?? [], name);
    this.#name = { start, end };
    this.#isMatched = matched;
    this.#patterns = remaining;
  }

  /**
   * True if the value is kept as a whole, false if it is dropped; `undefined`: its contents decide.
   */
  #verdict(isContainer: boolean): boolean | undefined {
    const isInclusion = this.#sense === 'include';
    if (this.#isMatched) return isInclusion;
    return isContainer && this.#patterns.length > 0 ? undefined : !isInclusion;
  }

  #start(): void {
    const { tokenStart, tokenEnd, bytes, depth, token } = this.#reader;
    const stays = this.#verdict(true);
    const mark = this.output.length;
    if (stays !== undefined) {
      this.#whole = { depth: depth - 1, start: tokenStart, stays };
      return;
    }
    this.#separate();
    this.output.range(bytes, tokenStart, tokenEnd);
    const patterns = this.#patterns;
    this.#open.push({ patterns, mark, kept: 0 });
    if (token === JSON_TOKEN.START_ARRAY) this.#element();
  }

  /** Starts an element of a list; lists add no name to a path. */
  #element(): void {
    this.#name = undefined;
    this.#isMatched = false;
    this.#patterns = this.#open.at(-1)?.patterns ?? [];
  }

  #endWhole({ start, stays }: { readonly start: number; readonly stays: boolean }): void {
    const { bytes, tokenEnd } = this.#reader;
    this.#whole = undefined;
    if (stays) {
      this.#separate();
      this.output.range(bytes, start, tokenEnd);
    }
  }

  #end(): void {
    const { bytes, tokenStart, tokenEnd } = this.#reader;
    const ended = this.#open.pop();
    if (ended === undefined) return;
    const parent = this.#open.at(-1);
    // Also a value that was empty before: Jackson writes the start with the first kept part.
    if (ended.kept === 0 && parent !== undefined) {
      this.output.cut(ended.mark);
      parent.kept--;
    } else {
      this.output.range(bytes, tokenStart, tokenEnd);
    }
    this.#element();
  }

  #scalar(): void {
    const { bytes, tokenStart, tokenEnd } = this.#reader;
    if (this.#verdict(false) === true || this.#open.length === 0) {
      this.#separate();
      this.output.range(bytes, tokenStart, tokenEnd);
    }
  }

  /** Writes comma and name before a value, which counts as kept unless it turns out to be empty. */
  #separate(): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    if (parent.kept > 0) this.output.character(PUNCTUATION.comma);
    parent.kept++;
    const name = this.#name;
    if (name === undefined) return;
    this.output.range(this.#reader.bytes, name.start, name.end);
    this.output.character(PUNCTUATION.colon);
  }
}
