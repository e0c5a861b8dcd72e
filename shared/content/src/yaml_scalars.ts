/**
 * The form of names and texts in OpenSearch's YAML responses: which of them Jackson and SnakeYAML
 * quote, and where they break long lines.
 */

/** A longer line is broken at the next possible place. */
const BEST_WIDTH = 80;
/** A longer name is written after a question mark. */
const MAX_SIMPLE_NAME = 127;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x85', '\\N'],
  ['\xa0', '\\_'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

/** Words that a YAML 1.1 parser reads as null or a boolean. */
const RESERVED = new Set(
  ['false', 'n', 'no', 'null', 'on', 'off', 'true', 'y', 'yes'].flatMap((word) => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ]),
);

const NEVER_PLAIN_START = '#,[]{}&*!|>\'"%@`';

interface YamlName {
  readonly text: string;
  /** True if the name is followed by its colon directly, without a question mark. */
  readonly isSimple: boolean;
}

export function yamlName(name: string): YamlName {
  const isSimple = name !== '' && !name.includes('\n') && name.length <= MAX_SIMPLE_NAME;
  if (isQuoted(name)) return { text: `"${[...name].map(escaped).join('')}"`, isSimple };
  if (isPlain(name)) return { text: name, isSimple };
  return { text: `'${name.replaceAll("'", "''")}'`, isSimple };
}

function isQuoted(name: string): boolean {
  return name === '' || RESERVED.has(name) || /^[-+.~0-9]/.test(name) || hasSpecial(name);
}

/** True if the text has characters that only an escape can show. */
function hasSpecial(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return true;
    if (unit === 0x2028 || unit === 0x2029) return true;
  }
  return !text.isWellFormed();
}

/** True if a parser reads it as a name without quotes. */
function isPlain(name: string): boolean {
  if (NEVER_PLAIN_START.includes(name.charAt(0))) return false;
  if (/^[?:](?: |$)/.test(name)) return false;
  return !/^ | $|: |:$| #/.test(name);
}

/**
 * An unquoted name after a question mark, broken at spaces. `column`: its start; `indent`: the
 * start of its next lines.
 */
export function brokenName(name: string, column: number, indent: number): string {
  if (name.startsWith('"')) return name;
  let at = column;
  return name.replaceAll(/ +|[^ ]+/g, (run) => {
    if (run !== ' ' || at <= BEST_WIDTH) {
      at += run.length;
      return run;
    }
    at = indent;
    return newLine(indent);
  });
}

/** A text between quotes, broken if it is long. `column`: its start; `indent`: see `brokenName`. */
export function yamlText(text: string, column: number, indent: number): string {
  const quoted = new QuotedText(text, column, indent);
  for (let at = 0; at < text.length; ) at = quoted.take(at);
  return quoted.end();
}

/**
 * The quoted form of a text, made like SnakeYAML's: characters are taken one by one, but a run of
 * plain characters is written at once, before the next escape, line break or end.
 *
 *     text   a b c \n d e f
 *                     ^     ^
 *              #written     the character that is taken: `d e f` is the pending run
 */
class QuotedText {
  readonly #text: string;
  readonly #indent: number;
  #out = '"';
  /** The column after the last character of `#out`; the pending run is not counted. */
  #column: number;
  /** The end of the part of the text that is in `#out`: the start of the pending run. */
  #written = 0;

  constructor(text: string, column: number, indent: number) {
    this.#text = text;
    this.#indent = indent;
    this.#column = column + 1;
  }

  /** Takes the character that starts at `at`; returns the start of the next one. */
  take(at: number): number {
    const character = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
    const shown = escaped(character);
    const next = at + character.length;
    if (shown !== character || !isAscii(character)) {
      this.#writeUpTo(at);
      this.#append(shown);
      this.#written = next;
    }
    if (this.#mayBreak(character, next) && this.#isBeyondWidth(next)) this.#break(next);
    return next;
  }

  end(): string {
    this.#writeUpTo(this.#text.length);
    return `${this.#out}"`;
  }

  /**
   * A line may be broken before a space, behind an escape, and before the character after one; not
   * beside the first or the last character.
   */
  #mayBreak(character: string, next: number): boolean {
    const last = next - 1;
    if (last === 0 || last >= this.#text.length - 1) return false;
    return character === ' ' || this.#written >= last;
  }

  /** True if the line would be too long with the pending run, without the character just taken. */
  #isBeyondWidth(next: number): boolean {
    return this.#column + (next - 1 - this.#written) > BEST_WIDTH;
  }

  /** Breaks the line before the character just taken, or behind it if it is written already. */
  #break(next: number): void {
    this.#writeUpTo(Math.max(next - 1, this.#written));
    this.#out += `\\${newLine(this.#indent)}`;
    this.#column = this.#indent;
    // A parser drops spaces at the start of a line, unless the first one is escaped.
    if (this.#text.charAt(this.#written) === ' ') this.#append('\\');
  }

  #writeUpTo(end: number): void {
    this.#append(this.#text.slice(this.#written, end));
    this.#written = end;
  }

  #append(shown: string): void {
    this.#out += shown;
    this.#column += shown.length;
  }
}

function isAscii(text: string): boolean {
  return text.charCodeAt(0) < 0x7f;
}

function escaped(character: string): string {
  const known = ESCAPES.get(character);
  if (known !== undefined) return known;
  const point = character.codePointAt(0) ?? 0;
  if ((point >= 0x20 && point < 0x7f) || isPrintable(point)) return character;
  return point <= 0xff
    ? `\\x${point.toString(16).padStart(2, '0')}`
    : `\\u${point.toString(16).padStart(4, '0')}`;
}

/** True for printable characters beyond ASCII: the production `c-printable` of YAML. */
function isPrintable(point: number): boolean {
  return (
    (point > 0xa0 && point < 0xd800) || (point >= 0xe000 && point !== 0xfffe && point !== 0xffff)
  );
}

function newLine(indent: number): string {
  return `\n${' '.repeat(indent)}`;
}
