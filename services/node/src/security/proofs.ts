/**
 * Proofs of possession at a search node (RFC 9449 §7): over the method, the address and the access
 * token, usable once at this node. The address is that of `security.oauth2.resource`, or the one
 * the request was sent to. If nonces are required (§9), a proof is valid only at this node and only
 * for minutes.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '@skein/base';
import { checkDpopProof } from '@skein/oauth';
import { currentNonce, isFreshNonce } from '@skein/platform';
import type { Credentials } from './contract.js';
import { UsedProofs } from './used_proofs.js';

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
  readonly #used = new UsedProofs();

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
    this.#used.use({ thumbprint, jti }, nowMs);
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
}
