/**
 * Clients in SQL. Every authenticated request reads one, so reads are cached until the next write.
 */
import type { Client } from '../../models/client.js';
import type { ClientStore } from '../store.js';
import { taken } from '../taken.js';
import { bytes, columnsOf, flag, json, number, optional, text } from './columns.js';
import { KeptRecords } from './kept_records.js';
import { list, optionalText } from './row_values.js';
import { insertRow, type Row, type SqlDatabase, updateRow } from './sql_database.js';

/** Limit of cached clients. */
const MOST_KEPT = 1000;

/** All members but `registration`, which is kept in two columns. */
const CLIENT = columnsOf<Omit<Client, 'registration'>>({
  id: text(),
  name: text(),
  type: text(),
  secretHash: optional(bytes),
  grants: json(),
  scopes: json(),
  redirectUris: json(),
  origins: json(),
  rotation: text(),
  tokenSeconds: optional(number),
  jwks: optional(json()),
  graceSeconds: number,
  plainPkce: flag,
  pkceRequired: flag,
  firstParty: flag,
  disabled: flag,
  createdMs: number,
});

export function sqlClients(database: SqlDatabase): ClientStore {
  const kept = new KeptRecords<Client>(database, MOST_KEPT);
  const origins = new KeptRecords<ReadonlySet<string>>(database, 1);
  const writing = <T>(write: () => Promise<T>) => kept.writing(() => origins.writing(write));
  return {
    add: (client) =>
      writing(() =>
        insertRow(database, 'clients', clientRow(client), () => taken('client', client.id)),
      ),
    hasOrigin: async (origin) =>
      (await origins.get('all', () => originsOf(database)))?.has(origin) === true,
    get: (id) =>
      kept.get(id, async () => {
        const row = await database.get('SELECT * FROM clients WHERE id = ?', id);
        return row && clientOf(row);
      }),
    all: async () =>
      (await database.all('SELECT * FROM clients ORDER BY created_ms, id')).map(clientOf),
    page: async (after, size) =>
      (
        await database.all('SELECT * FROM clients WHERE id > ? ORDER BY id LIMIT ?', after, size)
      ).map(clientOf),
    change: (id, change) =>
      writing(() => updateRow(database, 'clients', CLIENT.changes(change), id)),
    remove: (id) =>
      writing(async () => (await database.run('DELETE FROM clients WHERE id = ?', id)) === 1),
  };
}

async function originsOf(database: SqlDatabase): Promise<ReadonlySet<string>> {
  const sql = `SELECT DISTINCT origins FROM clients WHERE disabled = 0 AND origins <> '[]'`;
  const rows = await database.all(sql);
  return new Set(rows.flatMap((row) => list(row.origins)));
}

function clientRow({ registration, ...client }: Client) {
  return {
    ...CLIENT.row(client),
    registration_hash: registration?.tokenHash ?? null,
    registration_scopes: registration === undefined ? null : JSON.stringify(registration.scopes),
  };
}

function clientOf(row: Row): Client {
  return { ...CLIENT.record(row), registration: registrationOf(row) };
}

function registrationOf(row: Row): Client['registration'] {
  const tokenHash = optionalText(row.registration_hash);
  return tokenHash === undefined ? undefined : { tokenHash, scopes: list(row.registration_scopes) };
}
