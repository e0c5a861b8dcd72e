/** The embedded store: one SQLite file, shared by the service and the command line. */
import { SqlStore } from '../sql/sql_store.js';
import { SqliteDatabase } from './sqlite_database.js';

/**
 * `path`: the database file, created if it does not exist; `:memory:` for tests. `thorough`: true
 * to check all of it first.
 */
export function openSqliteStore(path: string, options?: { readonly thorough?: boolean }): SqlStore {
  return new SqlStore(new SqliteDatabase(path, options));
}
