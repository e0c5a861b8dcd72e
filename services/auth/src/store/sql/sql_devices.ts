/** Device codes in SQL. */
import type { DeviceCode, DeviceState } from '../../models/device_code.js';
import type { RefreshToken } from '../../models/grant.js';
import type { ClaimResult, DeviceStore } from '../store.js';
import { taken } from '../taken.js';
import { list, optionalText } from './row_values.js';
import { insertRow, type Row, type SqlDatabase } from './sql_database.js';
import { grantLives, insertRefreshToken } from './sql_grants.js';

export class SqlDevices implements DeviceStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async add(device: DeviceCode): Promise<void> {
    const conflict = () => taken('device code', device.hash);
    await insertRow(this.#database, 'devices', deviceRow(device), conflict);
  }

  async get(hash: string): Promise<DeviceCode | undefined> {
    const row = await this.#database.get('SELECT * FROM devices WHERE hash = ?', hash);
    return row && deviceOf(row);
  }

  async byUserCode(userCodeHash: string): Promise<DeviceCode | undefined> {
    const row = await this.#database.get(
      'SELECT * FROM devices WHERE user_code_hash = ?',
      userCodeHash,
    );
    return row && deviceOf(row);
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

function deviceRow(device: DeviceCode) {
  return {
    hash: device.hash,
    user_code_hash: device.userCodeHash,
    client_id: device.clientId,
    scopes: JSON.stringify(device.scopes),
    state: device.state,
    grant_id: device.grantId ?? null,
    interval_ms: device.intervalMs,
    polled_ms: device.polledMs,
    expires_ms: device.expiresMs,
  };
}

function deviceOf(row: Row): DeviceCode {
  return {
    hash: String(row.hash),
    userCodeHash: String(row.user_code_hash),
    clientId: String(row.client_id),
    scopes: list(row.scopes),
    state: String(row.state) as DeviceState,
    grantId: optionalText(row.grant_id),
    intervalMs: Number(row.interval_ms),
    polledMs: Number(row.polled_ms),
    expiresMs: Number(row.expires_ms),
  };
}
