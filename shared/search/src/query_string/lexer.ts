/**
 * Tokens of Lucene's classic query syntax:
 * https://lucene.apache.org/core/9_12_1/queryparser/org/apache/lucene/queryparser/classic/package-summary.html
 */
import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';
import { takeMemory } from '@skein/search_library';

/** The approximate memory of a token and its node, measured. */
const TOKEN_BYTES = 160;
/** Tokens between two checks for cancellation. */
const CHECK_INTERVAL = 1024;

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
  /** An operator before white space, which is a word like any other. */
  | 'bare'
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

const SPACE = /\s*/y;
const RULES: readonly { readonly kind: TokenKind; readonly pattern: RegExp }[] = [
  { kind: 'bare', pattern: /[+\-!](?=\s)/y },
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
  { kind: 'tilde', pattern: /~(?:[^\s!():^[\]"{}~*?\\/]|\\[\s\S])*/y },
  {
    kind: 'word',
    pattern:
      /(?:[^\s+\-!():^[\]"{}~*?\\/<>]|\\[\s\S]|[*?])(?:[^\s!():^[\]"{}~*?\\/]|\\[\s\S]|[*?])*/y,
  },
];

/**
 * The tokens of a text, read on demand: if the beginning of a text is refused, its rest is not
 * read.
 */
export class Lexer {
  readonly #text: string;
  readonly #tokens: LexToken[] = [];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the token at an index; after the last one, the end token. */
  at(index: number): LexToken {
    for (;;) {
      const known = this.#tokens[index];
      if (known !== undefined) return known;
      const token = this.#read();
      if (token.kind === 'end') return token;
      takeMemory(TOKEN_BYTES, '<query_string>');
      if (this.#tokens.length % CHECK_INTERVAL === 0) checkWanted();
      this.#tokens.push(token);
    }
  }

  #read(): LexToken {
    const text = this.#text;
    SPACE.lastIndex = this.#position;
    this.#position += SPACE.exec(text)?.[0].length ?? 0;
    if (this.#position >= text.length) return { kind: 'end', text: '<EOF>', start: text.length };
    const token = tokenAt(text, this.#position);
    this.#position += token.text.length;
    return token;
  }
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

export function syntaxError(query: string, detail: string, cause?: ApiError): ApiError {
  return new ApiError('parse_exception', `Cannot parse '${query}': ${detail}`, { cause });
}
