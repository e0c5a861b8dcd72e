/** The embedded store: one SQLite file, shared by the service and the command line beside it. */
import type { AuditEvent } from '../../models/audit_event.js';
import { countAttempt, LONGEST_MEMORY_MS } from '../../models/throttle.js';
import type {
  AuditStore,
  ClientStore,
  InitialTokenStore,
  KeyRecordStore,
  Store,
  ThrottleStore,
  UserStore,
} from '../store.js';
import { taken } from '../taken.js';
import { list, optionalText } from './row_values.js';
import { type Row, SqliteDatabase } from './sqlite_database.js';
import { SqliteDevices } from './sqlite_devices.js';
import { sqliteClients, sqliteKeys, sqliteUsers } from './sqlite_directory.js';
import { SqliteGrants } from './sqlite_grants.js';
import { SqliteSessions } from './sqlite_sessions.js';

export class SqliteStore implements Store {
  readonly #database: SqliteDatabase;
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly keys: KeyRecordStore;
  readonly grants: SqliteGrants;
  readonly devices: SqliteDevices;
  readonly sessions: SqliteSessions;
  readonly throttle: ThrottleStore;
  readonly initialTokens: InitialTokenStore;
  readonly audit: AuditStore;

  /** `path`: the database file, made when it is not there; `:memory:` for tests. */
  constructor(path: string) {
    this.#database = new SqliteDatabase(path);
    this.clients = sqliteClients(this.#database);
    this.users = sqliteUsers(this.#database);
    this.keys = sqliteKeys(this.#database);
    this.grants = new SqliteGrants(this.#database);
    this.devices = new SqliteDevices(this.#database, this.grants);
    this.sessions = new SqliteSessions(this.#database);
    this.throttle = sqliteThrottle(this.#database);
    this.initialTokens = sqliteInitialTokens(this.#database);
    this.audit = sqliteAudit(this.#database);
  }

  async purge(nowMs: number): Promise<number> {
    return this.#database.transaction(() => {
      const old = nowMs - LONGEST_MEMORY_MS;
      const counters = this.#database.run('DELETE FROM throttle WHERE last_ms <= ?', old);
      const tokens = this.#database.run('DELETE FROM initial_tokens WHERE expires_ms <= ?', nowMs);
      const parts = [this.grants, this.devices, this.sessions].map((part) => part.purge(nowMs));
      return parts.reduce((sum, count) => sum + count, counters + tokens);
    });
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}

function sqliteThrottle(database: SqliteDatabase): ThrottleStore {
  return {
    async attempt(key, nowMs, policy) {
      return database.transaction(() => {
        const row = database.get('SELECT * FROM throttle WHERE key = ?', key);
        const before = row && { failures: Number(row.failures), lastMs: Number(row.last_ms) };
        const verdict = countAttempt(before, nowMs, policy);
        if (!verdict.allowed) return verdict.retryMs;
        const { failures, lastMs } = verdict.state;
        database.run('INSERT OR REPLACE INTO throttle VALUES (?, ?, ?)', key, failures, lastMs);
        return 0;
      });
    },
    async clear(key) {
      database.run('DELETE FROM throttle WHERE key = ?', key);
    },
  };
}

function sqliteInitialTokens(database: SqliteDatabase): InitialTokenStore {
  return {
    async add({ hash, scopes, usesLeft, expiresMs }) {
      const fields = { hash, uses_left: usesLeft, expires_ms: expiresMs };
      const row = { ...fields, scopes: JSON.stringify(scopes) };
      database.insert('initial_tokens', row, () => taken('initial access token', hash));
    },
    async use(hash, nowMs) {
      const row = database.get(
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

function sqliteAudit(database: SqliteDatabase): AuditStore {
  return {
    async add({ timeMs, event, clientId, userId, detail }) {
      database.run(
        'INSERT INTO audit (time_ms, event, client_id, user_id, detail) VALUES (?, ?, ?, ?, ?)',
        timeMs,
        event,
        clientId ?? null,
        userId ?? null,
        detail ?? null,
      );
    },
    async tail(count) {
      const sql = 'SELECT * FROM (SELECT * FROM audit ORDER BY id DESC LIMIT ?) ORDER BY id';
      return database.all(sql, count).map(auditOf);
    },
  };
}

function auditOf(row: Row): AuditEvent {
  const clientId = optionalText(row.client_id);
  const userId = optionalText(row.user_id);
  const detail = optionalText(row.detail);
  return {
    timeMs: Number(row.time_ms),
    event: String(row.event),
    ...(clientId === undefined ? {} : { clientId }),
    ...(userId === undefined ? {} : { userId }),
    ...(detail === undefined ? {} : { detail }),
  };
}
