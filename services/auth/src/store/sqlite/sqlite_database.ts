/**
 * One SQLite file as it comes with Node. `synchronous=FULL`: a statement that returned is on the disk. Statements are prepared once. The
 * connection is one, so everything takes its turn: no statement of another request falls into an open transaction.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ApiError } from '@skein/errors';
import type { Row, SqlDatabase, SqlSession, SqlValue } from '../sql/sql_database.js';
import { MIGRATIONS } from './migrations.js';

/** How long a writer waits for another process (the command line beside a running service). */
const BUSY_MS = 5000;

export class SqliteDatabase implements SqlDatabase {
  /** A transaction here is the only writer from its start. */
  readonly forShare = '';
  readonly #database: DatabaseSync;
  readonly #session: SqliteSession;
  readonly #dataVersion: StatementSync;
  /** Ends when everything asked so far has been done. */
  #last: Promise<unknown> = Promise.resolve();

  /** `path`: the file, made when it is not there; `:memory:` for tests. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
    this.#migrate();
    this.#session = new SqliteSession(this.#database);
    this.#dataVersion = this.#database.prepare('PRAGMA data_version');
  }

  othersWrites(): number {
    return Number(this.#dataVersion.get()?.data_version);
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#inTurn(() => this.#session.get(sql, ...values));
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#inTurn(() => this.#session.all(sql, ...values));
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#inTurn(() => this.#session.run(sql, ...values));
  }

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#session);
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => this.#database.close());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #migrate(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const row = this.#database.prepare('PRAGMA user_version').get();
      for (const step of stepsFrom(Number(row?.user_version ?? 0))) this.#database.exec(step);
      this.#database.exec(`PRAGMA user_version=${MIGRATIONS.length}; COMMIT`);
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

class SqliteSession implements SqlSession {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#statement(sql).get(...values);
  }

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#statement(sql).all(...values);
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function stepsFrom(version: number): readonly string[] {
  if (version <= MIGRATIONS.length) return MIGRATIONS.slice(version);
  throw new ApiError(
    'illegal_state_exception',
    `the database has schema version [${version}], this program knows [${MIGRATIONS.length}] at most`,
  );
}
