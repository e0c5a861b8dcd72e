/**
 * The schema as numbered steps: applied in order, each once, never edited. The columns are those of
 * `../sqlite/migrations.ts`.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE clients (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, secret_hash BYTEA, grants TEXT NOT NULL, scopes TEXT NOT NULL,
     redirect_uris TEXT NOT NULL, origins TEXT NOT NULL, rotation TEXT NOT NULL, token_seconds INTEGER, plain_pkce INTEGER NOT NULL,
     jwks TEXT, grace_seconds INTEGER NOT NULL, registration_hash TEXT, registration_scopes TEXT, disabled INTEGER NOT NULL,
     created_ms BIGINT NOT NULL);
   CREATE TABLE signing_keys (
     kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, public_jwk TEXT NOT NULL, sealed_private_jwk BYTEA NOT NULL,
     created_ms BIGINT NOT NULL, active_ms BIGINT NOT NULL, revoked_ms BIGINT, follows TEXT UNIQUE);
   CREATE TABLE users (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, roles TEXT NOT NULL,
     disabled INTEGER NOT NULL, created_ms BIGINT NOT NULL);
   CREATE TABLE roles (name TEXT COLLATE "C" PRIMARY KEY, scopes TEXT NOT NULL);
   CREATE TABLE grants (
     id TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL, scopes TEXT NOT NULL, auth_ms BIGINT NOT NULL,
     created_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL, revoked_ms BIGINT);
   CREATE INDEX grants_client ON grants (client_id);
   CREATE INDEX grants_user ON grants (user_id);
   CREATE INDEX grants_revoked ON grants (revoked_ms);
   CREATE TABLE codes (
     hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, redirect_uri TEXT, code_challenge TEXT,
     challenge_method TEXT, dpop_thumbprint TEXT, expires_ms BIGINT NOT NULL, used_ms BIGINT);
   CREATE TABLE refresh_tokens (
     hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, dpop_thumbprint TEXT,
     created_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL, used_ms BIGINT);
   CREATE TABLE revoked_tokens (jti TEXT PRIMARY KEY, expires_ms BIGINT NOT NULL, revoked_ms BIGINT NOT NULL);
   CREATE INDEX revoked_tokens_revoked ON revoked_tokens (revoked_ms);
   CREATE TABLE used_once (id TEXT PRIMARY KEY, expires_ms BIGINT NOT NULL);
   CREATE TABLE devices (
     hash TEXT PRIMARY KEY, user_code_hash TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
     state TEXT NOT NULL, grant_id TEXT, interval_ms BIGINT NOT NULL, polled_ms BIGINT NOT NULL,
     expires_ms BIGINT NOT NULL);
   CREATE TABLE sessions (
     hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, auth_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL);
   CREATE INDEX sessions_user ON sessions (user_id);
   CREATE TABLE pending_requests (
     hash TEXT PRIMARY KEY, browser_hash TEXT NOT NULL, request TEXT NOT NULL, expires_ms BIGINT NOT NULL);
   CREATE TABLE throttle (key TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_ms BIGINT NOT NULL);
   CREATE TABLE initial_tokens (
     hash TEXT PRIMARY KEY, scopes TEXT NOT NULL, uses_left INTEGER NOT NULL, expires_ms BIGINT NOT NULL);
   CREATE TABLE audit (
     id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, time_ms BIGINT NOT NULL, event TEXT NOT NULL, client_id TEXT,
     user_id TEXT, detail TEXT, actor TEXT);
   CREATE INDEX audit_time ON audit (time_ms);`,

  `ALTER TABLE roles ADD COLUMN query TEXT;
   ALTER TABLE roles ADD COLUMN fields TEXT;`,

  `ALTER TABLE clients ADD COLUMN pkce_required INTEGER NOT NULL DEFAULT 0;`,

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
