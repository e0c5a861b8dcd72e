/**
 * The tokens of one sign-in: one for the nodes, one for the administration of the issuer where it
 * is asked for. The refresh token is good for one use, and each use gives the next one. So renewals
 * come one after the other, and two requests that need the same token wait for the one renewal.
 */
import type { GivenTokens } from './token_endpoint.js';

/** Who is meant to read a token (`aud`). */
export type Audience = 'nodes' | 'issuer';

interface TokenKeeperOptions {
  /** Uses the refresh token up. */
  readonly renew: (refreshToken: string, audience: Audience) => Promise<GivenTokens>;
  readonly nowMs: () => number;
}

/** So long before its end a token is renewed. */
export const RENEW_BEFORE_MS = 30_000;

export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  readonly #access = new Map<Audience, GivenTokens>();
  #refreshToken: string | undefined;
  /** Ends when every renewal that was asked for so far is done. */
  #last: Promise<unknown> = Promise.resolve();

  /** `given`: for the nodes. */
  constructor(given: GivenTokens, options: TokenKeeperOptions) {
    this.#options = options;
    this.#take('nodes', given);
  }

  get refreshToken(): string | undefined {
    return this.#refreshToken;
  }

  /**
   * One that is good for a while. Rejects when the issuer gives no more; `undefined`: there is
   * none, and no way to get one.
   */
  async accessToken(audience: Audience): Promise<string | undefined> {
    const current = this.#access.get(audience);
    if (current !== undefined && this.#isFresh(current)) return current.accessToken;
    const mine = this.#last.then(() => this.#renewed(audience));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Another renewal may have brought it meanwhile. Without a refresh token the nodes say when a
   * token has ended.
   */
  async #renewed(audience: Audience): Promise<string | undefined> {
    const current = this.#access.get(audience);
    const isFresh = current !== undefined && this.#isFresh(current);
    if (isFresh || this.#refreshToken === undefined) return current?.accessToken;
    const given = await this.#options.renew(this.#refreshToken, audience);
    this.#take(audience, given);
    return given.accessToken;
  }

  #isFresh({ endsMs }: GivenTokens): boolean {
    return endsMs - RENEW_BEFORE_MS > this.#options.nowMs();
  }

  /** An issuer whose refresh tokens stay the same sends none. */
  #take(audience: Audience, given: GivenTokens): void {
    this.#access.set(audience, given);
    this.#refreshToken = given.refreshToken ?? this.#refreshToken;
  }
}
