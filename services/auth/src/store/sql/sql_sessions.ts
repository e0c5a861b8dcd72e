/** Sessions and pending requests in SQL. */
import type { PendingRequest, Session } from '../../models/session.js';
import type { SessionStore } from '../store.js';
import { taken } from '../taken.js';
import { columnsOf, number, text } from './columns.js';
import { insertRow, type SqlDatabase } from './sql_database.js';

const SESSION = columnsOf<Session>({
  hash: text(),
  userId: text(),
  authMs: number,
  seenMs: number,
});

const PENDING = columnsOf<PendingRequest>({
  hash: text(),
  browserHash: text(),
  request: text(),
  expiresMs: number,
});

export class SqlSessions implements SessionStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async add(session: Session): Promise<void> {
    const conflict = () => taken('session', session.hash);
    await insertRow(this.#database, 'sessions', SESSION.row(session), conflict);
  }

  async get(hash: string): Promise<Session | undefined> {
    const row = await this.#database.get('SELECT * FROM sessions WHERE hash = ?', hash);
    return row && SESSION.record(row);
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

  async addPending(pending: PendingRequest): Promise<void> {
    const conflict = () => taken('request', pending.hash);
    await insertRow(this.#database, 'pending_requests', PENDING.row(pending), conflict);
  }

  async pending(hash: string): Promise<PendingRequest | undefined> {
    const row = await this.#database.get('SELECT * FROM pending_requests WHERE hash = ?', hash);
    return row && PENDING.record(row);
  }

  async takePending(hash: string): Promise<PendingRequest | undefined> {
    const sql = 'DELETE FROM pending_requests WHERE hash = ? RETURNING *';
    const row = await this.#database.get(sql, hash);
    return row && PENDING.record(row);
  }
}
