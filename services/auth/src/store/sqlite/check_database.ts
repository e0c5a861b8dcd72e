/**
 * Checks that the database is intact before it is opened for writing, through a read-only
 * connection: a damaged file is left as it is, including the write-ahead log, for recovery.
 */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { markPath, readMark } from './commit_mark.js';
import { damaged, unusable } from './damaged.js';
import { FIRST_WITH_SUMS, MIGRATIONS } from './migrations.js';
import { addRowSum, changedTable, TOTAL_CHANGES } from './row_sums.js';

interface DatabaseCheck {
  /** True to read everything; otherwise only the presence of the newest commits is checked. */
  readonly thorough: boolean;
  /** Timeout for another process in milliseconds. */
  readonly timeoutMs: number;
}

/** Throws an ApiError that names the file and the damage. */
export function checkDatabase(path: string, { thorough, timeoutMs }: DatabaseCheck): void {
  const mark = readMark(path);
  // SQLite treats an empty file as a new database, and its log as that of another one.
  if (!existsSync(path) || statSync(path).size === 0) {
    if (mark === undefined) return;
    throw damaged(path, `nothing is left of it, but [${markPath(path)}] knows of it`);
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs });
    // All checks see one state of the database.
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
  // The opening code refuses it with its own error.
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
