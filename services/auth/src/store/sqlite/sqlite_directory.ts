/** Clients, users, roles and keys in SQLite. */
import type { Client, ClientType, RefreshRotation } from '../../models/client.js';
import type { StoredKey } from '../../models/signing_key.js';
import type { Role, User } from '../../models/user.js';
import type { ClientStore, KeyRecordStore, UserStore } from '../store.js';
import { taken } from '../taken.js';
import { list, optionalNumber } from './row_values.js';
import type { Row, SqliteDatabase, SqlValue } from './sqlite_database.js';

export function sqliteClients(database: SqliteDatabase): ClientStore {
  return {
    async add(client) {
      database.insert('clients', clientRow(client), () => taken('client', client.id));
    },
    async get(id) {
      const row = database.get('SELECT * FROM clients WHERE id = ?', id);
      return row && clientOf(row);
    },
    all: async () => database.all('SELECT * FROM clients ORDER BY created_ms, id').map(clientOf),
    replace: async (client) => update(database, 'clients', clientRow(client)),
    remove: async (id) => database.run('DELETE FROM clients WHERE id = ?', id) === 1,
  };
}

export function sqliteUsers(database: SqliteDatabase): UserStore {
  return {
    async add(user) {
      database.insert('users', userRow(user), () => taken('user', user.name));
    },
    async get(id) {
      const row = database.get('SELECT * FROM users WHERE id = ?', id);
      return row && userOf(row);
    },
    async named(name) {
      const row = database.get('SELECT * FROM users WHERE name = ?', name);
      return row && userOf(row);
    },
    all: async () => database.all('SELECT * FROM users ORDER BY created_ms, id').map(userOf),
    replace: async (user) => update(database, 'users', userRow(user)),
    remove: async (id) => database.run('DELETE FROM users WHERE id = ?', id) === 1,
    async setRole({ name, scopes }) {
      database.run(
        'INSERT INTO roles VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET scopes = excluded.scopes',
        name,
        JSON.stringify(scopes),
      );
    },
    roles: async () => database.all('SELECT * FROM roles ORDER BY name').map(roleOf),
  };
}

export function sqliteKeys(database: SqliteDatabase): KeyRecordStore {
  return {
    async add(key) {
      database.insert('signing_keys', keyRow(key), () => taken('key', key.kid));
    },
    all: async () => database.all('SELECT * FROM signing_keys ORDER BY created_ms, kid').map(keyOf),
    revoke: async (kid, nowMs) =>
      database.run('UPDATE signing_keys SET revoked_ms = ? WHERE kid = ?', nowMs, kid) === 1,
  };
}

function update(
  database: SqliteDatabase,
  table: string,
  row: Readonly<Record<string, SqlValue>> & { readonly id: string },
): boolean {
  const sets = Object.keys(row).map((column) => `${column} = ?`);
  const sql = `UPDATE ${table} SET ${sets.join(', ')} WHERE id = ?`;
  return database.run(sql, ...Object.values(row), row.id) === 1;
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
    plain_pkce: Number(client.plainPkce),
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
    plainPkce: row.plain_pkce === 1,
    disabled: row.disabled === 1,
    createdMs: Number(row.created_ms),
  };
}

function userRow(user: User) {
  return {
    id: user.id,
    name: user.name,
    password_hash: user.passwordHash,
    roles: JSON.stringify(user.roles),
    disabled: Number(user.disabled),
    created_ms: user.createdMs,
  };
}

function userOf(row: Row): User {
  return {
    id: String(row.id),
    name: String(row.name),
    passwordHash: String(row.password_hash),
    roles: list(row.roles),
    disabled: row.disabled === 1,
    createdMs: Number(row.created_ms),
  };
}

function roleOf(row: Row): Role {
  return { name: String(row.name), scopes: list(row.scopes) };
}

function keyRow(key: StoredKey) {
  return {
    kid: key.kid,
    algorithm: key.algorithm,
    public_jwk: key.publicJwk,
    sealed_private_jwk: key.sealedPrivateJwk,
    created_ms: key.createdMs,
    active_ms: key.activeMs,
    revoked_ms: key.revokedMs ?? null,
  };
}

function keyOf(row: Row): StoredKey {
  return {
    kid: String(row.kid),
    algorithm: String(row.algorithm),
    publicJwk: String(row.public_jwk),
    sealedPrivateJwk: row.sealed_private_jwk as Uint8Array,
    createdMs: Number(row.created_ms),
    activeMs: Number(row.active_ms),
    revokedMs: optionalNumber(row.revoked_ms),
  };
}
