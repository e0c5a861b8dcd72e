/**
 * One SQLite file, with Node's own driver. With `synchronous=FULL`, a statement that returned is on
 * disk. Statements are prepared once. There is one connection, so calls take turns: no statement of
 * another request falls into an open transaction. A damaged file is not opened
 * (`check_database.ts`).
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ApiError } from '@skein/errors';
import type { Row, SqlDatabase, SqlSession, SqlValue } from '../sql/sql_database.js';
import { checkDatabase } from './check_database.js';
import { CommitMark } from './commit_mark.js';
import { unusable } from './damaged.js';
import { MIGRATIONS } from './migrations.js';
import { addRowSum, countSums, keepSums, TOTAL_CHANGES } from './row_sums.js';

/** Longest wait of a writer for another process (such as the command line beside a service). */
const BUSY_MS = 5000;

export class SqliteDatabase implements SqlDatabase {
  /** Empty, because a transaction is the only writer from its start. */
  readonly forShare = '';
  readonly #database: DatabaseSync;
  readonly #session: SqliteSession;
  readonly #dataVersion: StatementSync;
  readonly #totalChanges: StatementSync;
  readonly #mark: CommitMark | undefined;
  /** Settles when all earlier calls are done. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * `path`: the file, created if it does not exist; `:memory:` for tests. Throws an ApiError if it
   * is damaged.
   */
  constructor(path: string, { thorough = true }: { readonly thorough?: boolean } = {}) {
    const isFile = path !== ':memory:';
    if (isFile) checkDatabase(path, { thorough, timeoutMs: BUSY_MS });
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS });
    try {
      this.#database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
      addRowSum(this.#database);
      this.#migrate(path);
      if (isFile) keepSums(this.#database);
      this.#session = new SqliteSession(this.#database);
      this.#dataVersion = this.#database.prepare('PRAGMA data_version');
      this.#totalChanges = this.#database.prepare(TOTAL_CHANGES);
    } catch (error) {
      this.#database.close();
      throw unusable(path, error);
    }
    this.#mark = isFile ? new CommitMark(path) : undefined;
    this.#committed();
  }

  othersWrites(): number {
    return Number(this.#dataVersion.get()?.data_version);
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#inTurn(() => this.#written(sql, this.#session.get(sql, ...values)));
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#inTurn(() => this.#written(sql, this.#session.all(sql, ...values)));
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#inTurn(() => this.#written(sql, this.#session.run(sql, ...values)));
  }

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#session);
        this.#database.exec('COMMIT');
        this.#committed();
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#database.close();
      this.#mark?.close();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Records the commit of a statement outside of transactions. */
  async #written<T>(sql: string, pending: Promise<T>): Promise<T> {
    const result = await pending;
    if (!sql.startsWith('SELECT')) this.#committed();
    return result;
  }

  /** Runs before a commit is answered. */
  #committed(): void {
    this.#mark?.write(Number(this.#totalChanges.get()?.total ?? 0));
  }

  #rollBack(): void {
    // After some errors, such as a full disk, SQLite has rolled back by itself.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  #migrate(path: string): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const row = this.#database.prepare('PRAGMA user_version').get();
      const steps = stepsFrom(path, Number(row?.user_version ?? 0));
      for (const step of steps) this.#database.exec(step);
      if (steps.length > 0) countSums(this.#database);
      this.#database.exec(`PRAGMA user_version=${MIGRATIONS.length}; COMMIT`);
    } catch (error) {
      this.#rollBack();
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

function stepsFrom(path: string, version: number): readonly string[] {
  if (version <= MIGRATIONS.length) return MIGRATIONS.slice(version);
  throw new ApiError(
    'illegal_state_exception',
    `file [${path}] has schema version [${version}], this program knows [${MIGRATIONS.length}] at most`,
  );
}
