/**
 * Converts characters to tokens. Two rules need context: after a dot any word or number is a
 * member's name, and a slash starts a regular expression unless a value precedes it.
 */
import { CompileFault } from './compile_fault.js';

export type TokenKind =
  | 'id'
  | 'keyword'
  | 'primitive'
  | 'dot_id'
  | 'number'
  | 'string'
  | 'regex'
  | 'op'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The word or operator; for a string its value, for a regex its source between the slashes. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** The flags of a regex. */
  readonly flags?: string;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'if else while do for in continue break return new try catch throw this instanceof true false null def'.split(
    ' ',
  ),
);
const PRIMITIVES: ReadonlySet<string> = new Set(
  'boolean byte short char int long float double'.split(' '),
);

/** Assignments that apply an operator of one character first. */
export const OPERATING_ASSIGNMENTS = ['+=', '-=', '*=', '/=', '%=', '&=', '^=', '|='] as const;

const OPERATORS = [
  '>>>=',
  '===',
  '!==',
  '<<=',
  '>>=',
  '>>>',
  '==~',
  '=~',
  '?.',
  '?:',
  '->',
  '::',
  '++',
  '--',
  ...OPERATING_ASSIGNMENTS,
  '==',
  '!=',
  '<=',
  '>=',
  '<<',
  '>>',
  '&&',
  '||',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '.',
  ',',
  ';',
  '!',
  '~',
  '*',
  '/',
  '%',
  '+',
  '-',
  '<',
  '>',
  '&',
  '^',
  '|',
  '?',
  ':',
  '=',
  '$',
];

const WORD = /[_a-zA-Z][_a-zA-Z0-9]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]+[lL]?|0[0-7]+[lL]?|(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?[fFdD]?|[eE][+-]?[0-9]+[fFdD]?|[lLfFdD])?/y;
const MEMBER_NUMBER = /0|[1-9][0-9]*/y;
const SPACE = /(?:[ \t\n\r]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/y;
const REGEX = /\/((?:\\[^\n]|[^\n/\\])+)\/([cilmsUux]*)/y;

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(source, 0);
  while (at < source.length) {
    const token = nextToken(source, at, tokens[tokens.length - 1]);
    tokens.push(token);
    at = skipSpace(source, token.end);
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: source.length, end: source.length });
  return tokens;
}

function skipSpace(source: string, at: number): number {
  return at + (match(SPACE, source, at)?.[0].length ?? 0);
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function nextToken(source: string, at: number, last: Token | undefined): Token {
  const afterDot = last?.kind === 'op' && (last.text === '.' || last.text === '?.');
  if (afterDot && last.end < at) {
    throw unexpected(last.end, `unexpected character [${source[last.end]}].`);
  }
  const word = match(WORD, source, at)?.[0];
  if (word !== undefined)
    return { kind: wordKind(word, afterDot), text: word, at, end: at + word.length };
  const number = match(afterDot ? MEMBER_NUMBER : NUMBER, source, at)?.[0];
  if (number !== undefined) {
    return { kind: afterDot ? 'dot_id' : 'number', text: number, at, end: at + number.length };
  }
  const first = source[at];
  if (afterDot) throw unexpected(at, `unexpected character [${first}].`);
  if (first === '"' || first === "'") return stringToken(source, at, first);
  if (first === '/' && regexMayStart(last)) {
    const regex = match(REGEX, source, at);
    if (regex !== null) {
      const [all, text = '', flags = ''] = regex;
      return { kind: 'regex', text, flags, at, end: at + all.length };
    }
    throw unexpected(at, `unexpected character [${source.slice(at)}].`);
  }
  const operator = OPERATORS.find((one) => source.startsWith(one, at));
  if (operator !== undefined) return { kind: 'op', text: operator, at, end: at + operator.length };
  throw unexpected(at, `unexpected character [${first}].`);
}

function wordKind(word: string, afterDot: boolean): TokenKind {
  if (afterDot) return 'dot_id';
  if (PRIMITIVES.has(word)) return 'primitive';
  return KEYWORDS.has(word) ? 'keyword' : 'id';
}

/** After a value, a slash is a division. */
function regexMayStart(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === 'op') return last.text !== ')' && last.text !== ']';
  return last.kind === 'keyword' || last.kind === 'string' || last.kind === 'primitive';
}

/** Only the quote and the backslash can be escaped; a string may contain line ends. */
function stringToken(source: string, at: number, quote: string): Token {
  let text = '';
  for (let i = at + 1; i < source.length; i++) {
    const c = source[i];
    if (c === quote) return { kind: 'string', text, at, end: i + 1 };
    if (c !== '\\') {
      text += c;
      continue;
    }
    const escaped = source[++i];
    if (escaped !== '\\' && escaped !== quote) {
      const rule = `The only valid escape sequences in strings starting with [${quote}] are [\\\\] and [\\${quote}].`;
      throw unexpected(at, `unexpected character [${source.slice(at, i + 1)}]. ${rule}`);
    }
    text += escaped;
  }
  throw unexpected(at, `unexpected character [${source.slice(at)}].`);
}

function unexpected(at: number, message: string): CompileFault {
  return new CompileFault(
    at,
    message,
    'java.lang.IllegalArgumentException',
    'lexer_no_viable_alt_exception',
  );
}
