/** The store for several instances: one PostgreSQL database. */
import { SqlStore } from '../sql/sql_store.js';
import { PostgresDatabase, type PostgresOptions } from './postgres_database.js';

export async function openPostgresStore(options: PostgresOptions): Promise<SqlStore> {
  return new SqlStore(await PostgresDatabase.open(options));
}
