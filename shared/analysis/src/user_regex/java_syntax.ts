/**
 * Translates patterns in Java's dialect to the syntax of the linear engine. Constructs that the
 * engine lacks (back references, look-around, possessive and atomic groups) are refused by name;
 * constructs that it only writes differently are rewritten.
 */

/** The POSIX classes of Java (`\p{Lower}`), which are of ASCII, as written inside brackets. */
export const POSIX_CLASSES: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7F',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-\\/:-@\\[-`{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1F\\x7F',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\x0B\\f\\r',
};

/** Names of `\p{…}` that Java has and the engine lacks. */
const NAMED: Readonly<Record<string, string>> = {
  ...POSIX_CLASSES,
  javaLowerCase: '\\p{Ll}',
  javaUpperCase: '\\p{Lu}',
  javaWhitespace: '\\s\\x{1C}-\\x{1F}\\p{Zl}\\p{Zp}',
  javaLetter: '\\p{L}',
  javaDigit: '\\p{Nd}',
  javaLetterOrDigit: '\\p{L}\\p{Nd}',
  javaAlphabetic: '\\p{L}\\p{Nl}',
  IsAlphabetic: '\\p{L}\\p{Nl}',
  IsLetter: '\\p{L}',
  IsDigit: '\\p{Nd}',
  IsLowercase: '\\p{Ll}',
  IsUppercase: '\\p{Lu}',
  IsPunctuation: '\\p{P}',
  IsWhite_Space: '\\s\\x{85}\\p{Z}',
  IsIdeographic: '\\p{Han}',
};

/** Escapes of one letter that stand for sets of characters, as written inside brackets. */
const SETS: Readonly<Record<string, string>> = {
  h: ' \\t\\x{A0}\\x{1680}\\x{180E}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}',
  v: '\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}',
};
/** All other characters, as the engine has no class inside a class. */
const OPPOSITES: Readonly<Record<string, string>> = {
  H:
    '\\x{0}-\\x{8}\\x{A}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{180D}' +
    '\\x{180F}-\\x{1FFF}\\x{200B}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}' +
    '\\x{3001}-\\x{10FFFF}',
  V: '\\x{0}-\\x{9}\\x{E}-\\x{84}\\x{86}-\\x{2027}\\x{202A}-\\x{10FFFF}',
};
/** The same sets with `UNICODE_CHARACTER_CLASS`. */
const UNICODE_SETS: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}',
  s: '\\s\\x{85}\\p{Z}',
};

const LAST_ASCII = '\x7f';
/** `\u` with a code unit; two of them are one character if they are surrogates. */
const UNITS = /^\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|^\\u[\da-fA-F]{4}/;
/** The bit in which a control character differs from its letter. */
const CONTROL_BIT = 0x40;

function codePointOf(units: string): number {
  const codes = units
    .split('\\u')
    .slice(1)
    .map((unit) => Number.parseInt(unit, 16));
  return String.fromCharCode(...codes).codePointAt(0) ?? 0;
}

/** The reason why a pattern is refused. */
export class Unsupported extends Error {}

export interface SyntaxOptions {
  readonly comments: boolean;
  readonly unicodeClasses: boolean;
  readonly dotAll: boolean;
  /** True if a line feed alone ends a line. */
  readonly unixLines: boolean;
  readonly ignoreCase: boolean;
  /** True if `ignoreCase` concerns all letters; in Java it is those of ASCII otherwise. */
  readonly unicodeCase: boolean;
}

/** Java's dot excludes all line terminators, the engine's only line feeds. */
const DOT = '[^\\n\\r\\x{85}\\x{2028}\\x{2029}]';

export function toLinear(pattern: string, options: SyntaxOptions): string {
  return new Translation(pattern, options).run();
}

class Translation {
  readonly #pattern: string;
  /** The options at the current place, which flags inside the pattern change. */
  #options: SyntaxOptions;
  /** The options outside of each open group. */
  readonly #outside: SyntaxOptions[] = [];
  #at = 0;

