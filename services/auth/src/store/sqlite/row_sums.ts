/**
 * Checksums of tables. SQLite keeps no checksums in its file: a flipped bit changes a name or a
 * right, or removes a row, unnoticed. So every table has a sum over its rows in the table
 * `integrity`, maintained by triggers in the changing transaction. It is the sum of the rows'
 * CRC-32s, so the reading order does not matter. `changes` counts all changes ever made;
 * `commit_mark.ts` stores a lower bound of it.
 *
 * The triggers are temporary: each connection creates its own, so that the file contains nothing
 * that needs this program.
 */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** Sums are modulo 2^32. */
const MASK = 0xffff_ffff;
/** The table of SQLite's tables and indices. */
const SCHEMA = 'sqlite_schema';

/** Defines the function `row_sum` for the connection. */
export function addRowSum(database: DatabaseSync): void {
  database.function('row_sum', { deterministic: true, varargs: true }, (...values) =>
    crc32(JSON.stringify(values.map(written))),
  );
}

/** Gives each value an unambiguous form: text never looks like bytes. */
function written(value: unknown): unknown {
  return value instanceof Uint8Array ? [Buffer.from(value).toString('latin1')] : value;
}

/** Makes the connection maintain the sums. */
export function keepSums(database: DatabaseSync): void {
  database.exec('PRAGMA temp_store=MEMORY');
  for (const table of summedTables(database)) {
    const columns = columnsOf(database, table);
    const sum = (row: 'NEW' | 'OLD') =>
      `row_sum(${columns.map((c) => `${row}."${c}"`).join(', ')})`;
    const change = (difference: string) =>
      `UPDATE integrity SET changes = changes + 1, sum = (sum + ${difference}) & ${MASK} WHERE name = '${table}';`;
    const trigger = (event: string, difference: string) =>
      `CREATE TEMP TRIGGER "sum_${event}_${table}" AFTER ${event} ON main."${table}" BEGIN ${change(difference)} END;`;
    database.exec(
      trigger('INSERT', sum('NEW')) +
        trigger('UPDATE', `${sum('NEW')} - ${sum('OLD')}`) +
        trigger('DELETE', `${MASK + 1} - ${sum('OLD')}`),
    );
  }
}

/** Recomputes the sums of all tables after a schema change, in its transaction. */
export function countSums(database: DatabaseSync): void {
  const insert = database.prepare(
    `INSERT INTO integrity (name, changes, sum) VALUES (?, 0, ?)
       ON CONFLICT (name) DO UPDATE SET sum = excluded.sum`,
  );
  for (const table of [SCHEMA, ...summedTables(database)])
    insert.run(table, sumOf(database, table));
}

/** The first table whose content does not match its sum; undefined if all match. */
export function changedTable(database: DatabaseSync): string | undefined {
  const known = database.prepare('SELECT name, sum FROM integrity').all();
  const sums = new Map(known.map(({ name, sum }) => [String(name), Number(sum)]));
  const tables = [SCHEMA, ...summedTables(database)];
  const changed = tables.find((table) => sums.get(table) !== sumOf(database, table));
  return changed ?? [...sums.keys()].find((name) => !tables.includes(name));
}

/** Number of rows ever changed. */
export const TOTAL_CHANGES = 'SELECT sum(changes) AS total FROM integrity';

function summedTables(database: DatabaseSync): string[] {
  const sql = `SELECT name FROM main.${SCHEMA} WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'integrity'`;
  return database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

function sumOf(database: DatabaseSync, table: string): number {
  // The start page of a table in the file is not part of its content.
  const columns =
    table === SCHEMA ? ['type', 'name', 'tbl_name', 'sql'] : columnsOf(database, table);
  const values = columns.map((column) => `"${column}"`).join(', ');
  const sql = `SELECT coalesce(sum(row_sum(${values})), 0) & ${MASK} AS sum FROM main."${table}"`;
  return Number(database.prepare(sql).get()?.sum);
}

function columnsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  return columns.map(({ name }) => String(name));
}
