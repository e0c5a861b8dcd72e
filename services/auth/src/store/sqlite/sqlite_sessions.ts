/** Sessions and pending requests in SQLite. */
import type { PendingRequest, Session } from '../../models/session.js';
import { SESSION_ABSOLUTE_MS } from '../../sessions/lifetimes.js';
import type { SessionStore } from '../store.js';
import { taken } from '../taken.js';
import type { Row, SqliteDatabase } from './sqlite_database.js';

export class SqliteSessions implements SessionStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async add({ hash, userId, authMs, seenMs }: Session): Promise<void> {
    const row = { hash, user_id: userId, auth_ms: authMs, seen_ms: seenMs };
    this.#database.insert('sessions', row, () => taken('session', hash));
  }

  async get(hash: string): Promise<Session | undefined> {
    const row = this.#database.get('SELECT * FROM sessions WHERE hash = ?', hash);
    return row && sessionOf(row);
  }

  async seen(hash: string, nowMs: number): Promise<void> {
    this.#database.run('UPDATE sessions SET seen_ms = ? WHERE hash = ?', nowMs, hash);
  }

  async remove(hash: string): Promise<void> {
    this.#database.run('DELETE FROM sessions WHERE hash = ?', hash);
  }

  async removeOf(userId: string): Promise<void> {
    this.#database.run('DELETE FROM sessions WHERE user_id = ?', userId);
  }

  async addPending({ hash, browserHash, request, expiresMs }: PendingRequest): Promise<void> {
    const row = { hash, browser_hash: browserHash, request, expires_ms: expiresMs };
    this.#database.insert('pending_requests', row, () => taken('request', hash));
  }

  async pending(hash: string): Promise<PendingRequest | undefined> {
    const row = this.#database.get('SELECT * FROM pending_requests WHERE hash = ?', hash);
    return row && pendingOf(row);
  }

  async takePending(hash: string): Promise<PendingRequest | undefined> {
    const sql = 'DELETE FROM pending_requests WHERE hash = ? RETURNING *';
    const row = this.#database.get(sql, hash);
    return row && pendingOf(row);
  }

  purge(nowMs: number): number {
    const old = nowMs - SESSION_ABSOLUTE_MS;
    const sessions = this.#database.run('DELETE FROM sessions WHERE auth_ms <= ?', old);
    return (
      sessions + this.#database.run('DELETE FROM pending_requests WHERE expires_ms <= ?', nowMs)
    );
  }
}

function sessionOf(row: Row): Session {
  return {
    hash: String(row.hash),
    userId: String(row.user_id),
    authMs: Number(row.auth_ms),
    seenMs: Number(row.seen_ms),
  };
}

function pendingOf(row: Row): PendingRequest {
  return {
    hash: String(row.hash),
    browserHash: String(row.browser_hash),
    request: String(row.request),
    expiresMs: Number(row.expires_ms),
  };
}
