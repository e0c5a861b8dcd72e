/**
 * The database interface of the stores, in the SQL common to SQLite and PostgreSQL: `?` marks a
 * value, times are integers (milliseconds since the epoch), booleans are 0 or 1, lists are JSON.
 * Every engine guarantees:
 *
 * - A resolved statement is durable; within a transaction, once the transaction resolves.
 * - A transaction is all or nothing, and a row it has updated is not updated by another until it
 *   has ended.
 */
import type { ApiError } from '@skein/errors';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** The first row. */
  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** The number of rows changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
}

export interface SqlDatabase extends SqlSession {
  /** Ends a subquery on rows that must not change until the transaction has ended. */
  readonly forShare: string;
  /**
   * A number that changes when another process has written to the database. Undefined if finding
   * out costs as much as a read.
   */
  othersWrites(): number | undefined;
  /** `work` must use only its session, never the database, which would deadlock. */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Throws `conflict` if a unique value exists already. */
export async function insertRow(
  session: SqlSession,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
  conflict: () => ApiError,
): Promise<void> {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks}) ON CONFLICT DO NOTHING`;
  if ((await session.run(sql, ...Object.values(row))) !== 1) throw conflict();
}

/** Sets columns of the row with the id; false if there is none. */
export async function updateRow(
  session: SqlSession,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
  id: string,
): Promise<boolean> {
  // With the id, a change of no column is a statement too.
  const sets = ['id = id', ...Object.keys(row).map((column) => `${column} = ?`)];
  const sql = `UPDATE ${table} SET ${sets.join(', ')} WHERE id = ?`;
  return (await session.run(sql, ...Object.values(row), id)) === 1;
}
