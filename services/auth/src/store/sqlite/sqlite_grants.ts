/** Grants, codes and tokens in SQLite. A claim is one UPDATE whose condition is the whole rule; the row count says who won. */
import {
  type AuthorizationCode,
  CODE_MEMORY_MS,
  type Grant,
  type RefreshToken,
} from '../../models/grant.js';
import type { ClaimResult, GrantFilter, GrantStore } from '../store.js';
import { taken } from '../taken.js';
import { list, optionalNumber, optionalText } from './row_values.js';
import type { Row, SqliteDatabase } from './sqlite_database.js';

/** A row of `codes` or `refresh_tokens` that may be claimed at `?` (time). */
const CLAIMABLE = `used_ms IS NULL AND expires_ms > ?
  AND EXISTS (SELECT 1 FROM grants WHERE id = grant_id AND revoked_ms IS NULL)`;

const UNREVOKED = `revoked_ms IS NULL
  AND id = coalesce(?, id) AND client_id = coalesce(?, client_id) AND user_id = coalesce(?, user_id)`;

function filterValues({ id, clientId, userId }: GrantFilter): (string | null)[] {
  return [id ?? null, clientId ?? null, userId ?? null];
}

type ClaimTable = 'codes' | 'refresh_tokens';

export class SqliteGrants implements GrantStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async add(grant: Grant): Promise<void> {
    this.#database.insert('grants', grantRow(grant), () => taken('grant', grant.id));
  }

  async get(id: string): Promise<Grant | undefined> {
    const row = this.#database.get('SELECT * FROM grants WHERE id = ?', id);
    return row && grantOf(row);
  }

  async live(filter: GrantFilter, nowMs: number): Promise<readonly Grant[]> {
    const sql = `SELECT * FROM grants WHERE ${UNREVOKED} AND expires_ms > ?`;
    return this.#database.all(sql, ...filterValues(filter), nowMs).map(grantOf);
  }

  async revoke(filter: GrantFilter, nowMs: number): Promise<number> {
    const sql = `UPDATE grants SET revoked_ms = ? WHERE ${UNREVOKED}`;
    return this.#database.run(sql, nowMs, ...filterValues(filter));
  }

  async addCode(code: AuthorizationCode): Promise<void> {
    this.#database.insert('codes', codeRow(code), () => taken('code', code.hash));
  }

  async code(hash: string): Promise<AuthorizationCode | undefined> {
    const row = this.#database.get('SELECT * FROM codes WHERE hash = ?', hash);
    return row && codeOf(row);
  }

  async redeemCode(hash: string, nowMs: number, refresh?: RefreshToken): Promise<ClaimResult> {
    return this.#claim('codes', { hash, nowMs, refresh });
  }

  async refreshToken(hash: string): Promise<RefreshToken | undefined> {
    const row = this.#database.get('SELECT * FROM refresh_tokens WHERE hash = ?', hash);
    return row && refreshTokenOf(row);
  }

  async addRefreshToken(token: RefreshToken): Promise<boolean> {
    return this.#database.transaction(() => {
      if (!this.isLive(token.grantId)) return false;
      this.insertRefreshToken(token);
      return true;
    });
  }

  async rotate(hash: string, nowMs: number, successor: RefreshToken): Promise<ClaimResult> {
    return this.#claim('refresh_tokens', { hash, nowMs, refresh: successor });
  }

  async extend(hash: string, nowMs: number, expiresMs: number): Promise<ClaimResult> {
    const sql = `UPDATE refresh_tokens SET expires_ms = ? WHERE hash = ? AND ${CLAIMABLE}`;
    const won = this.#database.run(sql, expiresMs, hash, nowMs) === 1;
    return won ? 'won' : this.#lost('refresh_tokens', hash);
  }

  async revokeToken(jti: string, expiresMs: number): Promise<void> {
    this.#database.run('INSERT OR REPLACE INTO revoked_tokens VALUES (?, ?)', jti, expiresMs);
  }

  async isTokenRevoked(jti: string): Promise<boolean> {
    return this.#database.get('SELECT 1 FROM revoked_tokens WHERE jti = ?', jti) !== undefined;
  }

  async useOnce(id: string, expiresMs: number): Promise<boolean> {
    return this.#database.run('INSERT OR IGNORE INTO used_once VALUES (?, ?)', id, expiresMs) === 1;
  }

  /** Whether something may still be issued for it; to be asked inside the transaction that does. */
  isLive(grantId: string): boolean {
    const sql = 'SELECT 1 FROM grants WHERE id = ? AND revoked_ms IS NULL';
    return this.#database.get(sql, grantId) !== undefined;
  }

  insertRefreshToken(token: RefreshToken): void {
    const conflict = () => taken('refresh token', token.hash);
    this.#database.insert('refresh_tokens', refreshTokenRow(token), conflict);
  }

  purge(nowMs: number): number {
    const old = nowMs - CODE_MEMORY_MS;
    const codes = this.#database.run('DELETE FROM codes WHERE expires_ms <= ?', old);
    const tables = ['refresh_tokens', 'grants', 'revoked_tokens', 'used_once'];
    return tables
      .map((table) => this.#database.run(`DELETE FROM ${table} WHERE expires_ms <= ?`, nowMs))
      .reduce((sum, count) => sum + count, codes);
  }

  #claim(
    table: ClaimTable,
    { hash, nowMs, refresh }: { hash: string; nowMs: number; refresh: RefreshToken | undefined },
  ): ClaimResult {
    return this.#database.transaction(() => {
      const sql = `UPDATE ${table} SET used_ms = ? WHERE hash = ? AND ${CLAIMABLE}`;
      if (this.#database.run(sql, nowMs, hash, nowMs) !== 1) return this.#lost(table, hash);
      if (refresh) this.insertRefreshToken(refresh);
      return 'won';
    });
  }

  #lost(table: ClaimTable, hash: string): ClaimResult {
    const row = this.#database.get(`SELECT used_ms FROM ${table} WHERE hash = ?`, hash);
    return typeof row?.used_ms === 'number' ? 'used' : 'dead';
  }
}

