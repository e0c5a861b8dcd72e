/**
 * Caches records of a table until the next write: by this process, which reports its own, or by
 * another one, which the database detects. So a cached record is never older than a fresh read.
 */
import type { SqlDatabase } from './sql_database.js';

interface Kept<T> {
  readonly record: T;
  /** State of others' and own writes at the time of the read. */
  readonly others: number;
  readonly own: number;
}

export class KeptRecords<T> {
  readonly #database: Pick<SqlDatabase, 'othersWrites'>;
  readonly #most: number;
  readonly #kept = new Map<string, Kept<T>>();
  /** Number of starts and ends of this process's writes. */
  #own = 0;

  /** `most`: limit of cached records. */
  constructor(database: Pick<SqlDatabase, 'othersWrites'>, most: number) {
    this.#database = database;
    this.#most = most;
  }

  /** The record with the id, cached or from `read`. Missing records are not cached. */
  async get(id: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const others = this.#database.othersWrites();
    if (others === undefined) return read();
    const kept = this.#kept.get(id);
    if (kept?.others === others && kept.own === this.#own) return kept.record;
    // Taken before the read: a write in between makes the record one state older than it is, never
    // newer.
    const own = this.#own;
    const record = await read();
    if (record !== undefined) this.#keep(id, { record, others, own });
    return record;
  }

  /** Runs a write of the table: records read before its end are not cached. */
  async writing<R>(write: () => Promise<R>): Promise<R> {
    this.#own++;
    try {
      return await write();
    } finally {
      this.#own++;
    }
  }

  #keep(id: string, kept: Kept<T>): void {
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    if (this.#kept.size <= this.#most) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }
}
