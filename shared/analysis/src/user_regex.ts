/**
 * Regular expressions from users' settings, in Java's dialect. They run on an engine whose time is
 * linear in the text, so that no user's pattern can keep a thread busy. JavaScript's own engine
 * never runs one.
 */
import { ApiError } from '@skein/errors';
import { RE2JS, RE2JSException } from 're2js';
import { alternatives, boundaryOf } from './user_regex/boundaries.js';
import { type SyntaxOptions, toLinear, Unsupported } from './user_regex/java_syntax.js';
import {
  type Alternation,
  matchesOf,
  matchesWithBoundaries,
  type UserMatch,
} from './user_regex/matches.js';
import { expandReplacement } from './user_regex/replacement.js';

const FLAGS: Readonly<Record<string, number>> = {
  CASE_INSENSITIVE: RE2JS.CASE_INSENSITIVE,
  MULTILINE: RE2JS.MULTILINE,
  DOTALL: RE2JS.DOTALL,
  UNICODE_CASE: 0,
  UNICODE_CHAR_CLASS: 0,
  UNICODE_CHARACTER_CLASS: 0,
  UNIX_LINES: 0,
  LITERAL: 0,
  COMMENTS: 0,
};

const MAX_PATTERN_LENGTH = 1000;

/**
 * Compiles a pattern. `flags` are Java's names joined by `|`, as in the settings. Throws
 * `illegal_argument_exception`.
 */
export function compileUserRegex(pattern: string, flags = ''): UserRegex {
  if (pattern.length > MAX_PATTERN_LENGTH)
    refuse(pattern, `longer than ${MAX_PATTERN_LENGTH} characters`);
  const names = flags
    .split('|')
    .map((flag) => flag.toUpperCase())
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
    unicodeClasses: names.some((name) => /^UNICODE_CHAR(?:ACTER)?_CLASS$/.test(name)),
    dotAll: names.includes('DOTALL'),
    unixLines: names.includes('UNIX_LINES'),
    ignoreCase: names.includes('CASE_INSENSITIVE'),
    unicodeCase: names.some((name) => name.startsWith('UNICODE_')),
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
  const engineBefore = (end: number): RE2JS | undefined => {
    const others = parts.filter((_, rank) => rank < end && !ranks.has(rank));
    if (others.length === 0) return undefined;
    return RE2JS.compile(toLinear(others.join('|'), options), flags);
  };
  const engine = engineBefore(parts.length);
  return new UserRegex(engine, { boundaries, engine, engineBefore });
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

export class UserRegex {
  readonly groupCount: number;
  readonly #engine: RE2JS | undefined;
  readonly #alternation: Alternation | undefined;
  readonly #names: Readonly<Record<string, number>>;

  constructor(engine: RE2JS | undefined, alternation?: Alternation) {
    this.#engine = engine;
    this.#alternation = alternation;
    this.groupCount = engine?.groupCount() ?? 0;
    this.#names = engine?.namedGroups() ?? {};
  }

  /** True when the whole text matches. */
  matches(text: string): boolean {
    return this.#engine?.matcher(text).matches() ?? false;
  }

  /** Every match, from left to right. */
  *matchAll(text: string): Generator<UserMatch> {
    if (this.#alternation !== undefined) yield* matchesWithBoundaries(this.#alternation, text);
    else if (this.#engine !== undefined) yield* matchesOf(this.#engine, text);
  }

  /** Expands a replacement in Java's form for a match. */
  expand(replacement: string, text: string, match: UserMatch): string {
    const groups = { count: this.groupCount, names: this.#names };
    return expandReplacement(replacement, groups, (group) => {
      const start = match.starts[group] ?? -1;
      return start < 0 ? '' : text.slice(start, match.ends[group]);
    });
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
