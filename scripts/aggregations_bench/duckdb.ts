/** Asks DuckDB the same questions, as SQL over the same columns, with one thread. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trustedJson } from '../trusted_json.ts';
import type { Asked, BenchClass } from './classes.ts';
import type { DataSet } from './data.ts';

/** The used part of `@duckdb/node-api`, which is not a dependency of this project. */
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): unknown }>;
}

interface Flight {
  readonly '@timestamp': string;
  readonly carrier: string;
  readonly origin: { readonly code: string };
  readonly dest: { readonly code: string };
  readonly distance: number;
  readonly hour: number;
  readonly cancelled: boolean;
  readonly dep_delay?: number;
  readonly arr_delay?: number;
  readonly air_time?: number;
  readonly plane?: { readonly tailnum?: string };
  readonly weather?: { readonly temp?: number };
}

interface Table {
  readonly columns: string;
  readonly row: (line: string) => readonly unknown[];
}

const TABLES: Readonly<Record<string, Table>> = {
  flights: {
    columns:
      't TIMESTAMP, carrier VARCHAR, origin VARCHAR, dest VARCHAR, distance INTEGER, hour INTEGER, cancelled BOOLEAN, dep_delay FLOAT, arr_delay FLOAT, air_time INTEGER, tailnum VARCHAR, temp FLOAT',
    row(line) {
      const flight = trustedJson<Flight>(line);
      return [
        flight['@timestamp'].replace('T', ' ').replace('Z', ''),
        flight.carrier,
        flight.origin.code,
        flight.dest.code,
        flight.distance,
        flight.hour,
        flight.cancelled,
        flight.dep_delay,
        flight.arr_delay,
        flight.air_time,
        flight.plane?.tailnum,
        flight.weather?.temp,
      ];
    },
  },
  keys: {
    columns: 'key VARCHAR, "group" INTEGER, price BIGINT',
    row(line) {
      const { key, group, price } = trustedJson<Record<string, unknown>>(line);
      return [key, group, price];
    },
  },
};

async function load(connection: Connection, set: DataSet, documents: number): Promise<void> {
  const table = TABLES[set.name];
  if (table === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'duckdb-'));
  const file = join(folder, 'rows.csv');
  const rows: string[] = [];
  for await (const line of set.documents(documents)) rows.push(table.row(line).join(','));
  writeFileSync(file, `${rows.join('\n')}\n`);
  await connection.run(`CREATE OR REPLACE TABLE ${set.name} (${table.columns})`);
  await connection.run(`COPY ${set.name} FROM '${file}' (HEADER false)`);
  rmSync(folder, { recursive: true });
}

/** Opens DuckDB; `folder` is where the package is installed. */
export async function duckDb(folder: string) {
  const resolve = createRequire(join(folder, 'package.json')).resolve;
  const { DuckDBInstance } = await import(resolve('@duckdb/node-api'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection: Connection = await instance.connect();
  return {
    name: 'DuckDB',
    open: (set: DataSet, documents: number) => load(connection, set, documents),
    async ask(_given: BenchClass, { sql }: Asked): Promise<string | undefined> {
      if (sql === undefined) return undefined;
      const answer = await connection.runAndReadAll(sql);
      return JSON.stringify(answer.getRowObjectsJson());
    },
    close: async (set: DataSet) => connection.run(`DROP TABLE IF EXISTS ${set.name}`),
  };
}
