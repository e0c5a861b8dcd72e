/**
 * Lucene's regular expressions:
 * https://lucene.apache.org/core/9_12_1/core/org/apache/lucene/util/automaton/RegExp.html
 *
 * They match whole texts; flags enable optional syntax. The messages are Lucene's.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import { MAX_CODE_POINT } from '../code_points.js';
import type { CharacterRanges, Expression, ExpressionPool } from './expression.js';
import { decimalInterval } from './interval.js';

export interface RegexpFlags {
  /** Syntax `a&b`. */
  readonly intersection: boolean;
  /** Syntax `~a`. */
  readonly complement: boolean;
  /** Syntax `#`. */
  readonly empty: boolean;
  /** Syntax `@`. */
  readonly anyString: boolean;
  /** Syntax `<1-10>`. */
  readonly interval: boolean;
}

interface ParseOptions {
  readonly flags: RegexpFlags;
  /** If true, ASCII letters match in either case. */
  readonly caseInsensitive: boolean;
  readonly pool: ExpressionPool;
}

/** The deepest nesting of parentheses and `~`. */
const MAX_DEPTH = 1000;

/** The greatest number in `<1-10>` and `{2,5}`, since Lucene reads Java integers. */
const MAX_INTEGER = 2 ** 31 - 1;

const ANY: CharacterRanges = [[0, MAX_CODE_POINT]];
const DIGITS: CharacterRanges = [[0x30, 0x39]];
const SPACES: CharacterRanges = [
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x20],
];
const WORD_CHARACTERS: CharacterRanges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const CLASSES: Readonly<Record<string, CharacterRanges>> = {
  d: DIGITS,
  s: SPACES,
  w: WORD_CHARACTERS,
  D: others(DIGITS),
  S: others(SPACES),
  W: others(WORD_CHARACTERS),
};

export function parseRegexp(source: string, options: ParseOptions): Expression {
  if (source === '') return options.pool.emptyText;
  return new RegexpParser(source, options).parse();
}

/** A recursive descent parser for one expression. */
class RegexpParser {
  readonly #characters: readonly string[];
  readonly #flags: RegexpFlags;
  readonly #caseInsensitive: boolean;
  readonly #pool: ExpressionPool;
  #next = 0;
  #depth = 0;

  constructor(source: string, { flags, caseInsensitive, pool }: ParseOptions) {
    this.#characters = [...source];
    this.#flags = flags;
    this.#caseInsensitive = caseInsensitive;
    this.#pool = pool;
  }

