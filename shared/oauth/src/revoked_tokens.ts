/** Revoked tokens of one issuer that have not expired: single ones, and whole families. */
import type { VerifiedToken } from './token_verifier.js';

/** Limit for each kind. The oldest, whose tokens have long expired, are dropped first. */
const MOST_KNOWN = 200_000;

export class RevokedTokens {
  readonly #tokens = new Set<string>();
  readonly #families = new Set<string>();

  /** Returns true if any of them is new. */
  add({ tokens, families }: RevokedIds): boolean {
    const isNew = [addTo(this.#tokens, tokens), addTo(this.#families, families)];
    return isNew.includes(true);
  }

  has({ tokenId, familyId }: Pick<VerifiedToken, 'tokenId' | 'familyId'>): boolean {
    if (this.#tokens.has(tokenId)) return true;
    return familyId !== undefined && this.#families.has(familyId);
  }
}

/** `jti` and `gid` claims of tokens. */
export interface RevokedIds {
  readonly tokens: readonly string[];
  readonly families: readonly string[];
}

function addTo(known: Set<string>, ids: readonly string[]): boolean {
  const before = known.size;
  for (const id of ids) known.add(id);
  const isNew = known.size > before;
  for (const oldest of known) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return isNew;
}