  constructor(pattern: string, options: SyntaxOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  run(): string {
    let out = '';
    while (this.#at < this.#pattern.length) out += this.#next();
    return out;
  }

  #next(): string {
    const character = this.#pattern.charAt(this.#at);
    if (character === '\\') return this.#escape(false);
    if (character === '[') return this.#class();
    if (character === '(') return this.#open();
    if (character === '.' && !this.#options.dotAll && !this.#options.unixLines)
      return this.#skip(1) + DOT;
    if (character === ')') this.#options = this.#outside.pop() ?? this.#options;
    if (this.#options.comments && /\s/.test(character)) return this.#skip(1);
    if (this.#options.comments && character === '#') return this.#skipLine();
    if (character > LAST_ASCII) return this.#letter();
    if (this.#pattern.charAt(this.#at + 1) === '+' && this.#endsRepetition()) {
      throw new Unsupported(`a possessive repetition [${character}+] is not supported`);
    }
    return this.#take(1);
  }

  /** True at the last character of a repetition such as `*` or `{2,}`. */
  #endsRepetition(): boolean {
    if (this.#pattern.charAt(this.#at) !== '}') return /[*+?]/.test(this.#pattern.charAt(this.#at));
    const start = this.#pattern.lastIndexOf('{', this.#at);
    return start >= 0 && /^\{\d+(?:,\d*)?\}$/.test(this.#pattern.slice(start, this.#at + 1));
  }

  /** A character beyond ASCII, which the engine would find in both cases. */
  #letter(): string {
    return this.#exact(this.#take((this.#pattern.codePointAt(this.#at) ?? 0) > 0xffff ? 2 : 1));
  }

  #exact(character: string): string {
    const { ignoreCase, unicodeCase } = this.#options;
    return ignoreCase && !unicodeCase ? `(?-i:${character})` : character;
  }

  #take(count: number): string {
    this.#at += count;
    return this.#pattern.slice(this.#at - count, this.#at);
  }

  #skip(count: number): string {
    this.#at += count;
    return '';
  }

  #skipLine(): string {
    const end = this.#pattern.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#pattern.length : end + 1;
    return '';
  }

