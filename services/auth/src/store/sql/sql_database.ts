/**
 * What the stores ask of a database, in the SQL that SQLite and PostgreSQL have in common: `?`
 * marks a value, times are integers (milliseconds since the epoch), truth is 0 or 1, lists are
 * JSON. What every engine owes:
 *
 * - a statement that resolved is durable, unless it is part of a transaction: then the transaction
 *   is;
 * - a transaction is all or nothing, and a row one of them has updated is not updated by another
 *   until it has ended.
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
  /** Ends a subquery on rows that must stay as they are until the transaction has ended. */
  readonly forShare: string;
  /**
   * A number that is another one once anybody else (another process) has written to the database.
   * `undefined`: finding out costs as much as reading what is wanted.
   */
  othersWrites(): number | undefined;
  /** `work` asks its session alone, never the database: that would wait for itself. */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** `conflict` is thrown when a unique column is taken. */
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

/** `false`: there is no row with the id. */
export async function updateRow(
  session: SqlSession,
  table: string,
  row: Readonly<Record<string, SqlValue>> & { readonly id: string },
): Promise<boolean> {
  const sets = Object.keys(row).map((column) => `${column} = ?`);
  const sql = `UPDATE ${table} SET ${sets.join(', ')} WHERE id = ?`;
  return (await session.run(sql, ...Object.values(row), row.id)) === 1;
}
