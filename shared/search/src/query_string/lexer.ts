/**
 * The words and signs of Lucene's classic query syntax:
 * https://lucene.apache.org/core/9_12_1/queryparser/org/apache/lucene/queryparser/classic/package-summary.html
 */
import { ApiError } from '@skein/errors';

export type TokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'plus'
  | 'minus'
  | 'open'
  | 'close'
  | 'colon'
  | 'boost'
  | 'tilde'
  | 'word'
  | 'pattern'
  | 'quoted'
  | 'regexp'
  | 'range'
  | 'compare'
  | 'end';

export interface LexToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

const RULES: readonly { readonly kind: TokenKind; readonly pattern: RegExp }[] = [
  { kind: 'and', pattern: /(?:AND(?![^\s()":^~])|&&)/y },
  { kind: 'or', pattern: /(?:OR(?![^\s()":^~])|\|\|)/y },
  { kind: 'not', pattern: /(?:NOT(?![^\s()":^~])|!)/y },
  { kind: 'quoted', pattern: /"(?:[^"\\]|\\[\s\S])*"/y },
  { kind: 'regexp', pattern: /\/(?:[^/\\]|\\[\s\S])*\//y },
  { kind: 'range', pattern: /[[{](?:"(?:[^"\\]|\\[\s\S])*"|[^\]}"])*[\]}]/y },
  { kind: 'compare', pattern: /[<>]=?/y },
  { kind: 'plus', pattern: /\+/y },
  { kind: 'minus', pattern: /-/y },
  { kind: 'open', pattern: /\(/y },
  { kind: 'close', pattern: /\)/y },
  { kind: 'colon', pattern: /:/y },
  { kind: 'boost', pattern: /\^(?:\d+(?:\.\d+)?)?/y },
  { kind: 'tilde', pattern: /~(?:\d+(?:\.\d+)?)?/y },
  {
    kind: 'word',
    pattern:
      /(?:[^\s+\-!():^[\]"{}~*?\\/<>]|\\[\s\S]|[*?])(?:[^\s!():^[\]"{}~*?\\/]|\\[\s\S]|[*?])*/y,
  },
];

export function lex(text: string): readonly LexToken[] {
  const tokens: LexToken[] = [];
  let position = 0;
  for (;;) {
    position += /^\s*/.exec(text.slice(position))?.[0].length ?? 0;
    if (position >= text.length) break;
    const token = tokenAt(text, position);
    tokens.push(token);
    position += token.text.length;
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: text.length });
  return tokens;
}

function tokenAt(text: string, position: number): LexToken {
  for (const { kind, pattern } of RULES) {
    pattern.lastIndex = position;
    const matched = pattern.exec(text)?.[0];
    if (matched === undefined) continue;
    const isPattern = kind === 'word' && /(?:^|[^\\])(?:\\\\)*[*?]/.test(matched);
    return { kind: isPattern ? 'pattern' : kind, text: matched, start: position };
  }
  throw syntaxError(text, `Lexical error at line 1, column ${position + 1}.`);
}

export function syntaxError(query: string, detail: string): ApiError {
  return new ApiError('parse_exception', `Cannot parse '${query}': ${detail}`);
}
