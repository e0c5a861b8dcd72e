/** Settings of the authorization service, one per line, parsed once at start. */
import { isIP } from 'node:net';
import { parseTimeMs } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import { type TlsFiles, tlsFiles } from '@skein/platform';
import {
  booleanSetting,
  choiceSetting,
  intSetting,
  listSetting,
  readSetting,
  type Setting,
  type Settings,
  SettingsTable,
  textSetting,
  timeSetting,
} from '@skein/settings';

import { isArgon2Available } from './passwords/argon2id.js';
import type { PasswordHashName } from './passwords/password_hash.js';

/** Usual bounds of token lifetimes: 5 minutes to 1 hour. */
export const SHORTEST_TOKEN_SECONDS = 300;
export const LONGEST_TOKEN_SECONDS = 3600;

const SIGNING_ALGORITHMS = ['ES256', 'EdDSA', 'RS256'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
type LogFormat = 'json' | 'text' | 'auto';

/** `public`: clients without a secret, and those whose registration requires PKCE. */
export type PkceRequirement = 'public' | 'all';

const AUTH = {
  host: textSetting(['http.host', 'static', 'address on which the service listens'], '127.0.0.1'),
  port: textSetting(['http.port', 'static', 'port to listen on; 0: a free port'], '9280'),
  dataPath: textSetting(
    ['path.data', 'static', 'folder of the database and of the keys'],
    'data/auth',
  ),
  databaseUrl: textSetting([
    'auth.database.url',
    'static',
    'URL of a PostgreSQL database that instances of the service share: postgres://user:password@host/database; when absent, a SQLite file in path.data',
  ]),
  databasePool: intSetting(
    [
      'auth.database.pool_size',
      'static',
      'largest number of connections to the PostgreSQL database',
    ],
    '10',
    { min: 1, max: 1000 },
  ),
  issuer: textSetting([
    'auth.issuer',
    'static',
    'issuer identifier (RFC 8414); http://host:port when absent',
  ]),
  audience: textSetting(['auth.audience', 'static', '`aud` claim of issued tokens'], 'skein'),
  tokenLifetime: timeSetting(
    ['auth.access_token.lifetime', 'static', 'lifetime of access tokens, 5m to 1h'],
    '15m',
  ),
  refreshIdle: timeSetting(
    [
      'auth.refresh_token.idle',
      'static',
      'time without use after which a refresh token expires, 1d to 180d',
    ],
    '30d',
  ),
  refreshLifetime: timeSetting(
    [
      'auth.refresh_token.lifetime',
      'static',
      'time after a sign-in in which its tokens can be refreshed, 1d to 365d',
    ],
    '90d',
  ),
  implicit: booleanSetting(
    [
      'auth.implicit.enabled',
      'static',
      'true: clients that list the implicit grant may use it; false: no client may',
    ],
    'true',
  ),
  password: booleanSetting(
    [
      'auth.password.enabled',
      'static',
      'true: clients that list the password grant may use it; false: no client may',
    ],
    'true',
  ),
  pkce: choiceSetting<PkceRequirement>(
    [
      'auth.pkce.required',
      'static',
      'clients that must use PKCE: public (those without a secret, and those registered to require it) or all',
    ],
    'public',
    ['public', 'all'],
  ),
  plainPkce: booleanSetting(
    [
      'auth.pkce.plain.enabled',
      'static',
      "true: clients with permission for PKCE's plain method may use it",
    ],
    'false',
  ),
  waitingLimit: intSetting(
    [
      'auth.waiting.limit',
      'static',
      'largest number of authorization requests and devices that wait for their users; further requests get status 503',
    ],
    '50000',
    { min: 100, max: 10_000_000 },
  ),
  tlsCertificate: textSetting([
    'http.tls.certificate',
    'static',
    'PEM file of the certificate of the service; if it is set, the service uses HTTPS',
  ]),
  tlsKey: textSetting([
    'http.tls.key',
    'static',
    'PEM file of the private key of http.tls.certificate',
  ]),
  trustedProxies: listSetting([
    'http.trusted_proxies',
    'static',
    'addresses or networks of proxies whose X-Forwarded-For header is trusted',
  ]),
  throttleByAddress: booleanSetting(
    [
      'auth.login.throttle_by_address',
      'static',
      'true: wrong passwords also count by client address, not only by user',
    ],
    'false',
  ),
  passwordHash: choiceSetting<PasswordHashName>(
    ['auth.password.hash', 'static', 'hash function of new passwords'],
    'scrypt',
    ['scrypt', 'argon2id'],
  ),
  metricsPort: textSetting([
    'auth.metrics.port',
    'static',
    'port of GET /metrics; 0: a free port; no metrics when absent',
  ]),
  metricsHost: textSetting(
    ['auth.metrics.host', 'static', 'address on which auth.metrics.port listens'],
    '127.0.0.1',
  ),
  dpopNonce: booleanSetting(
    [
      'auth.dpop.nonce.required',
      'static',
      'true: DPoP proofs must contain a nonce of this service (RFC 9449, section 8)',
    ],
    'false',
  ),
  auditRetention: timeSetting(
    ['auth.audit.retention', 'static', 'time for which events stay in the audit log, 1d to 3650d'],
    '365d',
  ),
  registration: booleanSetting(
    ['auth.registration.enabled', 'static', 'true: clients may register themselves (RFC 7591)'],
    'false',
  ),
  keyRotation: timeSetting(
    [
      'auth.keys.rotation',
      'static',
      'age of a signing key at which the next key is created, 1h to 3650d',
    ],
    '30d',
  ),
  keyLead: timeSetting(
    [
      'auth.keys.lead',
      'static',
      'time for which a new key is published before it signs, 0s to 365d',
    ],
    '24h',
  ),
  algorithm: choiceSetting<SigningAlgorithm>(
    ['auth.signing_algorithm', 'static', 'algorithm of new signing keys'],
    'ES256',
    SIGNING_ALGORITHMS,
  ),
  masterKeyFile: textSetting([
    'auth.master_key_file',
    'static',
    'file of 32 bytes that encrypts private keys; when absent, the service creates one beside the database',
  ]),
  logLevel: choiceSetting<LogLevel>(
    ['logger.level', 'static', 'lowest level that is logged'],
    'info',
    ['debug', 'info', 'warn', 'error'],
  ),
  logFormat: choiceSetting<LogFormat>(
    [
      'logger.format',
      'static',
      'format of the log: json, text, or auto (text on a terminal, json elsewhere)',
    ],
    'auto',
    ['json', 'text', 'auto'],
  ),
};

export const AUTH_SETTINGS = new SettingsTable('node', [AUTH]);

export interface AuthConfig {
  readonly host: string;
  readonly port: number;
  /** PEM files; undefined for plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly dataPath: string;
  /** If empty, the SQLite file in `dataPath` is used. */
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** If empty, it is derived from the address once that is known. */
  readonly issuer: string;
  readonly audience: string;
  readonly tokenSeconds: number;
  /** Lifetimes of refresh tokens in milliseconds. */
  readonly refreshIdleMs: number;
  readonly refreshLifetimeMs: number;
  /**
   * `false` turns the grant off for all clients. A client's registration must list it in any case.
   */
  readonly implicit: boolean;
  readonly password: boolean;
  readonly pkce: PkceRequirement;
  readonly plainPkce: boolean;
  readonly registration: boolean;
  /** Limit of pending requests and devices. */
  readonly waitingLimit: number;
  /** Addresses or networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  readonly throttleByAddress: boolean;
  readonly passwordHash: PasswordHashName;
  /** Undefined if there are no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dpopNonce: boolean;
  readonly auditRetentionMs: number;
  readonly keyRotationMs: number;
  readonly keyLeadMs: number;
  readonly algorithm: SigningAlgorithm;
  readonly masterKeyFile: string;
  readonly logLevel: LogLevel;
  /** `auto` depends on whether the output is a terminal. */
  readonly logFormat: LogFormat;
}

/** Throws an ApiError that names the setting. */
export function readAuthConfig(settings: Settings): AuthConfig {
  AUTH_SETTINGS.validate(settings);
  return {
    host: readSetting(settings, AUTH.host),
    port: readPort(readSetting(settings, AUTH.port), AUTH.port.key),
    tls: tlsFiles(readSetting(settings, AUTH.tlsCertificate), readSetting(settings, AUTH.tlsKey)),
    dataPath: readSetting(settings, AUTH.dataPath),
    databaseUrl: readDatabaseUrl(readSetting(settings, AUTH.databaseUrl)),
    databasePoolSize: readSetting(settings, AUTH.databasePool),
    issuer: readIssuer(readSetting(settings, AUTH.issuer)),
    audience: readSetting(settings, AUTH.audience),
    tokenSeconds: Math.floor(readTime(settings, AUTH.tokenLifetime, ['5m', '1h']) / 1000),
    refreshIdleMs: readTime(settings, AUTH.refreshIdle, ['1d', '180d']),
    refreshLifetimeMs: readTime(settings, AUTH.refreshLifetime, ['1d', '365d']),
    implicit: readSetting(settings, AUTH.implicit),
    password: readSetting(settings, AUTH.password),
    pkce: readSetting(settings, AUTH.pkce),
    plainPkce: readSetting(settings, AUTH.plainPkce),
    registration: readSetting(settings, AUTH.registration),
    waitingLimit: readSetting(settings, AUTH.waitingLimit),
    trustedProxies: readProxies(readSetting(settings, AUTH.trustedProxies)),
    throttleByAddress: readSetting(settings, AUTH.throttleByAddress),
    passwordHash: readPasswordHash(readSetting(settings, AUTH.passwordHash)),
    metricsPort: readOptionalPort(readSetting(settings, AUTH.metricsPort), AUTH.metricsPort.key),
    metricsHost: readSetting(settings, AUTH.metricsHost),
    dpopNonce: readSetting(settings, AUTH.dpopNonce),
    auditRetentionMs: readTime(settings, AUTH.auditRetention, ['1d', '3650d']),
    keyRotationMs: readTime(settings, AUTH.keyRotation, ['1h', '3650d']),
    keyLeadMs: readTime(settings, AUTH.keyLead, ['0s', '365d']),
    algorithm: readSetting(settings, AUTH.algorithm),
    masterKeyFile: readSetting(settings, AUTH.masterKeyFile),
    logLevel: readSetting(settings, AUTH.logLevel),
    logFormat: readSetting(settings, AUTH.logFormat),
  };
}

function readPort(text: string, key: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw illegalArgument(`Failed to parse value [${text}] for setting [${key}]`);
}

function readOptionalPort(text: string, key: string): number | undefined {
  return text === '' ? undefined : readPort(text, key);
}

function readProxies(proxies: readonly string[]): readonly string[] {
  const wrong = proxies.find((proxy) => {
    const [address = '', bits, ...rest] = proxy.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const good = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) === 0 || !good || rest.length > 0;
  });
  if (wrong === undefined) return proxies;
  throw illegalArgument(
    `value [${wrong}] for setting [http.trusted_proxies] is not an address or network`,
  );
}

function readPasswordHash(name: PasswordHashName): PasswordHashName {
  if (name !== 'argon2id' || isArgon2Available()) return name;
  throw illegalArgument('[argon2id] for setting [auth.password.hash] needs Node 24.7 or newer');
}

/** Reads a time in milliseconds. */
function readTime(
  settings: Settings,
  setting: Setting<number>,
  [least, most]: readonly [string, string],
): number {
  const ms = readSetting(settings, setting);
  if (ms >= Number(parseTimeMs(least)) && ms <= Number(parseTimeMs(most))) return ms;
  throw illegalArgument(
    `value [${settings.get(setting.key)}] for setting [${setting.key}] must be between [${least}] and [${most}]`,
  );
}

/** The error does not repeat the value, which may contain a password. */
function readDatabaseUrl(text: string): string {
  if (text === '' || (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))) {
    return text;
  }
  throw illegalArgument('the value for setting [auth.database.url] must be a postgres:// URL');
}

/** RFC 8414 §2: a URL without query or fragment. */
function readIssuer(text: string): string {
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (web && !text.includes('?') && !text.includes('#')) return text.replace(/\/$/, '');
  throw illegalArgument(
    `value [${text}] for setting [auth.issuer] must be an http or https URL without query or fragment`,
  );
}
