/**
 * Tokens of one issuer that are worth nothing any more although they have not expired: single ones,
 * and all of a family.
 */
import type { VerifiedToken } from './token_verifier.js';

/** Remembered of each kind; the oldest go first, whose tokens have long expired. */
const MOST_KNOWN = 200_000;

export class RevokedTokens {
  readonly #tokens = new Set<string>();
  readonly #families = new Set<string>();

  /** Whether any of them is new. */
  add({ tokens, families }: RevokedIds): boolean {
    const isNew = [addTo(this.#tokens, tokens), addTo(this.#families, families)];
    return isNew.includes(true);
  }

  has({ tokenId, familyId }: Pick<VerifiedToken, 'tokenId' | 'familyId'>): boolean {
    if (this.#tokens.has(tokenId)) return true;
    return familyId !== undefined && this.#families.has(familyId);
  }
}

/** `jti` and `gid` of tokens. */
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
