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
  e: '\\u001b',
};
/** The meaning of some of them with the flag `U`. */
const UNICODE_ESCAPES: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d]',
  W: '[^\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d]',
  s: '\\p{White_Space}',
  S: '\\P{White_Space}',
};
/** POSIX classes with the flag `U`; the others stay those of ASCII. */
const UNICODE_CLASSES: Readonly<Record<string, string>> = {
  Lower: '\\p{Lowercase}',
  Upper: '\\p{Uppercase}',
  Alpha: '\\p{Alphabetic}',
  Digit: '\\p{Nd}',
  Alnum: '\\p{Alphabetic}\\p{Nd}',
  Punct: '\\p{P}',
  Space: '\\p{White_Space}',
};

/** The letters and digits that may follow a backslash, and those that may in brackets. */
const KNOWN_ESCAPE = /[ABDGHNPQRSVWXZabcdefhknprstuvwxz0-9]/;
const KNOWN_IN_CLASS = /[DHNPQSVWacdefhnprstuvwx0]/;

/** How anchors and dots are translated. Java's line terminators include those of Unicode. */
interface LineSigns {
  readonly dot: string;
  /** The start and end of a line, with the flag `m`. */
  readonly lineStart: string;
  readonly lineEnd: string;
  /** The end of the text, or the place before a terminator that ends it. */
  readonly textEnd: string;
}
const OTHER_ENDS = '\\r\\u0085\\u2028\\u2029';
const JAVA_LINES: LineSigns = {
  dot: `[^\\n${OTHER_ENDS}]`,
  lineStart: '(?!\\z)(?:\\A|(?<=[\\n\\u0085\\u2028\\u2029])|(?<=\\r)(?!\\n))',
  lineEnd: `(?:\\z|(?<!\\r)(?=\\n)|(?=[${OTHER_ENDS}]))`,
  textEnd: `(?:\\z|(?=\\r\\n\\z)|(?<!\\r)(?=\\n\\z)|(?=[${OTHER_ENDS}]\\z))`,
};
/** The same with the flag `d`: only line feeds end lines. */
const UNIX_LINES: LineSigns = {
  dot: '[^\\n]',
  lineStart: '(?!\\z)(?:\\A|(?<=\\n))',
  lineEnd: '(?=\\n|\\z)',
  textEnd: '(?=\\n?\\z)',
};

const LAST_ASCII = '\x7f';
const QUANTIFIED = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

/** The flags that are translated here; Oniguruma has `x`, and `i` for all letters. */
interface Mode {
  readonly ignoreCase: boolean;
  /** True if `ignoreCase` concerns all letters; in Java it is those of ASCII otherwise. */
  readonly unicodeCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly unicode: boolean;
  readonly lines: LineSigns;
}

