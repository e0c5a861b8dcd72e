/**
 * The issuer's token endpoint for a public client: it identifies itself by its id, and by proofs of
 * its key if the issuer supports them.
 */
import { answeredJson } from '../json/trusted_json.js';
import { type ProofKey, proofOf } from './proof_key.js';

export interface GivenTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scope: string;
  /** The end of the access token's lifetime, by this browser's clock. */
  readonly endsMs: number;
}

interface TokenEndpointOptions {
  readonly url: string;
  readonly clientId: string;
  /** Undefined for plain bearer tokens. */
  readonly key: ProofKey | undefined;
  readonly nowMs: () => number;
}

export class TokenFailure extends Error {}

interface TokenAnswer {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  readonly expires_in?: number;
  readonly error?: string;
  readonly error_description?: string;
}

interface TokenTarget {
  readonly resource: string;
  readonly scope: string;
}

const DEFAULT_LIFETIME_SECONDS = 300;

export class TokenEndpoint {
  readonly #options: TokenEndpointOptions;
  #nonce: string | undefined;

  constructor(options: TokenEndpointOptions) {
    this.#options = options;
  }

  redeem(code: string, verifier: string, redirectUri: string): Promise<GivenTokens> {
    return this.#ask({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
  }

  /**
   * Renews the tokens. With `target`, the token is for another audience than the nodes (RFC 8707),
   * with a smaller scope.
   */
  refresh(refreshToken: string, target: TokenTarget | undefined = undefined): Promise<GivenTokens> {
    return this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken, ...target });
  }

  async revoke(url: string, token: string): Promise<void> {
    const body = new URLSearchParams({ client_id: this.#options.clientId, token });
    await fetch(url, { method: 'POST', body });
  }

  async #ask(form: Readonly<Record<string, string>>): Promise<GivenTokens> {
    const askedMs = this.#options.nowMs();
    const first = await this.#send(form);
    const answer = first.error === 'use_dpop_nonce' ? await this.#send(form) : first;
    if (answer.access_token === undefined) {
      throw new TokenFailure(answer.error_description ?? answer.error ?? 'no token');
    }
    const lifetimeSeconds = answer.expires_in ?? DEFAULT_LIFETIME_SECONDS;
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      scope: answer.scope ?? '',
      endsMs: askedMs + lifetimeSeconds * 1000,
    };
  }

  async #send(form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    const { url, clientId, key, nowMs } = this.#options;
    const proof = { method: 'POST', url, nonce: this.#nonce };
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
      headers: key === undefined ? {} : { dpop: await proofOf(key, proof, nowMs()) },
    });
    this.#nonce = response.headers.get('dpop-nonce') ?? this.#nonce;
    return answeredJson(response);
  }
}
