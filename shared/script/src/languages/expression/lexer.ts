/** The tokens of an expression: the subset of JavaScript that Lucene's expressions support. */
import { ExpressionFault } from './expression_fault.js';

export interface Token {
  readonly kind: 'number' | 'name' | 'string' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const NUMBER = /(?:0[xX][0-9a-fA-F]+|0[0-7]+(?![.0-9eE])|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)/y;
const NAME = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const OPERATORS = [
  '>>>',
  ...['<<', '>>', '<=', '>=', '==', '!=', '&&', '||'],
  ...['+', '-', '*', '/', '%', '<', '>', '!', '~', '&', '|', '^'],
  ...['?', ':', '(', ')', '[', ']', ',', '.'],
];

export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  for (;;) {
    at += take(SPACE)?.length ?? 0;
    if (at >= source.length) break;
    const token = nextToken(source, at, take, tokens.at(-1));
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

/** A string is only valid in brackets. */
function nextToken(
  source: string,
  at: number,
  take: (pattern: RegExp) => string | undefined,
  before: Token | undefined,
): Token {
  const number = take(NUMBER);
  if (number !== undefined) return { kind: 'number', text: number, at };
  const name = take(NAME);
  if (name !== undefined) return { kind: 'name', text: name, at };
  const string = before?.text === '[' ? take(STRING) : undefined;
  if (string !== undefined) return { kind: 'string', text: string, at };
  const operator = OPERATORS.find((one) => source.startsWith(one, at));
  if (operator !== undefined) return { kind: 'operator', text: operator, at };
  const words = `unexpected character '${source[at]}' on line (1) position (${at})`;
  throw new ExpressionFault(at, words, 'lexer_no_viable_alt_exception');
}
