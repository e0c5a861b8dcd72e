/**
 * Regular expressions from users' settings, in Java's dialect. They run on an engine whose time is
 * linear in the text, so that no user's pattern can keep a thread busy. JavaScript's own engine
 * never runs one.
 */
import { ApiError } from '@skein/errors';
import { RE2JS, RE2JSException } from 're2js';
import { alternatives, type Boundary, boundaryOf, isBoundary } from './user_regex/boundaries.js';
import { type SyntaxOptions, toLinear, Unsupported } from './user_regex/java_syntax.js';

const FLAGS: Readonly<Record<string, number>> = {
  CASE_INSENSITIVE: RE2JS.CASE_INSENSITIVE,
  MULTILINE: RE2JS.MULTILINE,
  DOTALL: RE2JS.DOTALL,
  UNICODE_CASE: 0,
  UNICODE_CHARACTER_CLASS: 0,
  LITERAL: 0,
  COMMENTS: 0,
};

const MAX_PATTERN_LENGTH = 1000;

/** Start and end of each group, the whole match first; -1 for a group that took no part. */
interface UserMatch {
  readonly start: number;
  readonly end: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Compiles a pattern. `flags` are Java's names joined by `|`, as in the settings. Throws
 * `illegal_argument_exception`.
 */
export function compileUserRegex(pattern: string, flags = ''): UserRegex {
  if (pattern.length > MAX_PATTERN_LENGTH)
    refuse(pattern, `longer than ${MAX_PATTERN_LENGTH} characters`);
  const names = flags
    .split('|')
    .map((flag) => flag.trim().toUpperCase())
    .filter((flag) => flag !== '');
  for (const name of names) {
    if (name === 'CANON_EQ') refuse(pattern, 'the flag [CANON_EQ] is not supported');
    if (!Object.hasOwn(FLAGS, name))
      throw new ApiError('illegal_argument_exception', `Unknown regex flag [${name}]`);
  }
  try {
    return build(pattern, names);
  } catch (error) {
    if (error instanceof Unsupported) return refuse(pattern, error.message);
    if (error instanceof RE2JSException) throw syntaxError(pattern, error.message);
    throw error;
  }
}

function build(pattern: string, names: readonly string[]): UserRegex {
  const flags = names.reduce((bits, name) => bits | (FLAGS[name] ?? 0), 0);
  const options: SyntaxOptions = {
    comments: names.includes('COMMENTS'),
    unicodeClasses: names.includes('UNICODE_CHARACTER_CLASS'),
  };
  if (names.includes('LITERAL')) return new UserRegex(RE2JS.compile(RE2JS.quote(pattern), flags));
  const parts = alternatives(pattern);
  const boundaries = parts.flatMap((part, rank) => {
    const found = /^\(\?<?=/.test(part) ? boundaryOf(part, rank, { ...options, flags }) : undefined;
    return found === undefined ? [] : [found];
  });
  if (boundaries.length === 0)
    return new UserRegex(RE2JS.compile(toLinear(pattern, options), flags));
  const ranks = new Set(boundaries.map(({ rank }) => rank));
  const rest = parts.filter((_, rank) => !ranks.has(rank));
  const engine =
    rest.length === 0 ? undefined : RE2JS.compile(toLinear(rest.join('|'), options), flags);
  return new UserRegex(engine, boundaries);
}

/** The engine's messages about malformed patterns, with Java's words for each. */
const FAULTS: readonly (readonly [RegExp, (pattern: string) => string])[] = [
  [/missing closing \)/, (pattern) => `Unclosed group near index ${pattern.length}`],
  [/unexpected \)/, () => "Unmatched closing ')'"],
  [/missing closing \]/, (pattern) => `Unclosed character class near index ${pattern.length - 1}`],
];

function syntaxError(pattern: string, why: string): ApiError {
  const fault = FAULTS.find(([says]) => says.test(why))?.[1](pattern) ?? why;
  return new ApiError('pattern_syntax_exception', `${fault}\n${pattern}`);
}

