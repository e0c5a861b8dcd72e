/**
 * Clients in SQL. Every authenticated request reads one, so reads are cached until the next write.
 */
import type { Client, ClientType, PublicJwk, RefreshRotation } from '../../models/client.js';
import type { ClientStore } from '../store.js';
import { taken } from '../taken.js';
import { KeptRecords } from './kept_records.js';
import { list, optionalNumber, optionalText } from './row_values.js';
import { insertRow, type Row, type SqlDatabase, updateRow } from './sql_database.js';

/** Limit of cached clients. */
const MOST_KEPT = 1000;

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
    replace: (client) => writing(() => updateRow(database, 'clients', clientRow(client))),
    remove: (id) =>
      writing(async () => (await database.run('DELETE FROM clients WHERE id = ?', id)) === 1),
  };
}

async function originsOf(database: SqlDatabase): Promise<ReadonlySet<string>> {
  const sql = `SELECT DISTINCT origins FROM clients WHERE disabled = 0 AND origins <> '[]'`;
  const rows = await database.all(sql);
  return new Set(rows.flatMap((row) => list(row.origins)));
}

function clientRow(client: Client) {
  return {
    id: client.id,
    name: client.name,
    type: client.type,
    secret_hash: client.secretHash ?? null,
    grants: JSON.stringify(client.grants),
    scopes: JSON.stringify(client.scopes),
    redirect_uris: JSON.stringify(client.redirectUris),
    origins: JSON.stringify(client.origins),
    rotation: client.rotation,
    token_seconds: client.tokenSeconds ?? null,
    jwks: client.jwks === undefined ? null : JSON.stringify(client.jwks),
    grace_seconds: client.graceSeconds,
    registration_hash: client.registration?.tokenHash ?? null,
    registration_scopes: client.registration ? JSON.stringify(client.registration.scopes) : null,
    plain_pkce: Number(client.plainPkce),
    pkce_required: Number(client.pkceRequired),
    first_party: Number(client.firstParty),
    disabled: Number(client.disabled),
    created_ms: client.createdMs,
  };
}

function clientOf(row: Row): Client {
  return {
    id: String(row.id),
    name: String(row.name),
    type: String(row.type) as ClientType,
    secretHash: row.secret_hash instanceof Uint8Array ? row.secret_hash : undefined,
    grants: list(row.grants),
    scopes: list(row.scopes),
    redirectUris: list(row.redirect_uris),
    origins: list(row.origins),
    rotation: String(row.rotation) as RefreshRotation,
    tokenSeconds: optionalNumber(row.token_seconds),
    jwks: row.jwks === null ? undefined : (JSON.parse(String(row.jwks)) as PublicJwk[]),
    graceSeconds: Number(row.grace_seconds),
    registration: registrationOf(row),
    plainPkce: row.plain_pkce === 1,
    pkceRequired: row.pkce_required === 1,
    firstParty: row.first_party === 1,
    disabled: row.disabled === 1,
    createdMs: Number(row.created_ms),
  };
}

function registrationOf(row: Row): Client['registration'] {
  const tokenHash = optionalText(row.registration_hash);
  return tokenHash === undefined ? undefined : { tokenHash, scopes: list(row.registration_scopes) };
}
