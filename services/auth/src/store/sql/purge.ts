/**
 * Purges expired records by table, in slices, so that a flood of abandoned requests does not delay
 * later ones. Expired rows are found by an index on their time; otherwise a slice of a large table
 * without expired rows would read all of it.
 */
import { CODE_MEMORY_MS } from '../../models/grant.js';
import { LONGEST_MEMORY_MS } from '../../models/throttle.js';
import { SESSION_ABSOLUTE_MS } from '../../sessions/lifetimes.js';
import type { SqlDatabase } from './sql_database.js';

/** Rows deleted at a time: some milliseconds. */
const SLICE = 500;

interface Expiring {
  readonly table: string;
  readonly key: string;
  readonly time: string;
  /** Time for which a row is kept beyond that time. */
  readonly keptMs: number;
}

const expiring = (table: string, key: string, keptMs = 0, time = 'expires_ms'): Expiring => ({
  table,
  key,
  time,
  keptMs,
});

const EXPIRING: readonly Expiring[] = [
  expiring('throttle', 'key', LONGEST_MEMORY_MS, 'last_ms'),
  expiring('initial_tokens', 'hash'),
  expiring('codes', 'hash', CODE_MEMORY_MS),
  expiring('refresh_tokens', 'hash'),
  expiring('grants', 'id'),
  expiring('revoked_tokens', 'jti'),
  expiring('used_once', 'id'),
  expiring('devices', 'hash'),
  expiring('sessions', 'hash', SESSION_ABSOLUTE_MS, 'auth_ms'),
  expiring('pending_requests', 'hash'),
];

/** Each statement has one parameter: the time. */
export const PURGES: readonly { readonly sql: string; readonly keptMs: number }[] = EXPIRING.map(
  ({ table, key, time, keptMs }) => {
    const old = `SELECT ${key} FROM ${table} WHERE ${time} <= ? LIMIT ${SLICE}`;
    return { sql: `DELETE FROM ${table} WHERE ${key} IN (${old})`, keptMs };
  },
);

/** Returns the number of records; 0 if nothing more has expired. */
export async function purgeSlice(database: SqlDatabase, nowMs: number): Promise<number> {
  let count = 0;
  for (const { sql, keptMs } of PURGES) count += await database.run(sql, nowMs - keptMs);
  return count;
}

/** Deletes a slice of the audit log. */
export function dropAuditSlice(database: SqlDatabase, olderThanMs: number): Promise<number> {
  const old = `SELECT id FROM audit WHERE time_ms < ? LIMIT ${SLICE}`;
  return database.run(`DELETE FROM audit WHERE id IN (${old})`, olderThanMs);
}
