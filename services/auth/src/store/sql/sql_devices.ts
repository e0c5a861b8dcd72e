/** Device codes in SQL. */
import type { DeviceCode } from '../../models/device_code.js';
import type { RefreshToken } from '../../models/grant.js';
import type { ClaimResult, DeviceStore } from '../store.js';
import { taken } from '../taken.js';
import { columnsOf, json, number, optional, text } from './columns.js';
import { insertRow, type SqlDatabase } from './sql_database.js';
import { grantLives, insertRefreshToken } from './sql_grants.js';

const DEVICE = columnsOf<DeviceCode>({
  hash: text(),
  userCodeHash: text(),
  clientId: text(),
  scopes: json(),
  state: text(),
  grantId: optional(text()),
  intervalMs: number,
  polledMs: number,
  expiresMs: number,
});

export class SqlDevices implements DeviceStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async add(device: DeviceCode): Promise<void> {
    const conflict = () => taken('device code', device.hash);
    await insertRow(this.#database, 'devices', DEVICE.row(device), conflict);
  }

  async get(hash: string): Promise<DeviceCode | undefined> {
    const row = await this.#database.get('SELECT * FROM devices WHERE hash = ?', hash);
    return row && DEVICE.record(row);
  }

  async byUserCode(userCodeHash: string): Promise<DeviceCode | undefined> {
    const row = await this.#database.get(
      'SELECT * FROM devices WHERE user_code_hash = ?',
      userCodeHash,
    );
    return row && DEVICE.record(row);
  }

  async polled(hash: string, nowMs: number, intervalMs: number): Promise<void> {
    const sql = 'UPDATE devices SET polled_ms = ?, interval_ms = ? WHERE hash = ?';
    await this.#database.run(sql, nowMs, intervalMs, hash);
  }

  async decide(hash: string, nowMs: number, grantId: string | undefined): Promise<boolean> {
    const sql = `UPDATE devices SET state = ?, grant_id = ? WHERE hash = ? AND state = 'pending' AND expires_ms > ?`;
    const state = grantId === undefined ? 'denied' : 'approved';
    return (await this.#database.run(sql, state, grantId ?? null, hash, nowMs)) === 1;
  }

  async redeem(hash: string, nowMs: number, refresh?: RefreshToken): Promise<ClaimResult> {
    const claim = `UPDATE devices SET state = 'used' WHERE hash = ? AND state = 'approved'
      AND expires_ms > ? AND ${grantLives(this.#database.forShare)}`;
    return this.#database.transaction(async (session) => {
      if ((await session.run(claim, hash, nowMs)) !== 1) {
        const row = await session.get('SELECT state FROM devices WHERE hash = ?', hash);
        return row?.state === 'used' ? 'used' : 'dead';
      }
      if (refresh) await insertRefreshToken(session, refresh);
      return 'won';
    });
  }
}
