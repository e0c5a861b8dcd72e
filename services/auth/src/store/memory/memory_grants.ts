/** Grants, codes and tokens in maps. */
import {
  type AuthorizationCode,
  CODE_MEMORY_MS,
  type Grant,
  type RefreshToken,
} from '../../models/grant.js';
import type { ClaimResult, GrantFilter, GrantStore } from '../store.js';
import { taken } from '../taken.js';

export class MemoryGrants implements GrantStore {
  readonly #grants = new Map<string, Grant>();
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  readonly #revokedTokens = new Map<string, number>();
  readonly #usedOnce = new Map<string, number>();

  async add(grant: Grant): Promise<void> {
    if (this.#grants.has(grant.id)) throw taken('grant', grant.id);
    this.#grants.set(grant.id, grant);
  }

  async get(id: string): Promise<Grant | undefined> {
    return this.#grants.get(id);
  }

  async live(filter: GrantFilter, nowMs: number): Promise<readonly Grant[]> {
    return this.#unrevoked(filter).filter((grant) => grant.expiresMs > nowMs);
  }

  async revoke(filter: GrantFilter, nowMs: number): Promise<number> {
    const fitting = this.#unrevoked(filter);
    for (const grant of fitting) this.#grants.set(grant.id, { ...grant, revokedMs: nowMs });
    return fitting.length;
  }

  async addCode(code: AuthorizationCode): Promise<void> {
    if (this.#codes.has(code.hash)) throw taken('code', code.hash);
    this.#codes.set(code.hash, code);
  }

  async code(hash: string): Promise<AuthorizationCode | undefined> {
    return this.#codes.get(hash);
  }

  async redeemCode(hash: string, nowMs: number, refresh?: RefreshToken): Promise<ClaimResult> {
    const result = this.#claim(this.#codes, hash, nowMs);
    if (result === 'won' && refresh) this.#refreshTokens.set(refresh.hash, refresh);
    return result;
  }

  async refreshToken(hash: string): Promise<RefreshToken | undefined> {
    return this.#refreshTokens.get(hash);
  }

  async addRefreshToken(token: RefreshToken): Promise<boolean> {
    if (!this.isLive(token.grantId)) return false;
    this.#refreshTokens.set(token.hash, token);
    return true;
  }

  async rotate(hash: string, nowMs: number, successor: RefreshToken): Promise<ClaimResult> {
    const result = this.#claim(this.#refreshTokens, hash, nowMs);
    if (result === 'won') this.#refreshTokens.set(successor.hash, successor);
    return result;
  }

  async extend(hash: string, nowMs: number, expiresMs: number): Promise<ClaimResult> {
    const token = this.#refreshTokens.get(hash);
    const state = this.#state(token, nowMs);
    if (token && state === 'won') this.#refreshTokens.set(hash, { ...token, expiresMs });
    return state;
  }

  async revokeToken(jti: string, expiresMs: number): Promise<void> {
    this.#revokedTokens.set(jti, expiresMs);
  }

  async isTokenRevoked(jti: string): Promise<boolean> {
    return this.#revokedTokens.has(jti);
  }

  async useOnce(id: string, expiresMs: number): Promise<boolean> {
    if (this.#usedOnce.has(id)) return false;
    this.#usedOnce.set(id, expiresMs);
    return true;
  }

  /** Whether something may still be issued for it. */
  isLive(grantId: string): boolean {
    const grant = this.#grants.get(grantId);
    return grant !== undefined && grant.revokedMs === undefined;
  }

  purge(nowMs: number): number {
    const codes = purgeMap(this.#codes, nowMs, (code) => code.expiresMs + CODE_MEMORY_MS);
    const tokens = purgeMap(this.#refreshTokens, nowMs, ({ expiresMs }) => expiresMs);
    const grants = purgeMap(this.#grants, nowMs, ({ expiresMs }) => expiresMs);
    const plain = [this.#revokedTokens, this.#usedOnce].map((map) =>
      purgeMap(map, nowMs, (x) => x),
    );
    return plain.reduce((sum, count) => sum + count, codes + tokens + grants);
  }

  #unrevoked({ id, clientId, userId }: GrantFilter): Grant[] {
    return [...this.#grants.values()].filter(
      (grant) =>
        grant.revokedMs === undefined &&
        (id ?? grant.id) === grant.id &&
        (clientId ?? grant.clientId) === grant.clientId &&
        (userId ?? grant.userId) === grant.userId,
    );
  }

  #claim<T extends AuthorizationCode | RefreshToken>(
    map: Map<string, T>,
    hash: string,
    nowMs: number,
  ): ClaimResult {
    const found = map.get(hash);
    const state = this.#state(found, nowMs);
    if (found && state === 'won') map.set(hash, { ...found, usedMs: nowMs });
    return state;
  }

  #state(found: AuthorizationCode | RefreshToken | undefined, nowMs: number): ClaimResult {
    if (!found) return 'dead';
    if (found.usedMs !== undefined) return 'used';
    return found.expiresMs > nowMs && this.isLive(found.grantId) ? 'won' : 'dead';
  }
}

export function purgeMap<T>(
  map: Map<string, T>,
  nowMs: number,
  expiresMs: (value: T) => number,
): number {
  const old = [...map].filter(([, value]) => expiresMs(value) <= nowMs);
  for (const [key] of old) map.delete(key);
  return old.length;
}
