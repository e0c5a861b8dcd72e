/** The DPoP proofs that were used lately, each of which may be used once (RFC 9449 §11.1). */
import { createHash } from 'node:crypto';
import { DPOP_WINDOW_SECONDS, TokenFailure } from '@skein/oauth';

/**
 * Limit of the remembered proofs of all callers: if they make more in two minutes, further ones are
 * refused until the oldest expire. A proof takes about 100 bytes.
 */
const MOST_PROOFS = 500_000;
/** Twice the window, because a proof from the future is valid for that long. */
const MEMORY_MS = 2 * DPOP_WINDOW_SECONDS * 1000;
/** The bytes of a digest that are kept: no two proofs have the same ones by chance. */
const KEY_BYTES = 16;

export class UsedProofs {
  /** Expiry of each used proof, by a digest, oldest first. */
  readonly #untilMs = new Map<string, number>();
  readonly #most: number;

  constructor(most = MOST_PROOFS) {
    this.#most = most;
  }

  /** Throws a TokenFailure if the proof of this key was used, or if there are too many proofs. */
  use({ thumbprint, jti }: { readonly thumbprint: string; readonly jti: string }, nowMs: number) {
    for (const [old, untilMs] of this.#untilMs) {
      if (untilMs > nowMs) break;
      this.#untilMs.delete(old);
    }
    const digest = createHash('sha256').update(`${thumbprint} ${jti}`).digest();
    const key = digest.toString('latin1', 0, KEY_BYTES);
    if (this.#untilMs.has(key)) throw new TokenFailure('the DPoP proof has been used');
    if (this.#untilMs.size >= this.#most) throw new TokenFailure('too many DPoP proofs at once');
    this.#untilMs.set(key, nowMs + MEMORY_MS);
  }
}
