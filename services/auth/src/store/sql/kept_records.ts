/**
 * Records of a table as they were last read, given again for as long as nobody has written: not
 * this process, which says so, nor another one, which the database tells. So they are never older
 * than what a read would find.
 */
import type { SqlDatabase } from './sql_database.js';

interface Kept<T> {
  readonly record: T;
  /** When it was read: the state of others' writes and of ours. */
  readonly others: number;
  readonly own: number;
}

export class KeptRecords<T> {
  readonly #database: Pick<SqlDatabase, 'othersWrites'>;
  readonly #most: number;
  readonly #kept = new Map<string, Kept<T>>();
  /** Writes of this process that have begun or ended. */
  #own = 0;

  /** `most`: records kept at a time. */
  constructor(database: Pick<SqlDatabase, 'othersWrites'>, most: number) {
    this.#database = database;
    this.#most = most;
  }

  /** The record with the id, by `read` unless it is kept. What is not there is not kept. */
  async get(id: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const others = this.#database.othersWrites();
    if (others === undefined) return read();
    const kept = this.#kept.get(id);
    if (kept?.others === others && kept.own === this.#own) return kept.record;
    // Taken before the read: a write in between makes it one state older than it is, never newer.
    const own = this.#own;
    const record = await read();
    if (record !== undefined) this.#keep(id, { record, others, own });
    return record;
  }

  /** `write` changes the table: what is read before it has ended is not given afterwards. */
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
