/**
 * The store over an SQL database; only its `SqlDatabase` knows whether it is SQLite or PostgreSQL.
 */
import type { AuditEvent } from '../../models/audit_event.js';
import { countAttempt } from '../../models/throttle.js';
import type {
  AuditStore,
  ClientStore,
  DeviceStore,
  GrantStore,
  InitialTokenStore,
  KeyRecordStore,
  SessionStore,
  Store,
  ThrottleStore,
  UserStore,
} from '../store.js';
import { taken } from '../taken.js';
import { dropAuditSlice, purgeSlice } from './purge.js';
import { list, optionalText } from './row_values.js';
import { sqlClients } from './sql_clients.js';
import { insertRow, type Row, type SqlDatabase } from './sql_database.js';
import { SqlDevices } from './sql_devices.js';
import { sqlKeys, sqlUsers } from './sql_directory.js';
import { SqlGrants } from './sql_grants.js';
import { SqlSessions } from './sql_sessions.js';

export class SqlStore implements Store {
  readonly #database: SqlDatabase;
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly keys: KeyRecordStore;
  readonly grants: GrantStore;
  readonly devices: DeviceStore;
  readonly sessions: SessionStore;
  readonly throttle: ThrottleStore;
  readonly initialTokens: InitialTokenStore;
  readonly audit: AuditStore;

  /** Takes ownership of the database: `close` closes it. */
  constructor(database: SqlDatabase) {
    this.#database = database;
    this.clients = sqlClients(database);
    this.users = sqlUsers(database);
    this.keys = sqlKeys(database);
    this.grants = new SqlGrants(database);
    this.devices = new SqlDevices(database);
    this.sessions = new SqlSessions(database);
    this.throttle = sqlThrottle(database);
    this.initialTokens = sqlInitialTokens(database);
    this.audit = sqlAudit(database);
  }

  purge(nowMs: number): Promise<number> {
    return purgeSlice(this.#database, nowMs);
  }

  async countWaiting(): Promise<number> {
    const sql = `SELECT (SELECT count(*) FROM pending_requests) + (SELECT count(*) FROM devices) AS waiting`;
    return Number((await this.#database.get(sql))?.waiting);
  }

  async ping(): Promise<void> {
    await this.#database.get('SELECT 1 AS one');
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function sqlThrottle(database: SqlDatabase): ThrottleStore {
  return {
    attempt(key, nowMs, policy) {
      return database.transaction(async (session) => {
        // Inserts the row, or updates it without a change: either way this transaction locks it
        // until its end.
        const row = await session.get(
          `INSERT INTO throttle VALUES (?, 0, ?) ON CONFLICT (key) DO UPDATE SET key = excluded.key
             RETURNING failures, last_ms`,
          key,
          nowMs,
        );
        const before = { failures: Number(row?.failures), lastMs: Number(row?.last_ms) };
        const verdict = countAttempt(before, nowMs, policy);
        if (!verdict.allowed) return verdict.retryMs;
        const { failures, lastMs } = verdict.state;
        const sql = 'UPDATE throttle SET failures = ?, last_ms = ? WHERE key = ?';
        await session.run(sql, failures, lastMs, key);
        return 0;
      });
    },
    async wait(key, nowMs, policy) {
      const row = await database.get('SELECT * FROM throttle WHERE key = ?', key);
      const before = row && { failures: Number(row.failures), lastMs: Number(row.last_ms) };
      const verdict = countAttempt(before, nowMs, policy);
      return verdict.allowed ? 0 : verdict.retryMs;
    },
    async clear(key) {
      await database.run('DELETE FROM throttle WHERE key = ?', key);
    },
    async forgive(key) {
      const sql = 'UPDATE throttle SET failures = failures - 1 WHERE key = ? AND failures > 0';
      await database.run(sql, key);
    },
    async clearAll(key) {
      const below = `${key}@`;
      const sql = 'DELETE FROM throttle WHERE key = ? OR substr(key, 1, ?) = ?';
      await database.run(sql, key, below.length, below);
    },
  };
}

function sqlInitialTokens(database: SqlDatabase): InitialTokenStore {
  return {
    async add({ hash, scopes, usesLeft, expiresMs }) {
      const fields = { hash, uses_left: usesLeft, expires_ms: expiresMs };
      const row = { ...fields, scopes: JSON.stringify(scopes) };
      const conflict = () => taken('initial access token', hash);
      await insertRow(database, 'initial_tokens', row, conflict);
    },
    async use(hash, nowMs) {
      const row = await database.get(
        `UPDATE initial_tokens SET uses_left = uses_left - 1
           WHERE hash = ? AND uses_left > 0 AND expires_ms > ? RETURNING *`,
        hash,
        nowMs,
      );
      if (!row) return undefined;
      const { scopes, uses_left: usesLeft, expires_ms: expiresMs } = row;
      const counts = { usesLeft: Number(usesLeft), expiresMs: Number(expiresMs) };
      return { hash, scopes: list(scopes), ...counts };
    },
  };
}

function sqlAudit(database: SqlDatabase): AuditStore {
  return {
    async add({ timeMs, event, clientId, userId, detail, actor }) {
      await database.run(
        'INSERT INTO audit (time_ms, event, client_id, user_id, detail, actor) VALUES (?, ?, ?, ?, ?, ?)',
        timeMs,
        event,
        clientId ?? null,
        userId ?? null,
        detail ?? null,
        actor ?? null,
      );
    },
    async page(before, size) {
      const sql = 'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?';
      const rows = await database.all(sql, before ?? Number.MAX_SAFE_INTEGER, size);
      return rows.map((row) => ({ id: Number(row.id), ...auditOf(row) }));
    },
    drop: (olderThanMs) => dropAuditSlice(database, olderThanMs),
    async tail(count) {
      const sql = 'SELECT * FROM audit ORDER BY id DESC LIMIT ?';
      return (await database.all(sql, count)).map(auditOf).reverse();
    },
  };
}

function auditOf(row: Row): AuditEvent {
  const clientId = optionalText(row.client_id);
  const userId = optionalText(row.user_id);
  const detail = optionalText(row.detail);
  const actor = optionalText(row.actor);
  return {
    timeMs: Number(row.time_ms),
    event: String(row.event),
    ...(clientId === undefined ? {} : { clientId }),
    ...(userId === undefined ? {} : { userId }),
    ...(detail === undefined ? {} : { detail }),
    ...(actor === undefined ? {} : { actor }),
  };
}