  parse(): Expression {
    const expression = this.#union();
    if (this.#more()) throw this.#error('end-of-string expected', this.#next);
    return expression;
  }

  #union(): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#error('too many nested expressions', this.#next);
    const members = [this.#intersection()];
    while (this.#take('|')) members.push(this.#intersection());
    this.#depth--;
    return this.#pool.union(members);
  }

  #intersection(): Expression {
    const members = [this.#concat()];
    while (this.#flags.intersection && this.#take('&')) members.push(this.#concat());
    return this.#pool.intersection(members);
  }

  #concat(): Expression {
    const parts = [this.#repeat()];
    while (this.#more() && !this.#at(')|') && !(this.#flags.intersection && this.#at('&'))) {
      parts.push(this.#repeat());
    }
    return parts.reduceRight((rest, first) => this.#pool.concat(first, rest));
  }

  #repeat(): Expression {
    let expression = this.#complement();
    for (;;) {
      if (this.#take('?')) expression = this.#pool.repeat(expression, 0, 1);
      else if (this.#take('*')) expression = this.#pool.repeat(expression, 0, Infinity);
      else if (this.#take('+')) expression = this.#pool.repeat(expression, 1, Infinity);
      else if (this.#take('{')) expression = this.#counted(expression);
      else return expression;
    }
  }

  /** Parses `{2}`, `{2,}` or `{2,5}` after the brace. */
  #counted(expression: Expression): Expression {
    const min = this.#integer();
    if (min === undefined) throw this.#error('integer expected', this.#next);
    const max = this.#take(',') ? (this.#integer() ?? Infinity) : min;
    if (!this.#take('}')) throw this.#error("expected '}'", this.#next);
    if (min > max) {
      throw illegalArgument(`invalid repetition range(out of order): ${min}..${max}`);
    }
    return this.#pool.repeat(expression, min, max);
  }

  #integer(): number | undefined {
    let digits = '';
    while (this.#at('0123456789')) digits += this.#read();
    if (Number(digits) > MAX_INTEGER) throw noInteger(digits);
    return digits === '' ? undefined : Number(digits);
  }

  #complement(): Expression {
    if (!this.#flags.complement || !this.#take('~')) return this.#characterClass();
    if (++this.#depth > MAX_DEPTH) throw this.#error('too many nested expressions', this.#next);
    const inner = this.#complement();
    this.#depth--;
    return this.#pool.complement(inner);
  }

  #characterClass(): Expression {
    if (!this.#take('[')) return this.#simple();
    const negated = this.#take('^');
    const ranges = [...this.#classMember()];
    while (this.#more() && !this.#at(']')) ranges.push(...this.#classMember());
    if (!this.#take(']')) throw this.#error("expected ']'", this.#next);
    return this.#pool.characters(negated ? others(ranges) : ranges);
  }

  #classMember(): CharacterRanges {
    const named = this.#namedClass();
    if (named !== undefined) return named;
    const from = this.#character();
    if (!this.#take('-')) return this.#spellings(from);
    const to = this.#character();
    if (from <= to) return [[from, to]];
    throw illegalArgument(`invalid range: from (${from}) cannot be > to (${to})`);
  }

  /** Parses `\d`, `\W` and so on; refuses other letters after a backslash. */
  #namedClass(): CharacterRanges | undefined {
    const name = this.#characters[this.#next + 1];
    if (!this.#at('\\') || name === undefined || !/[a-zA-Z]/.test(name)) return undefined;
    if (!Object.hasOwn(CLASSES, name)) {
      throw illegalArgument(`invalid character class \\${name.codePointAt(0)}`);
    }
    this.#next += 2;
    return CLASSES[name];
  }

  #simple(): Expression {
    const { empty, anyString, interval } = this.#flags;
    if (this.#take('.')) return this.#pool.characters(ANY);
    if (empty && this.#take('#')) return this.#pool.nothing;
    if (anyString && this.#take('@')) return this.#pool.anything;
    if (this.#take('"')) return this.#quoted();
    if (this.#take('(')) return this.#group();
    if (interval && this.#take('<')) return this.#interval();
    return this.#pool.characters(this.#namedClass() ?? this.#spellings(this.#character()));
  }

  #quoted(): Expression {
    const start = this.#next;
    while (this.#more() && !this.#at('"')) this.#next++;
    const text = this.#characters.slice(start, this.#next);
    if (!this.#take('"')) throw this.#error(`expected '"'`, this.#next);
    const letters = text.map((letter) =>
      this.#pool.characters(this.#spellings(letter.codePointAt(0) ?? 0)),
    );
    return letters.reduceRight(
      (rest, first) => this.#pool.concat(first, rest),
      this.#pool.emptyText,
    );
  }

  #group(): Expression {
    if (this.#take(')')) return this.#pool.emptyText;
    const inner = this.#union();
    if (!this.#take(')')) throw this.#error("expected ')'", this.#next);
    return inner;
  }

  #interval(): Expression {
    const start = this.#next;
    while (this.#more() && !this.#at('>')) this.#next++;
    const text = this.#characters.slice(start, this.#next).join('');
    if (!this.#take('>')) throw this.#error("expected '>'", this.#next);
    if (!text.includes('-')) throw illegalArgument(`'${text}' not found`);
    const dash = text.indexOf('-');
    const bounds = [text.slice(0, dash), text.slice(dash + 1)];
    const wrong = bounds.find((bound) => !/^\d+$/.test(bound) || Number(bound) > MAX_INTEGER);
    if (wrong !== undefined) {
      throw this.#error('interval syntax error', this.#next - 1, noInteger(wrong));
    }
    return decimalInterval(this.#pool, bounds[0], bounds[1]);
  }

  #character(): number {
    this.#take('\\');
    return this.#read().codePointAt(0) ?? 0;
  }

  #spellings(codePoint: number): CharacterRanges {
    const same: CharacterRanges = [[codePoint, codePoint]];
    if (!this.#caseInsensitive || codePoint > 0x7f) return same;
    const text = String.fromCharCode(codePoint);
    const lower = text.toLowerCase().charCodeAt(0);
    const upper = text.toUpperCase().charCodeAt(0);
    return lower === upper
      ? same
      : [
          [lower, lower],
          [upper, upper],
        ];
  }

  #more(): boolean {
    return this.#next < this.#characters.length;
  }

  #at(any: string): boolean {
    return this.#more() && any.includes(this.#characters[this.#next]);
  }

  #take(character: string): boolean {
    if (this.#characters[this.#next] !== character) return false;
    this.#next++;
    return true;
  }

  #read(): string {
    if (!this.#more()) throw illegalArgument('unexpected end-of-string');
    return this.#characters[this.#next++];
  }

  #error(problem: string, position: number, cause?: ApiError): ApiError {
    const reason = `${problem} at position ${position}`;
    return new ApiError('illegal_argument_exception', reason, { cause });
  }
}

function noInteger(text: string): ApiError {
  return new ApiError('number_format_exception', `For input string: "${text}"`);
}

/** The characters outside the ranges. */
function others(ranges: CharacterRanges): CharacterRanges {
  const outside: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) outside.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= MAX_CODE_POINT) outside.push([next, MAX_CODE_POINT]);
  return outside;
}
