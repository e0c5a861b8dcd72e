/**
 * The tokens of one sign-in: one for the nodes and, if needed, one for the issuer's administration.
 * The refresh token is good for one use, and each use gives the next one. So renewals run one after
 * the other, and two requests that need the same token wait for one renewal.
 */
import type { GivenTokens } from './token_endpoint.js';

/** The intended recipient of a token (`aud`). */
export type Audience = 'nodes' | 'issuer';

interface TokenKeeperOptions {
  /** Renews a token, which uses up the refresh token. */
  readonly renew: (refreshToken: string, audience: Audience) => Promise<GivenTokens>;
  readonly nowMs: () => number;
}

/** A token is renewed this long before it expires. */
export const RENEW_BEFORE_MS = 30_000;

export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  readonly #access = new Map<Audience, GivenTokens>();
  #refreshToken: string | undefined;
  /** Resolves when every renewal requested so far is done. */
  #last: Promise<unknown> = Promise.resolve();

  /** `given` is for the nodes. */
  constructor(given: GivenTokens, options: TokenKeeperOptions) {
    this.#options = options;
    this.#take('nodes', given);
  }

  get refreshToken(): string | undefined {
    return this.#refreshToken;
  }

  /**
   * A token that stays valid for a while. Rejects when the issuer refuses to renew it; undefined if
   * there is neither a token nor a way to get one.
   */
  async accessToken(audience: Audience): Promise<string | undefined> {
    const current = this.#access.get(audience);
    if (current !== undefined && this.#isFresh(current)) return current.accessToken;
    const mine = this.#last.then(() => this.#renewed(audience));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Renews the token, unless another renewal did so meanwhile. Without a refresh token the old
   * token is returned, and the nodes reject it when it has expired.
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

  /**
   * Stores the tokens. An issuer that does not rotate refresh tokens sends none, so the old one
   * stays.
   */
  #take(audience: Audience, given: GivenTokens): void {
    this.#access.set(audience, given);
    this.#refreshToken = given.refreshToken ?? this.#refreshToken;
  }
}