  #open(): string {
    const rest = this.#pattern.slice(this.#at);
    if (/^\(\?<?[=!]/.test(rest)) throw new Unsupported('look-around is not supported');
    if (rest.startsWith('(?>')) throw new Unsupported('an atomic group [(?>] is not supported');
    const flags = /^\(\?([a-zA-Z]*)(-[a-zA-Z]*)?([:)])/.exec(rest);
    if (flags?.[3] !== ')') this.#outside.push(this.#options);
    const named = /^\(\?<([a-zA-Z][a-zA-Z0-9]*)>/.exec(rest);
    if (named !== null) {
      this.#at += named[0].length;
      return `(?P<${named[1]}>`;
    }
    if (flags === null) return this.#take(1);
    const [all, on = '', off = '', end = ''] = flags;
    this.#at += all.length;
    const isOn = (was: boolean, flag: string) => (was || on.includes(flag)) && !off.includes(flag);
    this.#options = {
      comments: isOn(this.#options.comments, 'x'),
      unicodeClasses: isOn(this.#options.unicodeClasses, 'U'),
      dotAll: isOn(this.#options.dotAll, 's'),
      unixLines: isOn(this.#options.unixLines, 'd'),
      ignoreCase: isOn(this.#options.ignoreCase, 'i'),
      unicodeCase: isOn(this.#options.unicodeCase, 'u') || isOn(this.#options.unicodeClasses, 'U'),
    };
    const kept = on.replace(/[^ims]/g, '') + off.replace(/[^-ims]/g, '').replace(/-$/, '');
    return kept === '' && end === ')' ? '' : `(?${kept}${end}`;
  }

  /**
   * Translates an escape. `inside` is true between brackets, where a set is written without
   * brackets of its own.
   */
  #escape(inside: boolean): string {
    const letter = this.#pattern.charAt(this.#at + 1);
    const wrap = (set: string, isNegative = false): string =>
      inside && !isNegative ? set : `[${isNegative ? '^' : ''}${set}]`;
    if (!inside && /[1-9k]/.test(letter))
      throw new Unsupported('a reference to a group is not supported');
    if (letter === 'p' || letter === 'P') return this.#property(wrap);
    if (letter === 'Q') return this.#quoted();
    const { unicodeClasses } = this.#options;
    const set = (unicodeClasses && UNICODE_SETS[letter]) || SETS[letter] || OPPOSITES[letter];
    if (set !== undefined) return this.#skip(2) + wrap(set);
    const negated = unicodeClasses ? UNICODE_SETS[letter.toLowerCase()] : undefined;
    if (negated !== undefined && !inside) return this.#skip(2) + wrap(negated, true);
    return this.#plainEscape(letter, inside);
  }

  #plainEscape(letter: string, inside: boolean): string {
    const rest = this.#pattern.slice(this.#at);
    const units = UNITS.exec(rest)?.[0];
    if (units !== undefined) {
      this.#skip(units.length);
      const code = codePointOf(units);
      const escaped = `\\x{${code.toString(16)}}`;
      return inside || code < 0x80 ? escaped : this.#exact(escaped);
    }
    const control = /^\\c([\s\S])/.exec(rest)?.[1];
    if (control !== undefined)
      return `${this.#skip(3)}\\x{${(control.charCodeAt(0) ^ CONTROL_BIT).toString(16)}}`;
    const octal = /^\\0([0-3]?[0-7]{1,2})/.exec(rest);
    if (octal !== null)
      return `${this.#skip(octal[0].length)}\\x{${Number.parseInt(octal[1] ?? '0', 8).toString(16)}}`;
    if (letter === 'e') return `${this.#skip(2)}\\x1B`;
    if (letter === 'R')
      return `${this.#skip(2)}(?:\\r\\n|[\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}])`;
    if (letter === 'Z') return `${this.#skip(2)}\\n?\\z`;
    if (letter === 'G' || letter === 'X') throw new Unsupported(`[\\${letter}] is not supported`);
    return this.#take(2);
  }

  #property(wrap: (set: string, isNegative?: boolean) => string): string {
    const found = /^\\([pP])(?:\{([^}]*)\}|(.))/.exec(this.#pattern.slice(this.#at));
    if (found === null) return this.#take(2);
    const [all, letter = 'p', name = found[3] ?? ''] = found;
    if (name.startsWith('^')) throw new Unsupported(`Unknown character property name {${name}}`);
    this.#at += all.length;
    const set = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (set !== undefined) return wrap(set, letter === 'P');
    if (/^In/.test(name)) throw new Unsupported(`a block of characters [${all}] is not supported`);
    const plain = name.replace(/^(?:Is|IsScript=|script=|sc=|general_category=|gc=)/, '');
    return `\\${letter}{${plain}}`;
  }

  #quoted(): string {
    const end = this.#pattern.indexOf('\\E', this.#at);
    const text = this.#pattern.slice(this.#at + 2, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#pattern.length : end + 2;
    // A hyphen would be a range between brackets.
    return text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');
  }

  /** Translates a class. Brackets in brackets are a union; `&&` is refused. */
  #class(): string {
    this.#at++;
    let out = '[';
    if (this.#pattern.charAt(this.#at) === '^') out += this.#take(1);
    if (this.#pattern.charAt(this.#at) === ']') out += `\\${this.#take(1)}`;
    while (this.#at < this.#pattern.length) {
      const character = this.#pattern.charAt(this.#at);
      if (character === ']') return out + this.#take(1);
      if (this.#options.comments && (/\s/.test(character) || character === '#')) {
        out += character === '#' ? this.#skipLine() : this.#skip(1);
        continue;
      }
      if (this.#pattern.startsWith('&&', this.#at))
        throw new Unsupported('an intersection [&&] of character classes is not supported here');
      if (character === '[') out += this.#inner();
      else out += character === '\\' ? this.#escape(true) : this.#take(1);
    }
    return out;
  }

  #inner(): string {
    const nested = this.#class();
    if (nested.startsWith('[^'))
      throw new Unsupported('a negated class inside a character class is not supported');
    return nested.slice(1, -1);
  }
}
