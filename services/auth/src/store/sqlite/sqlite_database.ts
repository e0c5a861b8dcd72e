/**
 * One SQLite file as it comes with Node. `synchronous=FULL`: a statement that returned is on the disk. Statements are prepared once. A
 * transaction is a function that does not await, so no two of this process can mix.
 */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { ApiError } from '@skein/errors';
import { MIGRATIONS } from './migrations.js';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** How long a writer waits for another process (the command line beside a running service). */
const BUSY_MS = 5000;

export class SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** `path`: the file, made when it is not there; `:memory:` for tests. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
    this.transaction(() => this.#migrate());
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  /** The number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** `conflict` is thrown when a unique column is taken. */
  insert(table: string, row: Readonly<Record<string, SqlValue>>, conflict: () => ApiError): void {
    const columns = Object.keys(row);
    const marks = columns.map(() => '?').join(', ');
    try {
      this.run(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
        ...Object.values(row),
      );
    } catch (error) {
      if (!UNIQUE_VIOLATIONS.has((error as { errcode?: number }).errcode ?? 0)) throw error;
      throw conflict();
    }
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(): void {
    const version = Number(this.#database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version > MIGRATIONS.length) {
      throw new ApiError(
        'illegal_state_exception',
        `the database has schema version [${version}], this program knows [${MIGRATIONS.length}] at most`,
      );
    }
    for (const step of MIGRATIONS.slice(version)) this.#database.exec(step);
    this.#database.exec(`PRAGMA user_version=${MIGRATIONS.length}`);
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE. */
const UNIQUE_VIOLATIONS: ReadonlySet<number> = new Set([1555, 2067]);