function refuse(pattern: string, why: string): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid regular expression [${pattern}]: ${why}`,
  );
}

const illegal = (reason: string) => new ApiError('illegal_argument_exception', reason);

export class UserRegex {
  readonly groupCount: number;
  readonly #engine: RE2JS | undefined;
  readonly #boundaries: readonly Boundary[];
  readonly #names: Readonly<Record<string, number>>;

  constructor(engine: RE2JS | undefined, boundaries: readonly Boundary[] = []) {
    this.#engine = engine;
    this.#boundaries = boundaries;
    this.groupCount = engine?.groupCount() ?? 0;
    this.#names = engine?.namedGroups() ?? {};
  }

  /** True when the whole text matches. */
  matches(text: string): boolean {
    return this.#engine?.matcher(text).matches() ?? false;
  }

  /** Every match, from left to right. */
  *matchAll(text: string): Generator<UserMatch> {
    if (this.#boundaries.length === 0) yield* this.#consuming(text);
    else yield* this.#withBoundaries(text);
  }

  *#consuming(text: string): Generator<UserMatch> {
    const matcher = this.#engine?.matcher(text);
    while (matcher?.find()) {
      const groups = Array.from({ length: this.groupCount + 1 }, (_, i) => i);
      const starts = groups.map((group) => matcher.start(group));
      const ends = groups.map((group) => matcher.end(group));
      yield { start: starts[0] ?? 0, end: ends[0] ?? 0, starts, ends };
    }
  }

  /** Yields matches of a place between characters where no match of characters has begun before. */
  *#withBoundaries(text: string): Generator<UserMatch> {
    const consuming = this.#consuming(text);
    const characters = [...text];
    let next = consuming.next();
    let offset = 0;
    for (const [at, character] of [...characters, ''].entries()) {
      while (!next.done && next.value.start < offset) next = consuming.next();
      const isPlace = this.#boundaries.some((one) => isBoundary(characters, at, one));
      if (!next.done && next.value.start === offset) {
        yield next.value;
        next = consuming.next();
      } else if (isPlace) yield this.#place(offset);
      offset += character.length;
    }
  }

  #place(at: number): UserMatch {
    const none = Array.from({ length: this.groupCount }, () => -1);
    return { start: at, end: at, starts: [at, ...none], ends: [at, ...none] };
  }

  /**
   * Expands a replacement in Java's form for a match: `$1` and `${name}` are groups, a backslash
   * escapes.
   */
  expand(replacement: string, text: string, match: UserMatch): string {
    const group = (index: number): string => {
      const start = match.starts[index] ?? -1;
      return start < 0 ? '' : text.slice(start, match.ends[index]);
    };
    return replacement.replace(
      /\\(.?)|\$\{(\w+)\}|\$(\d*)/gs,
      (_all, escaped: string | undefined, name: string | undefined, digits = '') => {
        if (escaped === '') throw illegal('character to be escaped is missing');
        if (escaped !== undefined) return escaped;
        if (name !== undefined) return group(this.#named(name));
        if (digits === '') throw illegal('Illegal group reference: group index is missing');
        const [index, rest] = this.#numbered(digits);
        return group(index) + rest;
      },
    );
  }

  #named(name: string): number {
    const found = Object.hasOwn(this.#names, name) ? this.#names[name] : undefined;
    if (found !== undefined) return found;
    throw illegal(`No group with name {${name}}`);
  }

  /** Reads the longest prefix of the digits that names a group; the other digits are text. */
  #numbered(digits: string): readonly [index: number, rest: string] {
    let index = Number(digits.charAt(0));
    if (index > this.groupCount) {
      throw new ApiError('index_out_of_bounds_exception', `No group ${index}`);
    }
    let length = 1;
    while (length < digits.length && Number(digits.slice(0, length + 1)) <= this.groupCount) {
      index = Number(digits.slice(0, ++length));
    }
    return [index, digits.slice(length)];
  }

  replaceAll(text: string, replacement: string): string {
    return this.#replaced(text, replacement, Number.POSITIVE_INFINITY);
  }

  replaceFirst(text: string, replacement: string): string {
    return this.#replaced(text, replacement, 1);
  }

  #replaced(text: string, replacement: string, most: number): string {
    let out = '';
    let at = 0;
    let count = 0;
    for (const match of this.matchAll(text)) {
      out += text.slice(at, match.start) + this.expand(replacement, text, match);
      at = match.end;
      if (++count >= most) break;
    }
    return out + text.slice(at);
  }
}
