/**
 * The embedded store: SQLite as it comes with Node. `synchronous=FULL`: a statement that returned is on the disk. Schema changes are
 * numbered steps, applied in order and never edited.
 */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { ApiError } from '@skein/errors';
import type { Client } from '../models/client.js';
import type { StoredKey } from '../models/signing_key.js';
import type { Store } from './store.js';

const MIGRATIONS: readonly string[] = [
  `CREATE TABLE clients (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash BLOB, grants TEXT NOT NULL, scopes TEXT NOT NULL,
     disabled INTEGER NOT NULL, created_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE signing_keys (
     kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, public_jwk TEXT NOT NULL, sealed_private_jwk BLOB NOT NULL,
     created_ms INTEGER NOT NULL) STRICT;`,
];

/** How long a writer waits for another process (the command line beside a running service). */
const BUSY_MS = 5000;

type Row = Record<string, SQLOutputValue>;

export class SqliteStore implements Store {
  readonly #database: DatabaseSync;

  /** `path`: the database file, made when it is not there; `:memory:` for tests. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#database.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;',
    );
    this.#migrate();
  }

  addClient(client: Client): void {
    this.#insert(
      'INSERT INTO clients VALUES (?, ?, ?, ?, ?, ?, ?)',
      [
        client.id,
        client.name,
        client.secretHash ?? null,
        client.grants.join(' '),
        client.scopes.join(' '),
        client.disabled ? 1 : 0,
        client.createdMs,
      ],
      `client [${client.id}] already exists`,
    );
  }

  client(id: string): Client | undefined {
    const row = this.#database.prepare('SELECT * FROM clients WHERE id = ?').get(id);
    return row ? clientOf(row) : undefined;
  }

  clients(): readonly Client[] {
    return this.#database
      .prepare('SELECT * FROM clients ORDER BY created_ms, id')
      .all()
      .map(clientOf);
  }

  addKey(key: StoredKey): void {
    this.#insert(
      'INSERT INTO signing_keys VALUES (?, ?, ?, ?, ?)',
      [key.kid, key.algorithm, key.publicJwk, key.sealedPrivateJwk, key.createdMs],
      `key [${key.kid}] already exists`,
    );
  }

  keys(): readonly StoredKey[] {
    return this.#database
      .prepare('SELECT * FROM signing_keys ORDER BY created_ms, kid')
      .all()
      .map(keyOf);
  }

  close(): void {
    this.#database.close();
  }

  #insert(sql: string, values: (string | number | Uint8Array | null)[], taken: string): void {
    try {
      this.#database.prepare(sql).run(...values);
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_PRIMARYKEY) throw error;
      throw new ApiError('resource_already_exists_exception', taken);
    }
  }

  #migrate(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    const row = this.#database.prepare('PRAGMA user_version').get();
    const version = Number(row?.user_version ?? 0);
    if (version > MIGRATIONS.length) {
      this.#database.exec('ROLLBACK');
      throw new ApiError(
        'illegal_state_exception',
        `the database has schema version [${version}], this program knows [${MIGRATIONS.length}] at most`,
      );
    }
    for (const step of MIGRATIONS.slice(version)) this.#database.exec(step);
    this.#database.exec(`PRAGMA user_version=${MIGRATIONS.length}`);
    this.#database.exec('COMMIT');
  }
}

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

function clientOf(row: Row): Client {
  return {
    id: String(row.id),
    name: String(row.name),
    secretHash: row.secret_hash instanceof Uint8Array ? row.secret_hash : undefined,
    grants: words(row.grants),
    scopes: words(row.scopes),
    disabled: row.disabled === 1,
    createdMs: Number(row.created_ms),
  };
}

function keyOf(row: Row): StoredKey {
  return {
    kid: String(row.kid),
    algorithm: String(row.algorithm),
    publicJwk: String(row.public_jwk),
    sealedPrivateJwk: row.sealed_private_jwk as Uint8Array,
    createdMs: Number(row.created_ms),
  };
}

function words(value: SQLOutputValue | undefined): string[] {
  return String(value ?? '')
    .split(' ')
    .filter((word) => word !== '');
}
