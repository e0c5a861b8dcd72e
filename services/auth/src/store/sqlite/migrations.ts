/**
 * The schema as numbered steps: applied in order, each once, never edited. Values used in
 * conditions are columns; lists are JSON. Times are milliseconds since the epoch.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE clients (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash BLOB, grants TEXT NOT NULL, scopes TEXT NOT NULL,
     disabled INTEGER NOT NULL, created_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE signing_keys (
     kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, public_jwk TEXT NOT NULL, sealed_private_jwk BLOB NOT NULL,
     created_ms INTEGER NOT NULL) STRICT;`,

  `ALTER TABLE clients ADD COLUMN type TEXT NOT NULL DEFAULT 'confidential';
   ALTER TABLE clients ADD COLUMN redirect_uris TEXT NOT NULL DEFAULT '[]';
   ALTER TABLE clients ADD COLUMN origins TEXT NOT NULL DEFAULT '[]';
   ALTER TABLE clients ADD COLUMN rotation TEXT NOT NULL DEFAULT 'rotating';
   ALTER TABLE clients ADD COLUMN token_seconds INTEGER;
   ALTER TABLE clients ADD COLUMN plain_pkce INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE signing_keys ADD COLUMN active_ms INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE signing_keys ADD COLUMN revoked_ms INTEGER;
   CREATE TABLE users (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, roles TEXT NOT NULL,
     disabled INTEGER NOT NULL, created_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE roles (name TEXT PRIMARY KEY, scopes TEXT NOT NULL) STRICT;
   CREATE TABLE grants (
     id TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL, scopes TEXT NOT NULL, auth_ms INTEGER NOT NULL,
     created_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, revoked_ms INTEGER) STRICT;
   CREATE INDEX grants_client ON grants (client_id);
   CREATE INDEX grants_user ON grants (user_id);
   CREATE TABLE codes (
     hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, redirect_uri TEXT, code_challenge TEXT,
     challenge_method TEXT, dpop_thumbprint TEXT, expires_ms INTEGER NOT NULL, used_ms INTEGER) STRICT;
   CREATE TABLE refresh_tokens (
     hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, dpop_thumbprint TEXT,
     created_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, used_ms INTEGER) STRICT;
   CREATE TABLE revoked_tokens (jti TEXT PRIMARY KEY, expires_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE used_once (id TEXT PRIMARY KEY, expires_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE devices (
     hash TEXT PRIMARY KEY, user_code_hash TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
     state TEXT NOT NULL, grant_id TEXT, interval_ms INTEGER NOT NULL, polled_ms INTEGER NOT NULL,
     expires_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE sessions (
     hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, auth_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE pending_requests (
     hash TEXT PRIMARY KEY, browser_hash TEXT NOT NULL, request TEXT NOT NULL, expires_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE throttle (key TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE audit (
     id INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, event TEXT NOT NULL, client_id TEXT, user_id TEXT, detail TEXT) STRICT;
   UPDATE clients SET grants = '["' || replace(grants, ' ', '","') || '"]',
     scopes = '["' || replace(scopes, ' ', '","') || '"]';`,

  `CREATE TABLE initial_tokens (
     hash TEXT PRIMARY KEY, scopes TEXT NOT NULL, uses_left INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT;`,

  `ALTER TABLE clients ADD COLUMN jwks TEXT;
   ALTER TABLE clients ADD COLUMN grace_seconds INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE clients ADD COLUMN registration_hash TEXT;
   ALTER TABLE clients ADD COLUMN registration_scopes TEXT;
   ALTER TABLE signing_keys ADD COLUMN follows TEXT;
   CREATE UNIQUE INDEX signing_keys_follows ON signing_keys (follows);
   ALTER TABLE revoked_tokens ADD COLUMN revoked_ms INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX revoked_tokens_revoked ON revoked_tokens (revoked_ms);
   CREATE INDEX grants_revoked ON grants (revoked_ms);
   CREATE INDEX sessions_user ON sessions (user_id);
   ALTER TABLE audit ADD COLUMN actor TEXT;
   CREATE INDEX audit_time ON audit (time_ms);`,

  `ALTER TABLE roles ADD COLUMN query TEXT;
   ALTER TABLE roles ADD COLUMN fields TEXT;`,

  `ALTER TABLE clients ADD COLUMN pkce_required INTEGER NOT NULL DEFAULT 0;`,

  `CREATE TABLE integrity (name TEXT PRIMARY KEY, changes INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT;`,

  `CREATE INDEX throttle_purged ON throttle (last_ms);
   CREATE INDEX initial_tokens_purged ON initial_tokens (expires_ms);
   CREATE INDEX codes_purged ON codes (expires_ms);
   CREATE INDEX refresh_tokens_purged ON refresh_tokens (expires_ms);
   CREATE INDEX grants_purged ON grants (expires_ms);
   CREATE INDEX revoked_tokens_purged ON revoked_tokens (expires_ms);
   CREATE INDEX used_once_purged ON used_once (expires_ms);
   CREATE INDEX devices_purged ON devices (expires_ms);
   CREATE INDEX sessions_purged ON sessions (auth_ms);
   CREATE INDEX pending_requests_purged ON pending_requests (expires_ms);`,

  `ALTER TABLE clients ADD COLUMN first_party INTEGER NOT NULL DEFAULT 0;`,
];

/** The first schema version with the sums of `row_sums.ts`. */
export const FIRST_WITH_SUMS = 7;
