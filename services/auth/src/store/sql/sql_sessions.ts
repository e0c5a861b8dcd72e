/** Sessions and pending requests in SQL. */
import type { PendingRequest, Session } from '../../models/session.js';
import type { SessionStore } from '../store.js';
import { taken } from '../taken.js';
import { insertRow, type Row, type SqlDatabase } from './sql_database.js';

export class SqlSessions implements SessionStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async add({ hash, userId, authMs, seenMs }: Session): Promise<void> {
    const row = { hash, user_id: userId, auth_ms: authMs, seen_ms: seenMs };
    await insertRow(this.#database, 'sessions', row, () => taken('session', hash));
  }

  async get(hash: string): Promise<Session | undefined> {
    const row = await this.#database.get('SELECT * FROM sessions WHERE hash = ?', hash);
    return row && sessionOf(row);
  }

  async seen(hash: string, nowMs: number): Promise<void> {
    await this.#database.run('UPDATE sessions SET seen_ms = ? WHERE hash = ?', nowMs, hash);
  }

  async remove(hash: string): Promise<void> {
    await this.#database.run('DELETE FROM sessions WHERE hash = ?', hash);
  }

  async removeOf(userId: string): Promise<void> {
    await this.#database.run('DELETE FROM sessions WHERE user_id = ?', userId);
  }

  async addPending({ hash, browserHash, request, expiresMs }: PendingRequest): Promise<void> {
    const row = { hash, browser_hash: browserHash, request, expires_ms: expiresMs };
    await insertRow(this.#database, 'pending_requests', row, () => taken('request', hash));
  }

  async pending(hash: string): Promise<PendingRequest | undefined> {
    const row = await this.#database.get('SELECT * FROM pending_requests WHERE hash = ?', hash);
    return row && pendingOf(row);
  }

  async takePending(hash: string): Promise<PendingRequest | undefined> {
    const sql = 'DELETE FROM pending_requests WHERE hash = ? RETURNING *';
    const row = await this.#database.get(sql, hash);
    return row && pendingOf(row);
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
