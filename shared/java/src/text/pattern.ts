/**
 * `java.util.regex.Pattern` on an engine whose time is linear in the text, so that no user's
 * pattern can stall the node.
 */
import { RE2JS, type Matcher as RE2Matcher } from 're2js';
import { spend } from '../values/meter.js';
import { indexOutOfBounds, Throwable } from '../values/throwable.js';
import { JavaObject } from '../values/value.js';

/** Java's flag bits: `Pattern.CASE_INSENSITIVE` … */
const PATTERN_FLAGS = {
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
  readonly groupCount: number;

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
      this.groupCount = this.engine.groupCount();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Throwable(
        'java.util.regex.PatternSyntaxException',
        `${message} near index 0\n${source}`,
      );
    }
  }

  /** The number of a named group. */
  groupNamed(name: string): number | undefined {
    const names = this.engine.namedGroups() as Readonly<Record<string, number>>;
    return Object.hasOwn(names, name) ? names[name] : undefined;
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

interface MatchGroups {
  /** Start and end of each group, the whole match first; -1 if it did not participate. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** `java.util.regex.Matcher`: a search in a region of a text, with its last match. */
export class Matcher extends JavaObject {
  readonly className: string = 'java.util.regex.Matcher';
  pattern: Pattern;
  readonly input: string;
  /** The start of the region; `to` is its end. */
  from = 0;
  to: number;
  /** If true, `^` and `$` match at the ends of the region. */
  hasAnchoringBounds = true;
  hasTransparentBounds = false;
  #found: MatchGroups | undefined;
  #next = 0;

  constructor(pattern: Pattern, input: string) {
    super();
    this.pattern = pattern;
    this.input = input;
    this.to = input.length;
  }

  get hasMatch(): boolean {
    return this.#found !== undefined;
  }

  start(group = 0): number {
    return this.#found?.starts[group] ?? -1;
  }

  end(group = 0): number {
    return this.#found?.ends[group] ?? -1;
  }

  /** Returns null if the group did not participate. */
  group(group = 0): string | null {
    const start = this.start(group);
    return start < 0 ? null : this.input.slice(start, this.end(group));
  }

  groupCount(): number {
    return this.pattern.groupCount;
  }

  region(from: number, to: number): this {
    if (from < 0 || from > this.input.length) throw indexOutOfBounds('start');
    if (to < 0 || to > this.input.length) throw indexOutOfBounds('end');
    if (from > to) throw indexOutOfBounds('start > end');
    this.from = from;
    this.to = to;
    this.#next = from;
    this.#found = undefined;
    return this;
  }

  reset(): this {
    return this.region(0, this.input.length);
  }

  usePattern(pattern: Pattern): this {
    this.pattern = pattern;
    this.#found = undefined;
    return this;
  }

  /** Finds the next match after the previous one; an empty match advances by one character. */
  find(): boolean {
    const before = this.#found;
    const isEmpty = before !== undefined && this.start() === this.end();
    const at = Math.max(this.#next + (isEmpty ? 1 : 0), this.from);
    if (at > this.to) return this.#note(undefined);
    return this.#note(this.#search(at, (engine, from) => engine.find(from)));
  }

  findFrom(at: number): boolean {
    this.reset();
    return this.#note(this.#search(at, (engine, from) => engine.find(from)));
  }

  lookingAt(): boolean {
    return this.#note(this.#search(this.from, (engine) => engine.lookingAt(), true));
  }

  matches(): boolean {
    return this.#note(this.#search(this.from, (engine) => engine.matches(), true));
  }

  #note(found: MatchGroups | undefined): boolean {
    this.#found = found;
    if (found !== undefined) this.#next = found.ends[0] ?? 0;
    return found !== undefined;
  }

  /** Anchoring bounds act as the ends of the text; other bounds only limit the search. */
  #search(
    at: number,
    run: (engine: RE2Matcher, from: number) => boolean,
    isAnchored = false,
  ): MatchGroups | undefined {
    const isCut = this.hasAnchoringBounds || isAnchored;
    const base = isCut ? this.from : 0;
    const text = isCut ? this.input.slice(this.from, this.to) : this.input;
    const engine = this.pattern.matcher(text);
    if (!run(engine, at - base)) return undefined;
    const groups = Array.from({ length: this.pattern.groupCount + 1 }, (_, i) => i);
    const place = (read: number): number => (read < 0 ? -1 : read + base);
    const ends = groups.map((group) => place(engine.end(group)));
    if ((ends[0] ?? 0) > this.to) return undefined;
    return { starts: groups.map((group) => place(engine.start(group))), ends };
  }

  override text(): string {
    const { pattern, from, to } = this;
    const last = this.hasMatch ? this.group() : '';
    return `java.util.regex.Matcher[pattern=${pattern.source} region=${from},${to} lastmatch=${last}]`;
  }
}