function grantRow(grant: Grant) {
  return {
    id: grant.id,
    client_id: grant.clientId,
    user_id: grant.userId,
    scopes: JSON.stringify(grant.scopes),
    auth_ms: grant.authMs,
    created_ms: grant.createdMs,
    expires_ms: grant.expiresMs,
    revoked_ms: grant.revokedMs ?? null,
  };
}

function grantOf(row: Row): Grant {
  return {
    id: String(row.id),
    clientId: String(row.client_id),
    userId: String(row.user_id),
    scopes: list(row.scopes),
    authMs: Number(row.auth_ms),
    createdMs: Number(row.created_ms),
    expiresMs: Number(row.expires_ms),
    revokedMs: optionalNumber(row.revoked_ms),
  };
}

function codeRow(code: AuthorizationCode) {
  return {
    hash: code.hash,
    grant_id: code.grantId,
    client_id: code.clientId,
    redirect_uri: code.redirectUri ?? null,
    code_challenge: code.codeChallenge ?? null,
    challenge_method: code.challengeMethod ?? null,
    dpop_thumbprint: code.dpopThumbprint ?? null,
    expires_ms: code.expiresMs,
    used_ms: code.usedMs ?? null,
  };
}

function codeOf(row: Row): AuthorizationCode {
  return {
    hash: String(row.hash),
    grantId: String(row.grant_id),
    clientId: String(row.client_id),
    redirectUri: optionalText(row.redirect_uri),
    codeChallenge: optionalText(row.code_challenge),
    challengeMethod: optionalText(row.challenge_method),
    dpopThumbprint: optionalText(row.dpop_thumbprint),
    expiresMs: Number(row.expires_ms),
    usedMs: optionalNumber(row.used_ms),
  };
}

function refreshTokenRow(token: RefreshToken) {
  return {
    hash: token.hash,
    grant_id: token.grantId,
    client_id: token.clientId,
    dpop_thumbprint: token.dpopThumbprint ?? null,
    created_ms: token.createdMs,
    expires_ms: token.expiresMs,
    used_ms: token.usedMs ?? null,
  };
}

function refreshTokenOf(row: Row): RefreshToken {
  return {
    hash: String(row.hash),
    grantId: String(row.grant_id),
    clientId: String(row.client_id),
    dpopThumbprint: optionalText(row.dpop_thumbprint),
    createdMs: Number(row.created_ms),
    expiresMs: Number(row.expires_ms),
    usedMs: optionalNumber(row.used_ms),
  };
}
