/** Users, roles and keys in SQL. */
import type { GrantedFields } from '@skein/oauth';
import type { StoredKey } from '../../models/signing_key.js';
import type { Role, User } from '../../models/user.js';
import { SALT_AND_KEY_CHARACTERS } from '../../passwords/password_hash.js';
import type { KeyRecordStore, UserStore } from '../store.js';
import { taken } from '../taken.js';
import { bytes, columnsOf, flag, json, number, optional, text } from './columns.js';
import { list, optionalText } from './row_values.js';
import { insertRow, type Row, type SqlDatabase, updateRow } from './sql_database.js';

const USER = columnsOf<User>({
  id: text(),
  name: text(),
  passwordHash: text(),
  roles: json(),
  disabled: flag,
  createdMs: number,
});

const KEY = columnsOf<StoredKey>({
  kid: text(),
  algorithm: text(),
  publicJwk: text(),
  sealedPrivateJwk: bytes,
  createdMs: number,
  activeMs: number,
  revokedMs: optional(number),
  follows: optional(text()),
});

export function sqlUsers(database: SqlDatabase): UserStore {
  return {
    async add(user) {
      await insertRow(database, 'users', USER.row(user), () => taken('user', user.name));
    },
    async get(id) {
      const row = await database.get('SELECT * FROM users WHERE id = ?', id);
      return row && USER.record(row);
    },
    async named(name) {
      const row = await database.get('SELECT * FROM users WHERE name = ?', name);
      return row && USER.record(row);
    },
    all: async () =>
      (await database.all('SELECT * FROM users ORDER BY created_ms, id')).map(USER.record),
    page: async (after, size) =>
      (await database.all('SELECT * FROM users WHERE id > ? ORDER BY id LIMIT ?', after, size)).map(
        USER.record,
      ),
    change: async (id, change) => updateRow(database, 'users', USER.changes(change), id),
    async passwordCosts() {
      const sql =
        'SELECT DISTINCT substr(password_hash, 1, length(password_hash) - ?) AS cost FROM users';
      return (await database.all(sql, SALT_AND_KEY_CHARACTERS)).map(({ cost }) => String(cost));
    },
    async rehash(id, before, after) {
      const sql = 'UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?';
      return (await database.run(sql, after, id, before)) === 1;
    },
    remove: async (id) => (await database.run('DELETE FROM users WHERE id = ?', id)) === 1,
    async setRole({ name, scopes, query, fields }) {
      await database.run(
        `INSERT INTO roles (name, scopes, query, fields) VALUES (?, ?, ?, ?) ON CONFLICT (name)
         DO UPDATE SET scopes = excluded.scopes, query = excluded.query, fields = excluded.fields`,
        name,
        JSON.stringify(scopes),
        query ?? null,
        fields === undefined ? null : JSON.stringify(fields),
      );
    },
    removeRole: async (name) =>
      (await database.run('DELETE FROM roles WHERE name = ?', name)) === 1,
    roles: async () => (await database.all('SELECT * FROM roles ORDER BY name')).map(roleOf),
  };
}

export function sqlKeys(database: SqlDatabase): KeyRecordStore {
  return {
    async add(key) {
      await insertRow(database, 'signing_keys', KEY.row(key), () => taken('key', key.kid));
    },
    all: async () =>
      (await database.all('SELECT * FROM signing_keys ORDER BY created_ms, kid')).map(KEY.record),
    revoke: async (kid, nowMs) =>
      (await database.run('UPDATE signing_keys SET revoked_ms = ? WHERE kid = ?', nowMs, kid)) ===
      1,
  };
}

function roleOf(row: Row): Role {
  const query = optionalText(row.query);
  const fields = optionalText(row.fields);
  return {
    name: String(row.name),
    scopes: list(row.scopes),
    ...(query === undefined ? {} : { query }),
    ...(fields === undefined ? {} : { fields: json<GrantedFields>().member(fields) }),
  };
}
