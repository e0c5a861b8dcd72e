/** `java.util.regex.Pattern` on an engine whose time is linear in the text, so that no pattern of a user can stall the node. */
import { RE2JS, type Matcher as RE2Matcher } from 're2js';
import { spend } from './meter.js';
import { Throwable } from './throwable.js';
import { JavaObject } from './value.js';

/** Java's flag bits: `Pattern.CASE_INSENSITIVE` … */
export const PATTERN_FLAGS = {
  CASE_INSENSITIVE: 2,
  MULTILINE: 8,
  DOTALL: 32,
  UNICODE_CASE: 64,
  COMMENTS: 4,
  LITERAL: 16,
  UNIX_LINES: 1,
  CANON_EQ: 128,
  UNICODE_CHARACTER_CLASS: 256,
} as const;

const LETTERS: Readonly<Record<string, number>> = {
  i: 2,
  m: 8,
  s: 32,
  u: 64,
  x: 4,
  l: 16,
  d: 1,
  c: 128,
  U: 256,
};

export function flagsOf(letters: string): number {
  return [...letters].reduce((flags, letter) => flags | (LETTERS[letter] ?? 0), 0);
}

export class Pattern extends JavaObject {
  readonly className: string = 'java.util.regex.Pattern';
  readonly source: string;
  readonly flags: number;
  readonly engine: RE2JS;

  constructor(source: string, flags = 0) {
    super();
    this.source = source;
    this.flags = flags;
    let bits = 0;
    if (flags & PATTERN_FLAGS.CASE_INSENSITIVE) bits |= RE2JS.CASE_INSENSITIVE;
    if (flags & PATTERN_FLAGS.MULTILINE) bits |= RE2JS.MULTILINE;
    if (flags & PATTERN_FLAGS.DOTALL) bits |= RE2JS.DOTALL;
    const text = flags & PATTERN_FLAGS.LITERAL ? RE2JS.quote(source) : source;
    try {
      this.engine = RE2JS.compile(text, bits);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Throwable(
        'java.util.regex.PatternSyntaxException',
        `${message} near index 0\n${source}`,
      );
    }
  }

  matcher(text: string): RE2Matcher {
    spend(1 + (text.length >> 4));
    return this.engine.matcher(text);
  }

  find(text: string): boolean {
    return this.matcher(text).find();
  }

  matches(text: string): boolean {
    return this.matcher(text).matches();
  }

  override text(): string {
    return this.source;
  }
}

/** `java.util.regex.Matcher`: a search with a state. */
export class Matcher extends JavaObject {
  readonly className: string = 'java.util.regex.Matcher';
  readonly pattern: Pattern;
  readonly input: string;
  engine: RE2Matcher;

  constructor(pattern: Pattern, input: string) {
    super();
    this.pattern = pattern;
    this.input = input;
    this.engine = pattern.matcher(input);
  }
}
