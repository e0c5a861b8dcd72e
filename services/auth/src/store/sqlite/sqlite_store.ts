/** The embedded store: one SQLite file, shared by the service and the command line beside it. */
import { SqlStore } from '../sql/sql_store.js';
import { SqliteDatabase } from './sqlite_database.js';

/**
 * `path`: the database file, made when it is not there; `:memory:` for tests. `thorough`: whether
 * all of it is checked first.
 */
export function openSqliteStore(path: string, options?: { readonly thorough?: boolean }): SqlStore {
  return new SqlStore(new SqliteDatabase(path, options));
}
