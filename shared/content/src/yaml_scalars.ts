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

/** A text between quotes, broken if it is long. */
export function yamlText(text: string, column: number, indent: number): string {
  let out = '"';
  let at = column + 1;
  /** Start of the unwritten part. A line may be broken before a space, and next to an escape. */
  let start = 0;
  const flush = (end: number): void => {
    out += text.slice(start, end);
    at += end - start;
    start = end;
  };
  for (let i = 0; i <= text.length; i++) {
    const character = characterAt(text, i);
    const shown = character === undefined ? undefined : escaped(character);
    if (shown !== undefined && (shown !== character || !isAscii(shown))) {
      flush(i);
      out += shown;
      at += shown.length;
      i += (character?.length ?? 1) - 1;
      start = i + 1;
    }
    const mayBreak = i > 0 && i < text.length - 1 && (character === ' ' || start >= i);
    if (!mayBreak || at + i - start <= BEST_WIDTH) continue;
    flush(Math.max(i, start));
    out += `\\${newLine(indent)}`;
    at = indent;
    if (text.charAt(start) !== ' ') continue;
    out += '\\';
    at++;
  }
  flush(text.length);
  return `${out}"`;
}

function characterAt(text: string, i: number): string | undefined {
  const point = text.codePointAt(i);
  return point === undefined ? undefined : String.fromCodePoint(point);
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
