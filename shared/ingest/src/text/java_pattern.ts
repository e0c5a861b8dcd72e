/**
 * Expressions of `java.util.regex`. They are translated to Oniguruma's dialect, which differs in
 * anchors, in the meaning of `.` and a few classes, and in quantifiers, and by `expression.ts` to
 * JavaScript's. Groups are named by number, so that replacements find them.
 */
import { POSIX_CLASSES } from '@skein/analysis';
import { reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { compileExpression } from './expression.js';

export interface JavaPattern {
  readonly source: string;
  /** A global expression, which searches from `lastIndex`. */
  readonly expression: RegExp;
  readonly groupCount: number;
  /** The numbers of groups by name. */
  readonly groupNames: ReadonlyMap<string, number>;
}

/** The name of a group in the expression. */
export function groupName(number: number): string {
  return `g${number}`;
}

const MAX_KNOWN = 1_000;
const known = new Map<string, JavaPattern>();

/** Throws pattern_syntax_exception. */
export function compileJavaPattern(source: string, flags = ''): JavaPattern {
  const key = `${flags}/${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const translation = new Translation(source);
  const text = translation.translate();
  const expression = compile(text, { source, flags });
  const { groupCount, groupNames } = translation;
  const pattern = { source, expression, groupCount, groupNames };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, pattern);
  return pattern;
}

function compile(
  text: string,
  { source, flags }: { readonly source: string; readonly flags: string },
): RegExp {
  try {
    return compileExpression(text, `g${flags}`);
  } catch (error) {
    throw syntaxError(source, reasonOf(error), 0);
  }
}

function syntaxError(source: string, reason: string, at: number): ApiError {
  const where = at < 0 ? '' : ` near index ${at}`;
  const pointer = at >= 0 && at < source.length ? `\n${' '.repeat(at)}^` : '';
  return new ApiError('pattern_syntax_exception', `${reason}${where}\n${source}${pointer}`);
}

/** Escapes with another meaning in Oniguruma. */
const ESCAPES: Readonly<Record<string, string>> = {
  h: '[ \\t\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]',
  H: '[^ \\t\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]',
  v: '[\\n\\u000b\\f\\r\\u0085\\u2028\\u2029]',
  V: '[^\\n\\u000b\\f\\r\\u0085\\u2028\\u2029]',
  d: '[0-9]',
  D: '[^0-9]',
  w: '[a-zA-Z_0-9]',
  W: '[^a-zA-Z_0-9]',
  s: '[ \\t\\n\\u000b\\f\\r]',
  S: '[^ \\t\\n\\u000b\\f\\r]',
  Z: '(?=\\n?\\z)',
  e: '\\u001b',
};

/** Matches any character except line terminators. */
const DOT = '[^\\n\\r\\u0085\\u2028\\u2029]';
const QUANTIFIED = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

class Translation {
  groupCount = 0;
  readonly groupNames = new Map<string, number>();
  readonly #source: string;
  #at = 0;
  #out = '';
  /** The start of the element before a quantifier. */
  #elementAt = 0;
  /** The flags of the enclosing groups, innermost last. */
  readonly #flags: {
    readonly multiline: boolean;
    readonly dotAll: boolean;
    readonly openAt: number;
  }[] = [];
  #multiline = false;
  #dotAll = false;

  constructor(source: string) {
    this.#source = source;
  }

  translate(): string {
    while (this.#at < this.#source.length) this.#element();
    if (this.#flags.length > 0) throw this.#fault('Unclosed group', this.#source.length);
    return this.#out;
  }

  #element(): void {
    const source = this.#source;
    const rest = source.slice(this.#at);
    const quantifier = QUANTIFIED.exec(rest)?.[0];
    if (quantifier !== undefined) {
      this.#quantify(quantifier);
      return;
    }
    const char = source[this.#at] ?? '';
    if (char === ')') {
      this.#close();
      return;
    }
    if (char !== '(') this.#elementAt = this.#out.length;
    if (char === '\\') this.#escape();
    else if (char === '[') this.#class();
    else if (char === '(') this.#open();
    else this.#plain(char);
  }

  #plain(char: string): void {
    this.#at++;
    if (char === '^') this.#out += this.#multiline ? '^' : '\\A';
    else if (char === '$') this.#out += this.#multiline ? '$' : '(?=\\n?\\z)';
    else if (char === '.') this.#out += this.#dotAll ? '(?m:.)' : DOT;
    else if (char === '{') throw this.#badRepetition();
    else this.#out += char;
  }

  /** `x{1,2}+` is possessive in Java; in Oniguruma it repeats the repetition. */
  #quantify(quantifier: string): void {
    const start = this.#at;
    if (this.#elementAt < 0 || this.#out.length === 0) {
      throw this.#fault(`Dangling meta character '${quantifier[0]}'`, start);
    }
    this.#at += quantifier.length;
    const mode = this.#source[this.#at];
    if (mode === '+' || mode === '?') this.#at++;
    if (mode === '+') {
      const element = this.#out.slice(this.#elementAt);
      this.#out = `${this.#out.slice(0, this.#elementAt)}(?>${element}${quantifier})`;
    } else this.#out += mode === '?' ? `${quantifier}?` : quantifier;
    if (QUANTIFIED.test(this.#source.slice(this.#at))) {
      throw this.#fault(`Dangling meta character '${this.#source[this.#at]}'`, this.#at);
    }
  }

  #escape(): void {
    const source = this.#source;
    const next = source[this.#at + 1];
    if (next === undefined) throw this.#fault('Unexpected internal error', this.#at + 1);
    this.#at += 2;
    if (next === 'Q') {
      const end = source.indexOf('\\E', this.#at);
      const quoted = source.slice(this.#at, end < 0 ? source.length : end);
      this.#at = end < 0 ? source.length : end + 2;
      this.#out += [...quoted].map(escaped).join('');
      return;
    }
    if (next === 'p' || next === 'P') {
      this.#out += this.#property(next);
      return;
    }
    if (next === 'k') {
      this.#namedReference();
      return;
    }
    if (/[1-9]/.test(next)) {
      this.#out += `\\k<${groupName(Number(next))}>`;
      return;
    }
    this.#out += ESCAPES[next] ?? `\\${next}`;
  }

  #namedReference(): void {
    const [whole = '', name = ''] =
      /^<([a-zA-Z][a-zA-Z0-9]*)>/.exec(this.#source.slice(this.#at)) ?? [];
    const number = this.groupNames.get(name);
    if (number === undefined) {
      throw this.#fault(`named capturing group <${name}> does not exist`, this.#at);
    }
    this.#at += whole.length;
    this.#out += `\\k<${groupName(number)}>`;
  }

  /** Translates `\p{Lower}`, `\p{IsAlphabetic}`, `\pL`. */
  #property(letter: string): string {
    const rest = this.#source.slice(this.#at);
    const [whole = '', long, short] = /^(?:\{([A-Za-z_=]+)\}|([A-Z]))/.exec(rest) ?? [];
    if (whole === '') throw this.#fault('Unknown character property', this.#at);
    this.#at += whole.length;
    const name = long ?? short ?? '';
    const posix = Object.hasOwn(POSIX_CLASSES, name) ? POSIX_CLASSES[name] : undefined;
    if (posix !== undefined) return letter === 'p' ? `[${posix}]` : `[^${posix}]`;
    return `\\${letter}{${name.replace(/^(?:Is|In|java)/, '')}}`;
  }

  #open(): void {
    const rest = this.#source.slice(this.#at);
    const [named, name] = /^\(\?<([a-zA-Z][a-zA-Z0-9]*)>/.exec(rest) ?? [];
    const [flagged, on = '', off = '', end = ''] =
      /^\(\?([idmsuxU]*)(?:-([idmsuxU]*))?([:)])/.exec(rest) ?? [];
    if (named !== undefined && name !== undefined) {
      this.#group(named, `(?<${groupName(++this.groupCount)}>`);
      this.groupNames.set(name, this.groupCount);
    } else if (flagged !== undefined) this.#flagGroup(flagged, { on, off, isGroup: end === ':' });
    else if (rest.startsWith('(?')) {
      const [open = '(?'] = /^\(\?(?:<[=!]|[=!>])/.exec(rest) ?? [];
      if (open === '(?') throw this.#fault('Unknown inline modifier', this.#at + 2);
      this.#group(open, open);
    } else this.#group('(', `(?<${groupName(++this.groupCount)}>`);
  }

  #group(text: string, open: string): void {
    this.#flags.push({
      multiline: this.#multiline,
      dotAll: this.#dotAll,
      openAt: this.#out.length,
    });
    this.#at += text.length;
    this.#out += open;
    this.#elementAt = -1;
  }

  /** Java's `m` and `s` are tracked here; Oniguruma supports the others. */
  #flagGroup(
    text: string,
    { on, off, isGroup }: { readonly on: string; readonly off: string; readonly isGroup: boolean },
  ): void {
    if (isGroup) this.#group(text, '');
    else this.#at += text.length;
    if (on.includes('m')) this.#multiline = true;
    if (on.includes('s')) this.#dotAll = true;
    if (off.includes('m')) this.#multiline = false;
    if (off.includes('s')) this.#dotAll = false;
    const kept = (flags: string) => flags.replace(/[^ix]/g, '');
    const minus = kept(off) === '' ? '' : `-${kept(off)}`;
    const flags = `${kept(on)}${minus}`;
    if (isGroup) this.#out += `(?${flags}:`;
    else if (flags !== '') this.#out += `(?${flags})`;
    this.#elementAt = -1;
  }

  #close(): void {
    const around = this.#flags.pop();
    if (around === undefined) throw this.#fault("Unmatched closing ')'", this.#at - 1);
    this.#multiline = around.multiline;
    this.#dotAll = around.dotAll;
    this.#elementAt = around.openAt;
    this.#at++;
    this.#out += ')';
  }

  #class(): void {
    const source = this.#source;
    const start = this.#at;
    let depth = 0;
    for (let isFirst = true; ; isFirst = false) {
      const char = source[this.#at];
      if (char === undefined) throw this.#fault('Unclosed character class', source.length - 1);
      if (char === '[') {
        depth++;
        this.#at++;
        this.#out += '[';
        if (source[this.#at] === '^') {
          this.#at++;
          this.#out += '^';
        }
        // A closing bracket in the first position is literal.
        if (source[this.#at] === ']' && this.#at - start > 0) {
          this.#at++;
          this.#out += '\\]';
        }
      } else if (char === ']' && !isFirst) {
        depth--;
        this.#at++;
        this.#out += ']';
        if (depth === 0) return;
      } else if (char === '\\') this.#escape();
      else {
        this.#at++;
        // Java has no POSIX classes in brackets, so `[:` is literal.
        this.#out += char === ':' ? '\\:' : char;
      }
    }
  }

  #badRepetition(): ApiError {
    const [digits] = /^\d+/.exec(this.#source.slice(this.#at)) ?? [];
    if (digits === undefined) return this.#fault('Illegal repetition', this.#at - 1);
    return this.#fault('Unclosed counted closure', this.#at + digits.length);
  }

  #fault(reason: string, at: number): ApiError {
    return syntaxError(this.#source, reason, at);
  }
}

function escaped(char: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
