/**
 * Grants, codes and tokens in SQL. A claim is one UPDATE whose condition is the whole rule; the row
 * count tells the winner.
 */
import type { AuthorizationCode, Grant, RefreshToken } from '../../models/grant.js';
import type {
  ClaimResult,
  GrantFilter,
  GrantStore,
  Revocation,
  RevocationPlace,
  RevokedToken,
} from '../store.js';
import { taken } from '../taken.js';
import { columnsOf, json, number, optional, text } from './columns.js';
import { insertRow, type SqlDatabase, type SqlSession } from './sql_database.js';

const GRANT = columnsOf<Grant>({
  id: text(),
  clientId: text(),
  userId: text(),
  scopes: json(),
  authMs: number,
  createdMs: number,
  expiresMs: number,
  revokedMs: optional(number),
});

const CODE = columnsOf<AuthorizationCode>({
  hash: text(),
  grantId: text(),
  clientId: text(),
  redirectUri: optional(text()),
  codeChallenge: optional(text()),
  challengeMethod: optional(text()),
  dpopThumbprint: optional(text()),
  expiresMs: number,
  usedMs: optional(number),
});

const REFRESH_TOKEN = columnsOf<RefreshToken>({
  hash: text(),
  grantId: text(),
  clientId: text(),
  dpopThumbprint: optional(text()),
  createdMs: number,
  expiresMs: number,
  usedMs: optional(number),
});

/** Condition for a row of `codes` or `refresh_tokens` that can be claimed at `?` (time). */
function claimable({ forShare }: SqlDatabase): string {
  return `used_ms IS NULL AND expires_ms > ? AND ${grantLives(forShare)}`;
}

/**
 * Condition that the grant of the row is not revoked, and cannot be revoked by another transaction
 * before this one has ended.
 */
export function grantLives(forShare: string): string {
  return `EXISTS (SELECT 1 FROM grants WHERE id = grant_id AND revoked_ms IS NULL ${forShare})`;
}

const UNREVOKED = `revoked_ms IS NULL
  AND id = coalesce(?, id) AND client_id = coalesce(?, client_id) AND user_id = coalesce(?, user_id)`;

function filterValues({ id, clientId, userId }: GrantFilter): (string | null)[] {
  return [id ?? null, clientId ?? null, userId ?? null];
}

type ClaimTable = 'codes' | 'refresh_tokens';

export class SqlGrants implements GrantStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async add(grant: Grant): Promise<void> {
    await insertRow(this.#database, 'grants', GRANT.row(grant), () => taken('grant', grant.id));
  }

  async get(id: string): Promise<Grant | undefined> {
    const row = await this.#database.get('SELECT * FROM grants WHERE id = ?', id);
    return row && GRANT.record(row);
  }

  async live(filter: GrantFilter, nowMs: number): Promise<readonly Grant[]> {
    const sql = `SELECT * FROM grants WHERE ${UNREVOKED} AND expires_ms > ?`;
    return (await this.#database.all(sql, ...filterValues(filter), nowMs)).map(GRANT.record);
  }

  async revoke(filter: GrantFilter, nowMs: number): Promise<number> {
    const sql = `UPDATE grants SET revoked_ms = ? WHERE ${UNREVOKED}`;
    return this.#database.run(sql, nowMs, ...filterValues(filter));
  }

  async addCode(code: AuthorizationCode): Promise<void> {
    await insertRow(this.#database, 'codes', CODE.row(code), () => taken('code', code.hash));
  }

  async code(hash: string): Promise<AuthorizationCode | undefined> {
    const row = await this.#database.get('SELECT * FROM codes WHERE hash = ?', hash);
    return row && CODE.record(row);
  }

  async redeemCode(hash: string, nowMs: number, refresh?: RefreshToken): Promise<ClaimResult> {
    return this.#claim('codes', { hash, nowMs, refresh });
  }

  async refreshToken(hash: string): Promise<RefreshToken | undefined> {
    const row = await this.#database.get('SELECT * FROM refresh_tokens WHERE hash = ?', hash);
    return row && REFRESH_TOKEN.record(row);
  }

  async addRefreshToken(token: RefreshToken): Promise<boolean> {
    const { forShare } = this.#database;
    return this.#database.transaction(async (session) => {
      const sql = `SELECT 1 FROM grants WHERE id = ? AND revoked_ms IS NULL ${forShare}`;
      if ((await session.get(sql, token.grantId)) === undefined) return false;
      await insertRefreshToken(session, token);
      return true;
    });
  }

