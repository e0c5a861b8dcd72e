/**
 * Is the database what was written into it? Asked before it is opened for writing, of a connection
 * that cannot write: what is found is left as it is, the write-ahead log included, for whoever has
 * a backup or another use for it.
 */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { markPath, readMark } from './commit_mark.js';
import { damaged, unusable } from './damaged.js';
import { FIRST_WITH_SUMS, MIGRATIONS } from './migrations.js';
import { addRowSum, changedTable, TOTAL_CHANGES } from './row_sums.js';

export interface DatabaseCheck {
  /** Reads everything; otherwise only whether the newest commits are there. */
  readonly thorough: boolean;
  /** How long to wait for another process, milliseconds. */
  readonly timeoutMs: number;
}

/** Throws an ApiError that names the file and what is wrong with it. */
export function checkDatabase(path: string, { thorough, timeoutMs }: DatabaseCheck): void {
  const mark = readMark(path);
  // SQLite takes an empty file for a new database, and the log beside it for one of another.
  if (!existsSync(path) || statSync(path).size === 0) {
    if (mark === undefined) return;
    throw damaged(path, `nothing is left of it, but [${markPath(path)}] knows of it`);
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs });
    // One state of the database for all that is asked.
    database.exec('BEGIN');
    const found = problemOf(database, mark, thorough);
    if (found !== undefined) throw damaged(path, found);
  } catch (error) {
    throw unusable(path, error);
  } finally {
    database?.close();
  }
}

function problemOf(
  database: DatabaseSync,
  mark: number | undefined,
  thorough: boolean,
): string | undefined {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  // Refused by who opens it, in words of its own.
  if (version > MIGRATIONS.length) return undefined;
  if (version < FIRST_WITH_SUMS) {
    return mark === undefined ? undefined : 'its schema is older than its last change';
  }
  const total = Number(database.prepare(TOTAL_CHANGES).get()?.total);
  if (mark !== undefined && !(total >= mark)) {
    return `it has had [${total}] changes where [${mark}] were acknowledged: it is an older copy, or its write-ahead log was changed`;
  }
  if (!thorough) return undefined;
  const [first] = database.prepare('PRAGMA integrity_check(1)').all();
  if (first?.integrity_check !== 'ok') return String(first?.integrity_check);
  addRowSum(database);
  const table = changedTable(database);
  return table === undefined ? undefined : `table [${table}] is not what was written into it`;
}