class Translation {
  groupCount = 0;
  readonly groupNames = new Map<string, number>();
  readonly #source: string;
  #at = 0;
  #out = '';
  /** The start of the element before a quantifier. */
  #elementAt = 0;
  /** The enclosing groups, innermost last, with the flags around each. */
  readonly #open: { readonly mode: Mode; readonly openAt: number }[] = [];
  #mode: Mode = {
    ignoreCase: false,
    unicodeCase: false,
    multiline: false,
    dotAll: false,
    unicode: false,
    lines: JAVA_LINES,
  };

  constructor(source: string) {
    this.#source = source;
  }

  translate(): string {
    while (this.#at < this.#source.length) this.#element();
    if (this.#open.length > 0) throw this.#fault('Unclosed group', this.#source.length);
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
    if (char === '\\') this.#escape(KNOWN_ESCAPE);
    else if (char === '[') this.#class();
    else if (char === '(') this.#parenthesis();
    else this.#plain(char);
  }

  #plain(unit: string): void {
    const char = unit > LAST_ASCII ? this.#characterHere() : unit;
    this.#at += char.length;
    const { multiline, dotAll, lines } = this.#mode;
    if (char === '^') this.#out += multiline ? lines.lineStart : '\\A';
    else if (char === '$') this.#out += multiline ? lines.lineEnd : lines.textEnd;
    else if (char === '.') this.#out += dotAll ? '(?m:.)' : lines.dot;
    else if (char === '{') throw this.#badRepetition();
    else this.#out += this.#exact(char);
  }

  #characterHere(): string {
    return String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
  }

  /** A character, in its own case if it is beyond ASCII and the case of others is ignored. */
  #exact(char: string): string {
    const { ignoreCase, unicodeCase } = this.#mode;
    return char > LAST_ASCII && ignoreCase && !unicodeCase ? `(?-i:${char})` : char;
  }

  /** `x{1,2}+` is possessive in Java; in Oniguruma it repeats the repetition. */
  #quantify(quantifier: string): void {
    const start = this.#at;
    if (this.#elementAt < 0 || this.#out.length === 0) {
      throw this.#fault(`Dangling meta character '${quantifier[0]}'`, start);
    }
    this.#at += quantifier.length;
    const [, least, most = least] = /^\{(\d+),(\d+)\}$/.exec(quantifier) ?? [];
    if (Number(least) > Number(most)) throw this.#fault('Illegal repetition range', this.#at - 1);
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

  /** `known`: the letters and digits that may follow the backslash. */
  #escape(known: RegExp): void {
    const next = this.#source[this.#at + 1];
    if (next === undefined) throw this.#fault('Unexpected internal error', this.#at + 1);
    if (/[a-zA-Z0-9]/.test(next) && !known.test(next))
      throw this.#fault('Illegal/unsupported escape sequence', this.#at + 1);
    this.#at += 2;
    if (next === 'Q') this.#quoted();
    else if (next === 'p' || next === 'P') this.#out += this.#property(next);
    else if (next === 'k') this.#namedReference();
    else if (/[1-9]/.test(next)) this.#out += this.#reference(Number(next));
    else if (next === '0') this.#octal();
    else if (next === 'x') this.#hexadecimal();
    else if (next === 'Z') this.#out += this.#mode.lines.textEnd;
    else {
      const own = this.#mode.unicode ? (UNICODE_ESCAPES[next] ?? ESCAPES[next]) : ESCAPES[next];
      this.#out += own ?? `\\${next}`;
    }
  }

  #quoted(): void {
    const source = this.#source;
    const end = source.indexOf('\\E', this.#at);
    const quoted = source.slice(this.#at, end < 0 ? source.length : end);
    this.#at = end < 0 ? source.length : end + 2;
    this.#out += [...quoted].map(escaped).join('');
  }

  /** `\0101` is an `A`. */
  #octal(): void {
    const [digits] = /^(?:[0-3][0-7]{2}|[0-7]{1,2})/.exec(this.#source.slice(this.#at)) ?? [];
    if (digits === undefined) throw this.#fault('Illegal octal escape sequence', this.#at);
    this.#at += digits.length;
    this.#out += `\\x{${Number.parseInt(digits, 8).toString(16)}}`;
  }

  /** `\x41`, `\x{1F600}` */
  #hexadecimal(): void {
    const [whole, two, braced = two] =
      /^(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/.exec(this.#source.slice(this.#at)) ?? [];
    if (whole === undefined || braced === undefined)
      throw this.#fault('Illegal hexadecimal escape sequence', this.#at);
    if (Number.parseInt(braced, 16) > 0x10ffff)
      throw this.#fault('Hexadecimal codepoint is too big', this.#at + whole.length - 1);
    this.#at += whole.length;
    this.#out += `\\x{${braced}}`;
  }

  /** A group that has not begun is not set, so that nothing equals it. */
  #reference(group: number): string {
    return group > this.groupCount ? '(?!)' : `\\k<${groupName(group)}>`;
  }

  #namedReference(): void {
    const [whole = '', name = ''] =
      /^<([a-zA-Z][a-zA-Z0-9]*)>/.exec(this.#source.slice(this.#at)) ?? [];
    const number = this.groupNames.get(name);
    if (number === undefined) {
      const at = this.#at + Math.max(0, whole.length - 1);
      throw this.#fault(`named capturing group <${name}> does not exist`, at);
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
    const classes = this.#mode.unicode ? { ...POSIX_CLASSES, ...UNICODE_CLASSES } : POSIX_CLASSES;
    const posix = Object.hasOwn(classes, name) ? classes[name] : undefined;
    if (posix !== undefined) return letter === 'p' ? `[${posix}]` : `[^${posix}]`;
    const plain = name.replace(/^(?:Is|In|java|(?:script|sc|general_category|gc)=)/i, '');
    return `\\${letter}{${plain}}`;
  }

  #parenthesis(): void {
    const rest = this.#source.slice(this.#at);
    const [named, name] = /^\(\?<([a-zA-Z][a-zA-Z0-9]*)>/.exec(rest) ?? [];
    const [flagged, on = '', off = '', end = ''] =
      /^\(\?([idmsuxU]*)(?:-([idmsuxU]*))?([:)])/.exec(rest) ?? [];
    if (named !== undefined && name !== undefined) {
      if (this.groupNames.has(name)) {
        const at = this.#at + named.length - 1;
        throw this.#fault(`Named capturing group <${name}> is already defined`, at);
      }
      this.#group(named, `(?<${groupName(++this.groupCount)}>`);
      this.groupNames.set(name, this.groupCount);
    } else if (flagged !== undefined) this.#flagGroup(flagged, { on, off, isGroup: end === ':' });
    else if (rest.startsWith('(?')) {
      const [open = '(?'] = /^\(\?(?:<[=!]|[=!>])/.exec(rest) ?? [];
      if (open === '(?' && rest.startsWith('(?<')) throw this.#badName(rest.slice(3));
      if (open === '(?') throw this.#fault('Unknown inline modifier', this.#at + 2);
      this.#group(open, open);
    } else this.#group('(', `(?<${groupName(++this.groupCount)}>`);
  }

  #group(text: string, open: string): void {
    this.#open.push({ mode: this.#mode, openAt: this.#out.length });
    this.#at += text.length;
    this.#out += open;
    this.#elementAt = -1;
  }

  /** The flags of Java but for `x` are tracked here; `i` is Oniguruma's too. */
  #flagGroup(
    text: string,
    { on, off, isGroup }: { readonly on: string; readonly off: string; readonly isGroup: boolean },
  ): void {
    if (isGroup) this.#group(text, '');
    else this.#at += text.length;
    const before = this.#mode;
    const isOn = (was: boolean, flag: string) => (was || on.includes(flag)) && !off.includes(flag);
    const unicode = isOn(before.unicode, 'U');
    this.#mode = {
      ignoreCase: isOn(before.ignoreCase, 'i'),
      unicodeCase: isOn(before.unicodeCase, 'u') || unicode,
      multiline: isOn(before.multiline, 'm'),
      dotAll: isOn(before.dotAll, 's'),
      unicode,
      lines: isOn(before.lines === UNIX_LINES, 'd') ? UNIX_LINES : JAVA_LINES,
    };
    const kept = (flags: string) => flags.replace(/[^ix]/g, '');
    const minus = kept(off) === '' ? '' : `-${kept(off)}`;
    const flags = `${kept(on)}${minus}`;
    if (isGroup) this.#out += `(?${flags}:`;
    else if (flags !== '') this.#out += `(?${flags})`;
    this.#elementAt = -1;
  }

  #close(): void {
    const around = this.#open.pop();
    if (around === undefined) throw this.#fault("Unmatched closing ')'", this.#at - 1);
    this.#mode = around.mode;
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
      } else if (char === '\\') this.#escape(KNOWN_IN_CLASS);
      else {
        this.#at++;
        // Java has no POSIX classes in brackets, so `[:` is literal.
        this.#out += char === ':' ? '\\:' : char;
      }
    }
  }

  #badRepetition(): ApiError {
    const [digits] = /^\d+/.exec(this.#source.slice(this.#at)) ?? [];
    if (digits === undefined) return this.#fault('Illegal repetition', this.#at);
    return this.#fault('Unclosed counted closure', this.#at + digits.length);
  }

  /** The fault of a name that is not followed by `>`; `rest` begins with it. */
  #badName(rest: string): ApiError {
    const start = this.#at + 3;
    const [name] = /^[a-zA-Z][a-zA-Z0-9]*/.exec(rest) ?? [];
    return name === undefined
      ? this.#fault('capturing group name does not start with a Latin letter', start)
      : this.#fault("named capturing group is missing trailing '>'", start + name.length);
  }

  #fault(reason: string, at: number): ApiError {
    return syntaxError(this.#source, reason, at);
  }
}

function escaped(char: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
