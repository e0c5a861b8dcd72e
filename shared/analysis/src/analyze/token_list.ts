/** Tokens as `_analyze` shows them: positions and offsets run on over several texts; the index limits how many there may be. */
import { ApiError } from '@skein/errors';
import type { AnalyzedText, Token } from '../analyzer.js';

export interface ShownToken {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
  readonly positionLength?: number;
  readonly bytes?: string;
  readonly termFrequency?: number;
}

export class TokenList {
  readonly tokens: ShownToken[] = [];
  readonly #most: number;
  readonly #detailed: boolean;
  #position = -1;
  #offset = 0;

  constructor(most: number, detailed: boolean) {
    this.#most = most;
    this.#detailed = detailed;
  }

  add(
    analyzed: AnalyzedText,
    gaps: { readonly positionIncrementGap: number; readonly offsetGap: number },
  ): void {
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
    this.#position += analyzed.trailingIncrement + gaps.positionIncrementGap;
    this.#offset += analyzed.finalOffset + gaps.offsetGap;
  }

  #show(token: Token): ShownToken {
    return {
      token: token.term,
      start_offset: this.#offset + token.startOffset,
      end_offset: this.#offset + token.endOffset,
      type: token.type,
      position: this.#position,
      ...(this.#detailed ? { bytes: hexBytes(token.term) } : {}),
      ...(this.#detailed || token.positionLength > 1
        ? { positionLength: token.positionLength }
        : {}),
      ...(this.#detailed ? { termFrequency: 1 } : {}),
    };
  }
}

function hexBytes(term: string): string {
  const bytes = new TextEncoder().encode(term);
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;
}
