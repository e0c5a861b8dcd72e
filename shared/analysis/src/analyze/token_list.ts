/**
 * Tokens as `_analyze` shows them: positions and offsets run on over several texts. The index
 * limits the number of tokens.
 */
import { ApiError } from '@skein/errors';
import type { AnalyzedText, Token, TokenAttribute } from '../analyzer.js';

interface ShownToken {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
  readonly positionLength?: number;
  readonly bytes?: string;
  readonly keyword?: boolean;
  readonly payload?: string | null;
  readonly termFrequency?: number;
}

interface TokenDetails {
  /** Names of the attributes to show, in lower case; an empty set shows all. */
  readonly shown: ReadonlySet<string>;
  /** The attributes that the chain sets beside those that every token has. */
  readonly made: ReadonlySet<TokenAttribute>;
}

export class TokenList {
  readonly tokens: ShownToken[] = [];
  readonly #most: number;
  readonly #gap: number;
  readonly #details: TokenDetails | undefined;
  #position = -1;
  #offset = 0;

  /** `gap` is the number of positions between two texts. */
  constructor(most: number, gap: number, details?: TokenDetails) {
    this.#most = most;
    this.#gap = gap;
    this.#details = details;
  }

  add(analyzed: AnalyzedText): void {
    for (const token of analyzed.tokens) {
      this.#position += token.positionIncrement;
      this.tokens.push(this.#show(token));
      if (this.tokens.length > this.#most) {
        throw new ApiError(
          'illegal_state_exception',
          `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${this.#most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
        );
      }
    }
    this.#position += analyzed.trailingIncrement + this.#gap;
    this.#offset += analyzed.finalOffset + 1;
  }

  #show(token: Token): ShownToken {
    const plain = {
      token: token.term,
      start_offset: this.#offset + token.startOffset,
      end_offset: this.#offset + token.endOffset,
      type: token.type,
      position: this.#position,
    };
    const { positionLength } = token;
    if (this.#details) return { ...plain, ...detailsOf(token, this.#details) };
    return positionLength > 1 ? { ...plain, positionLength } : plain;
  }
}

function detailsOf(token: Token, { shown, made }: TokenDetails): Partial<ShownToken> {
  const { payload } = token;
  const all: Partial<ShownToken> = {
    bytes: hexBytes(new TextEncoder().encode(token.term)),
    ...(made.has('keyword') ? { keyword: token.keyword } : {}),
    ...(made.has('payload') ? { payload: payload ? hexBytes(payload) : null } : {}),
    positionLength: token.positionLength,
    termFrequency: token.termFrequency ?? 1,
  };
  if (shown.size === 0) return all;
  const asked = Object.entries(all).filter(
    ([name]) =>
      shown.has(name.toLowerCase()) || (name === 'positionLength' && token.positionLength > 1),
  );
  return Object.fromEntries(asked);
}

function hexBytes(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;
}
