/** Tests the settings of the service: their defaults, and their limits on both sides. */
import { readAuthConfig } from './config.js';

const read = (settings: Readonly<Record<string, string>> = {}) =>
  readAuthConfig(new Map(Object.entries(settings)));
const refused = (key: string, value: string): string => {
  try {
    read({ [key]: value });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

const DAY_MS = 86_400_000;

test('the defaults', () => {
  expect(read()).toEqual({
    host: '127.0.0.1',
    port: 9280,
    tls: undefined,
    dataPath: 'data/auth',
    databaseUrl: '',
    databasePoolSize: 10,
    issuer: '',
    audience: 'skein',
    tokenSeconds: 900,
    refreshIdleMs: 30 * DAY_MS,
    refreshLifetimeMs: 90 * DAY_MS,
    implicit: true,
    password: true,
    pkce: 'public',
    plainPkce: false,
    registration: false,
    waitingLimit: 50_000,
    trustedProxies: [],
    throttleByAddress: false,
    passwordHash: 'scrypt',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    dpopNonce: false,
    auditRetentionMs: 365 * DAY_MS,
    keyRotationMs: 30 * DAY_MS,
    keyLeadMs: DAY_MS,
    algorithm: 'ES256',
    masterKeyFile: '',
    logLevel: 'info',
    logFormat: 'auto',
  });
});

test.each([
  ['auth.access_token.lifetime', '5m', '1h', '4m', '61m'],
  ['auth.refresh_token.idle', '1d', '180d', '23h', '181d'],
  ['auth.refresh_token.lifetime', '1d', '365d', '23h', '366d'],
  ['auth.audit.retention', '1d', '3650d', '23h', '3651d'],
  ['auth.keys.rotation', '1h', '3650d', '59m', '3651d'],
  ['auth.keys.lead', '0s', '365d', '-1', '366d'],
])('%s is from %s to %s', (key, least, most, below, above) => {
  expect([refused(key, least), refused(key, most)]).toEqual(['', '']);
  for (const value of [below, above]) {
    expect(refused(key, value)).toBe(
      `value [${value}] for setting [${key}] must be between [${least}] and [${most}]`,
    );
  }
});

test('a lifetime is counted in whole seconds', () => {
  expect(read({ 'auth.access_token.lifetime': '300999ms' }).tokenSeconds).toBe(300);
});

test.each([
  ['auth.database.pool_size', 1, 1000],
  ['auth.waiting.limit', 100, 10_000_000],
])('%s is from %i to %i', (key, least, most) => {
  expect([refused(key, String(least)), refused(key, String(most))]).toEqual(['', '']);
  expect(refused(key, String(least - 1))).toContain(`must be >= ${least}`);
  expect(refused(key, String(most + 1))).toContain(`must be <= ${most}`);
});

test.each(['http.port', 'auth.metrics.port'])('%s is a port', (key) => {
  for (const port of ['0', '1', '65535']) expect(refused(key, port)).toBe('');
  for (const value of ['65536', '-1', '1.5', 'x', '0x10', ' 1']) {
    expect(refused(key, value)).toBe(`Failed to parse value [${value}] for setting [${key}]`);
  }
  expect(read({ [key]: '65535' })).toMatchObject(
    key === 'http.port' ? { port: 65_535 } : { metricsPort: 65_535 },
  );
});

test.each([
  ['10.0.0.1', ''],
  ['10.0.0.0/0', ''],
  ['10.0.0.0/32', ''],
  ['10.0.0.0/33', '10.0.0.0/33'],
  ['::1', ''],
  ['2001:db8::/128', ''],
  ['2001:db8::/129', '2001:db8::/129'],
  ['10.0.0.0/8/8', '10.0.0.0/8/8'],
  ['10.0.0.0/', '10.0.0.0/'],
  ['10.0.0.0/-1', '10.0.0.0/-1'],
  ['10.0.0.0/0008', '10.0.0.0/0008'],
  ['proxy', 'proxy'],
  ['10.0.0.1, proxy', 'proxy'],
])('trusted proxies %s', (value, wrong) => {
  const reason = `value [${wrong}] for setting [http.trusted_proxies] is not an address or network`;
  expect(refused('http.trusted_proxies', value)).toBe(wrong === '' ? '' : reason);
});

test.each([
  ['https://id.example', 'https://id.example'],
  ['http://127.0.0.1:9280/', 'http://127.0.0.1:9280'],
  ['https://id.example/tenant/', 'https://id.example/tenant'],
  ['', ''],
])('the issuer %p is %p', (value, issuer) => {
  expect(read({ 'auth.issuer': value }).issuer).toBe(issuer);
});

test.each(['ftp://id.example', 'id.example', 'https://id.example?x', 'https://id.example#x'])(
  '%s is no issuer',
  (value) => {
    expect(refused('auth.issuer', value)).toBe(
      `value [${value}] for setting [auth.issuer] must be an http or https URL without query or fragment`,
    );
  },
);

test('the URL of a database is one of PostgreSQL, and not told if it is none', () => {
  for (const url of ['postgres://u:p@h/d', 'postgresql://h/d', '']) {
    expect(read({ 'auth.database.url': url }).databaseUrl).toBe(url);
  }
  for (const url of ['mysql://u:secret@h/d', 'secret', 'postgressecret://h']) {
    expect(refused('auth.database.url', url)).toBe(
      'the value for setting [auth.database.url] must be a postgres:// URL',
    );
  }
});

test('switches and choices are read, and no other words', () => {
  const config = read({
    'auth.implicit.enabled': 'false',
    'auth.password.enabled': 'false',
    'auth.pkce.required': 'all',
    'auth.pkce.plain.enabled': 'true',
    'auth.registration.enabled': 'true',
    'auth.login.throttle_by_address': 'true',
    'auth.password.hash': 'argon2id',
    'auth.dpop.nonce.required': 'true',
    'auth.signing_algorithm': 'EdDSA',
    'logger.level': 'debug',
    'logger.format': 'json',
  });
  expect(config).toMatchObject({
    implicit: false,
    password: false,
    pkce: 'all',
    plainPkce: true,
    registration: true,
    throttleByAddress: true,
    passwordHash: 'argon2id',
    dpopNonce: true,
    algorithm: 'EdDSA',
    logLevel: 'debug',
    logFormat: 'json',
  });
  for (const key of ['auth.pkce.required', 'auth.signing_algorithm', 'logger.level']) {
    expect(refused(key, 'other')).toContain('[other]');
  }
  expect(refused('auth.implicit.enabled', 'yes')).toContain('[yes]');
  expect(refused('auth.nope', 'x')).toContain('unknown setting [auth.nope]');
});

test('of a certificate and its key neither is without the other', () => {
  const [certificate, key] = ['http.tls.certificate', 'http.tls.key'];
  expect(read({ [certificate]: 'c.pem', [key]: 'k.pem' }).tls).toBeDefined();
  expect(refused(certificate, 'c.pem')).not.toBe('');
  expect(refused(key, 'k.pem')).not.toBe('');
});
