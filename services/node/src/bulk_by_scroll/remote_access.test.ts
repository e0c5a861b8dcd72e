/** The credentials sent to each host. */
import { RemoteAccess } from './remote_access.js';
import type { RemoteSource } from './remote_source.js';

const PREFIX = 'reindex.remote.credentials.old';

function source(scheme: 'http' | 'https', host: string): RemoteSource {
  const timeouts = { socketTimeoutMs: 1000, connectTimeoutMs: 1000 };
  const none = { username: undefined, password: undefined, headers: {}, search: {} };
  return { scheme, host, port: 9200, pathPrefix: '', credentials: 'old', ...none, ...timeouts };
}

function headersOf(pattern: string, remote: RemoteSource): Readonly<Record<string, string>> {
  const settings = new Map([[`${PREFIX}.host`, pattern]]);
  const secrets = new Map([[`${PREFIX}.api_key`, 'secret']]);
  const secureSettings = { get: (name: string) => secrets.get(name) };
  return new RemoteAccess({ settings, secureSettings }).headers(remote);
}

test.each([
  ['old.example:9200', source('https', 'old.example'), true],
  ['old.example:9200', source('http', 'old.example'), false],
  ['old.example:9200', source('https', 'new.example'), false],
  ['*.example:9200', source('https', 'old.example'), true],
  ['*.example:9200', source('http', 'old.example'), false],
  ['http://old.example:9200', source('http', 'old.example'), true],
  ['http://old.example:9200', source('https', 'old.example'), false],
  ['https://*', source('http', 'old.example'), false],
] as const)('credentials for %s', (pattern, remote, isSent) => {
  if (isSent) {
    expect(headersOf(pattern, remote)).toEqual({ authorization: 'ApiKey secret' });
  } else {
    expect(() => headersOf(pattern, remote)).toThrow('[credentials] [old] are for [');
  }
});