  async rotate(hash: string, nowMs: number, successor: RefreshToken): Promise<ClaimResult> {
    return this.#claim('refresh_tokens', { hash, nowMs, refresh: successor });
  }

  async extend(hash: string, nowMs: number, expiresMs: number): Promise<ClaimResult> {
    const fits = claimable(this.#database);
    const sql = `UPDATE refresh_tokens SET expires_ms = ? WHERE hash = ? AND ${fits}`;
    const won = (await this.#database.run(sql, expiresMs, hash, nowMs)) === 1;
    return won ? 'won' : lost(this.#database, 'refresh_tokens', hash);
  }

  async revokeToken({ jti, expiresMs, revokedMs }: RevokedToken): Promise<void> {
    const sql = 'INSERT INTO revoked_tokens VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    await this.#database.run(sql, jti, expiresMs, revokedMs);
  }

  async revocations(after: RevocationPlace, limit: number): Promise<readonly Revocation[]> {
    const sql = `SELECT * FROM (
        SELECT 'token' AS kind, jti AS id, revoked_ms FROM revoked_tokens
        UNION ALL SELECT 'family', id, revoked_ms FROM grants WHERE revoked_ms IS NOT NULL
      ) AS revoked WHERE revoked_ms > ? OR (revoked_ms = ? AND id > ?) ORDER BY revoked_ms, id LIMIT ?`;
    const { revokedMs: ms, id } = after;
    return (await this.#database.all(sql, ms, ms, id, limit)).map((row) => ({
      kind: row.kind === 'token' ? 'token' : 'family',
      id: String(row.id),
      revokedMs: Number(row.revoked_ms),
    }));
  }

  async isTokenRevoked(jti: string): Promise<boolean> {
    const row = await this.#database.get('SELECT 1 FROM revoked_tokens WHERE jti = ?', jti);
    return row !== undefined;
  }

  async useOnce(id: string, expiresMs: number): Promise<boolean> {
    const sql = 'INSERT INTO used_once VALUES (?, ?) ON CONFLICT DO NOTHING';
    return (await this.#database.run(sql, id, expiresMs)) === 1;
  }

  #claim(
    table: ClaimTable,
    { hash, nowMs, refresh }: { hash: string; nowMs: number; refresh: RefreshToken | undefined },
  ): Promise<ClaimResult> {
    const sql = `UPDATE ${table} SET used_ms = ? WHERE hash = ? AND ${claimable(this.#database)}`;
    return this.#database.transaction(async (session) => {
      if ((await session.run(sql, nowMs, hash, nowMs)) !== 1) return lost(session, table, hash);
      if (refresh) await insertRefreshToken(session, refresh);
      return 'won';
    });
  }
}

async function lost(session: SqlSession, table: ClaimTable, hash: string): Promise<ClaimResult> {
  const row = await session.get(`SELECT used_ms FROM ${table} WHERE hash = ?`, hash);
  return typeof row?.used_ms === 'number' ? 'used' : 'dead';
}

/** Call it within the transaction that has checked the grant. */
export async function insertRefreshToken(session: SqlSession, token: RefreshToken): Promise<void> {
  const conflict = () => taken('refresh token', token.hash);
  await insertRow(session, 'refresh_tokens', REFRESH_TOKEN.row(token), conflict);
}
