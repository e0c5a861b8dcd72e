/**
 * A PostgreSQL database, shared by all instances of the service. `synchronous_commit=on`: a
 * statement that returned is on the disk. Transactions are READ COMMITTED: an update waits for a
 * row another transaction has changed and looks at its condition again, which is all that a claim
 * needs.
 */
import type { Log } from '@skein/base';
import { ApiError } from '@skein/errors';
import pg from 'pg';
import type { Row, SqlDatabase, SqlSession, SqlValue } from '../sql/sql_database.js';
import { MIGRATIONS } from './migrations.js';

export interface PostgresOptions {
  /** `postgres://user:password@host/database`. */
  readonly url: string;
  /** Connections at most. */
  readonly poolSize: number;
  readonly log: Log;
}

/** How long a request waits for a connection, and a statement may run, milliseconds. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 10_000;

/** The type of all our times; none comes near 2^53. */
const INT8_OID = 20;
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8_OID
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export class PostgresDatabase implements SqlDatabase {
  readonly forShare = 'FOR SHARE';
  readonly #pool: pg.Pool;
  readonly #session: PostgresSession;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#session = new PostgresSession(pool);
  }

  /**
   * Brings the schema up to date. Rejects with an ApiError when it is of a later program, or there
   * is no database.
   */
  static async open({ url, poolSize, log }: PostgresOptions): Promise<PostgresDatabase> {
    const pool = new pg.Pool({
      connectionString: durable(url),
      max: poolSize,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      application_name: 'skein-auth',
      types,
    });
    // A connection that breaks, idle or in use: who uses it is told by its query, and the pool
    // makes a new one.
    const lost = (error: Error) => log.warn('lost a database connection', { error: error.message });
    pool.on('error', lost);
    pool.on('connect', (client) => client.on('error', lost));
    const database = new PostgresDatabase(pool);
    try {
      await database.transaction(migrate);
      return database;
    } catch (error) {
      await pool.end();
      if (error instanceof ApiError) throw error;
      throw new ApiError(
        'illegal_state_exception',
        `the database of [auth.database.url] cannot be used: ${(error as Error).message}`,
      );
    }
  }

  /** A round trip, as any other question. */
  othersWrites(): undefined {
    return undefined;
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#session.get(sql, ...values);
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#session.all(sql, ...values);
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#session.run(sql, ...values);
  }

  async transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(new PostgresSession(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is given up; the server rolls back by itself.
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresSession implements SqlSession {
  readonly #on: Queryable;

  constructor(on: Queryable) {
    this.#on = on;
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.#on.query<Row>(numbered(sql), values)).rows[0];
  }

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#on.query<Row>(numbered(sql), values)).rows;
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.#on.query(numbered(sql), values)).rowCount ?? 0;
  }
}

/** `?` to `$1`, `$2`, …; no statement of ours has a question mark in a text. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}

/** Whatever the server's default is, an answer comes after the disk has it. */
function durable(url: string): string {
  const parsed = new URL(url);
  const options = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${options} -c synchronous_commit=on`.trim());
  return parsed.href;
}

/** Of instances that start at the same time, one does it and the others wait. */
async function migrate(session: SqlSession): Promise<void> {
  await session.run("SELECT pg_advisory_xact_lock(hashtext('skein-auth schema'))");
  await session.run('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const row = await session.get('SELECT version FROM schema_version');
  const version = Number(row?.version ?? 0);
  if (version > MIGRATIONS.length) {
    throw new ApiError(
      'illegal_state_exception',
      `the database has schema version [${version}], this program knows [${MIGRATIONS.length}] at most`,
    );
  }
  for (const step of MIGRATIONS.slice(version)) await session.run(step);
  if (row === undefined) await session.run('INSERT INTO schema_version VALUES (0)');
  await session.run('UPDATE schema_version SET version = ?', MIGRATIONS.length);
}
