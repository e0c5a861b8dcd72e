/**
 * Proofs of possession at a search node (RFC 9449 §7): over the method, the address and the access
 * token, usable once at this node. The address is that of `security.oauth2.resource`, or the one
 * the request was sent to. If nonces are required (§9), a proof is valid only at this node and only
 * for minutes.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '@skein/base';
import { checkDpopProof, DPOP_WINDOW_SECONDS, TokenFailure } from '@skein/oauth';
import { currentNonce, isFreshNonce } from '@skein/platform';
import type { Credentials } from './contract.js';

/**
 * Limit of the remembered proofs of all callers: if they make more in two minutes, further ones are
 * refused until the oldest expire.
 */
const MOST_PROOFS = 100_000;
/** Twice the window, because a proof from the future is valid for that long. */
const MEMORY_MS = 2 * DPOP_WINDOW_SECONDS * 1000;

interface ProofsOptions {
  readonly clock: Clock;
  readonly resource: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly nonces: NonceOptions;
}

interface NonceOptions {
  /**
   * True if every proof needs a nonce of this node; otherwise a proof may omit it, but a nonce must
   * be valid.
   */
  readonly required: boolean;
  /** Unique to this node. */
  readonly secret: Uint8Array;
}

/** The proof lacks a valid nonce; the client must retry with this one. */
export class NonceNeeded extends Error {
  readonly nonce: string;

  constructor(nonce: string) {
    super('the DPoP proof needs the nonce of this node');
    this.nonce = nonce;
  }
}

export class Proofs {
  readonly #clock: Clock;
  readonly #nonces: NonceOptions;
  readonly #resource: string | undefined;
  readonly #scheme: 'http' | 'https';
  /** Expiry of each used proof, oldest first. */
  readonly #used = new Map<string, number>();

  constructor(options: ProofsOptions) {
    this.#nonces = options.nonces;
    this.#clock = options.clock;
    this.#resource = options.resource;
    this.#scheme = options.scheme;
  }

  /** Resolves with the thumbprint of the key. Rejects with a TokenFailure, or with NonceNeeded. */
  async check(head: Credentials, token: string): Promise<string> {
    const { method, headers } = head;
    const nowMs = this.#clock.nowMs();
    const { thumbprint, jti, nonce } = await checkDpopProof(headers.dpop ?? '', {
      method,
      addresses: [this.#addressOf(head)],
      nowMs,
      accessTokenHash: createHash('sha256').update(token).digest('base64url'),
    });
    this.#checkNonce(nonce, nowMs);
    this.#useOnce(`${thumbprint} ${jti}`, nowMs);
    return thumbprint;
  }

  #checkNonce(nonce: string | undefined, nowMs: number): void {
    const { required, secret } = this.#nonces;
    if (nonce === undefined && !required) return;
    if (nonce !== undefined && isFreshNonce(secret, nonce, nowMs)) return;
    throw new NonceNeeded(currentNonce(secret, nowMs));
  }

  #addressOf({ target, headers }: Credentials): string {
    const origin = this.#resource ?? `${this.#scheme}://${headers.host ?? ''}`;
    return origin + target.replace(/[?#].*$/s, '');
  }

  #useOnce(proof: string, nowMs: number): void {
    for (const [old, untilMs] of this.#used) {
      if (untilMs > nowMs) break;
      this.#used.delete(old);
    }
    if (this.#used.has(proof)) throw new TokenFailure('the DPoP proof has been used');
    if (this.#used.size >= MOST_PROOFS) throw new TokenFailure('too many DPoP proofs at once');
    this.#used.set(proof, nowMs + MEMORY_MS);
  }
}
