/**
 * A PostgreSQL database, shared by all instances of the service. With `synchronous_commit=on`, a
 * statement that returned is on disk. Transactions are READ COMMITTED: an update waits for a row
 * that another transaction has changed, and checks its condition again, which suffices for claims.
 */
import { type Log, reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import pg from 'pg';
import type { Row, SqlDatabase, SqlSession, SqlValue } from '../sql/sql_database.js';
import { MIGRATIONS } from './migrations.js';

export interface PostgresOptions {
  /** URL such as `postgres://user:password@host/database`. */
  readonly url: string;
  /** Limit of connections. */
  readonly poolSize: number;
  readonly log: Log;
  readonly limits?: PostgresLimits;
}

interface PostgresLimits {
  /** Timeout for a free or a new connection in milliseconds. */
  readonly connectMs: number;
  /** Timeout of a statement in milliseconds. */
  readonly statementMs: number;
}

const LIMITS: PostgresLimits = { connectMs: 5_000, statementMs: 10_000 };

/** The type of all times here, which never approach 2^53. */
const INT8_OID = 20;
/** The type of the library has an overload of the function for each format. */
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
   * Migrates the schema. Rejects with an ApiError if it belongs to a newer program, or there is no
   * database.
   */
  static async open({
    url,
    poolSize,
    log,
    limits = LIMITS,
  }: PostgresOptions): Promise<PostgresDatabase> {
    const pool = new pg.Pool({
      connectionString: durable(url),
      max: poolSize,
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      application_name: 'skein-auth',
      types,
    });
    // If a connection breaks, its user gets the error of the query, and the pool makes a new
    // connection.
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
        `the database of [auth.database.url] cannot be used: ${reasonOf(error)}`,
      );
    }
  }

  /** Undefined: asking would cost a round trip, as much as any query. */
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
      // A connection that cannot roll back is closed; the server then rolls back.
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

/** Converts `?` to `$1`, `$2`, …; no statement here has a question mark in a string. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}

/** Responses come after data is on disk, whatever the server's default. */
function durable(url: string): string {
  const parsed = new URL(url);
  const options = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${options} -c synchronous_commit=on`.trim());
  return parsed.href;
}

/** If several instances start at once, one migrates and the others wait. */
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
