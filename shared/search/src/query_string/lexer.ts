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
  | 'end';

export interface LexToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

/** Lucene's white space; other spaces of Unicode are part of words. */
const SPACE = /[ \t\n\r\u3000]/.source;
/** A character that is quoted by a backslash. */
const QUOTED = /\\[\s\S]/.source;
/** A character inside a word, with wildcards and without quoted characters. */
const INSIDE = /[^ \t\n\r\u3000!():^[\]"{}~\\/]/.source;
/** A character at the beginning of a word. */
const FIRST = /[^ \t\n\r\u3000+\-!():^[\]"{}~\\/]/.source;
/** Behind an operator that is a word: no character continues the word. */
const ENDS = `(?!${INSIDE}|${QUOTED})`;

/**
 * Any text of characters that `one` matches, and of quoted ones. Such a pattern needs no stack,
 * unlike a repeated choice, so the text may be long.
 */
const textOf = (one: string): string => `${one}*(?:${QUOTED}${one}*)*`;
const atPosition = (pattern: string): RegExp => new RegExp(pattern, 'y');

const SPACES = atPosition(`${SPACE}*`);
const STRING = `"${textOf(String.raw`[^"\\]`)}"`;
const RULES: readonly { readonly kind: TokenKind; readonly pattern: RegExp }[] = [
  { kind: 'bare', pattern: atPosition(`[+\\-!](?=${SPACE})`) },
  { kind: 'and', pattern: atPosition(`(?:AND|&&)${ENDS}`) },
  { kind: 'or', pattern: atPosition(`(?:OR|\\|\\|)${ENDS}`) },
  { kind: 'not', pattern: atPosition(`(?:NOT${ENDS}|!)`) },
  { kind: 'quoted', pattern: atPosition(STRING) },
  { kind: 'regexp', pattern: atPosition(`/${textOf(String.raw`[^/\\]`)}/`) },
  { kind: 'range', pattern: atPosition(`[[{][^\\]}"]*(?:${STRING}[^\\]}"]*)*[\\]}]`) },
  { kind: 'plus', pattern: /\+/y },
  { kind: 'minus', pattern: /-/y },
  { kind: 'open', pattern: /\(/y },
  { kind: 'close', pattern: /\)/y },
  { kind: 'colon', pattern: /:/y },
  { kind: 'boost', pattern: /\^(?:\d+(?:\.\d+)?)?/y },
  {
    kind: 'tilde',
    pattern: atPosition(`~${textOf(String.raw`[^ \t\n\r\u3000!():^[\]"{}~*?\\/]`)}`),
  },
  { kind: 'word', pattern: atPosition(`(?:${FIRST}|${QUOTED})${textOf(INSIDE)}`) },
];

const BOUND = `${STRING}|${/[^ \t\n\r\u3000]/.source}+`;
/** Matches the inside of a range, with both bounds as groups. */
export const RANGE = new RegExp(`^${SPACE}*(${BOUND})${SPACE}+TO${SPACE}+(${BOUND})${SPACE}*$`);

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
    SPACES.lastIndex = this.#position;
    this.#position += SPACES.exec(text)?.[0].length ?? 0;
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
