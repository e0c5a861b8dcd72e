/**
 * Converts records of the models to rows and back. A record's table is described once, member by
 * member: `grantId: optional(text)` is kept in the column `grant_id`, as text or NULL.
 */
import type { Row, SqlValue } from './sql_database.js';

interface Column<T> {
  readonly value: (member: T) => SqlValue;
  readonly member: (value: unknown) => T;
}

/*
 * The casts of this file hold because a row is read only as the kind of record that it was written
 * from, and a table of columns has one for each member of its records, and no other.
 */

/** A text, of which the type may allow only some. */
export const text = <T extends string = string>(): Column<T> => ({
  value: (member) => member,
  member: (value) => String(value) as T,
});

export const number: Column<number> = { value: (member) => member, member: Number };

/** A boolean, as 0 or 1. */
export const flag: Column<boolean> = { value: Number, member: (value) => value === 1 };

export const bytes: Column<Uint8Array> = {
  value: (member) => member,
  member: (value) => value as Uint8Array,
};

/** A list or an object, as JSON. */
export const json = <T>(): Column<T> => ({
  value: (member) => JSON.stringify(member),
  member: (value) => JSON.parse(String(value)) as T,
});

/** NULL if there is none. */
export const optional = <T>({ value, member }: Column<T>): Column<T | undefined> => ({
  value: (given) => (given === undefined ? null : value(given)),
  member: (found) => (found === null || found === undefined ? undefined : member(found)),
});

/** The columns of a kind of records. */
interface RecordColumns<T> {
  row(record: T): Record<string, SqlValue>;
  /** The columns of the members that the change has, be they undefined. */
  changes(change: Partial<T>): Record<string, SqlValue>;
  record(row: Row): T;
}

export function columnsOf<T extends object>(
  columns: {
    readonly [Name in keyof T]-?: Column<T[Name]>;
  },
): RecordColumns<T> {
  const names = Object.keys(columns) as (keyof T & string)[];
  const places = names.map((name) => [name, snakeCase(name)] as const);
  return {
    row: (record) =>
      Object.fromEntries(
        places.map(([name, column]) => [column, columns[name].value(record[name])]),
      ),
    changes: (change) =>
      Object.fromEntries(
        places
          .filter(([name]) => Object.hasOwn(change, name))
          .map(([name, column]) => [column, columns[name].value(change[name] as T[typeof name])]),
      ),
    record: (row) =>
      Object.fromEntries(
        places.map(([name, column]) => [name, columns[name].member(row[column])]),
      ) as T,
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
