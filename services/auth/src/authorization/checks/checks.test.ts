import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { CLIENT_DEFAULTS, type Client } from '../../models/client.js';
import { startTestAuth, type TestAuth } from '../../testing/auth_service.js';
import { checkPkce } from './pkce.js';
import { checkRedirectUri } from './redirect_uri.js';

const WEB = 'https://app.example/cb?tenant=a';
const NATIVE = 'http://127.0.0.1/cb';

const client = (type: Client['type'], redirectUri: string): Client => ({
  ...CLIENT_DEFAULTS,
  id: 'c',
  name: 'c',
  type,
  grants: ['authorization_code'],
  scopes: [],
  redirectUris: [redirectUri],
  createdMs: 0,
});

const accepts = (uri: string, registered: Client): boolean => {
  try {
    checkRedirectUri(new Map([['redirect_uri', uri]]), registered);
    return true;
  } catch {
    return false;
  }
};

/** Variants of an address that some parser may treat as equal, or as this server's. */
function mutations(uri: string): string[] {
  const inserts = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    '/../',
    '@',
    ':',
    ':80',
    ':443',
    '?',
    '&',
    '#',
    '%2e',
    '%00',
    ' ',
    '\t',
    '\n',
    'é',
    '%',
    ';',
    "'",
    '*',
    '[',
    ']',
  ];
  const everywhere = inserts.flatMap((text) =>
    Array.from({ length: uri.length + 1 }, (_, at) => uri.slice(0, at) + text + uri.slice(at)),
  );
  const dropped = Array.from(
    { length: uri.length },
    (_, at) => uri.slice(0, at) + uri.slice(at + 1),
  );
  const hosts = [
    uri.toUpperCase(),
    uri.replace('://', ':'),
    uri.replace('://', '://evil.example@'),
    uri.replace('://', '://evil.example/'),
    uri.replace('/cb', '.evil.example/cb'),
    uri.replace('/cb', '@evil.example/cb'),
    uri.replace('/cb', '/%63b'),
    uri.replace(/^https?/, 'javascript'),
  ];
  return [...everywhere, ...dropped, ...hosts].filter((text) => text !== uri);
}

describe('redirect_uri', () => {
  it('takes none of a thousand bent addresses of a web client', () => {
    const bent = mutations(WEB);
    expect(bent.length).toBeGreaterThan(700);
    const registered = client('confidential', WEB);
    expect(bent.filter((uri) => accepts(uri, registered))).toEqual([]);
    expect(accepts(WEB, registered)).toBe(true);
  });

  it('takes bent addresses of a native client only where the port is', () => {
    const registered = client('native', NATIVE);
    const taken = mutations(NATIVE).filter((uri) => accepts(uri, registered));
    expect([...new Set(taken)].sort()).toEqual([
      'http://127.0.0.1:443/cb',
      'http://127.0.0.1:80/cb',
    ]);
  });

  it('takes any port of a native client, and of no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
        const uri = `http://127.0.0.1:${port}/cb`;
        expect(accepts(uri, client('native', NATIVE))).toBe(true);
        expect(accepts(uri, client('public', NATIVE))).toBe(false);
      }),
    );
    for (const port of ['0', '65536', '080', '-1', '1e3', '']) {
      expect(accepts(`http://127.0.0.1:${port}/cb`, client('native', NATIVE))).toBe(false);
    }
  });
});

describe('PKCE', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startTestAuth();
  });
  afterAll(() => auth.close());

  const read = (challenge: string, method: string | undefined) =>
    checkPkce({
      parameters: new Map([
        ['response_type', 'code'],
        ['code_challenge', challenge],
        ...(method === undefined ? [] : [['code_challenge_method', method] as const]),
      ]),
      client: client('public', WEB),
      context: auth.context,
    });

  it('takes every S256 challenge and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const challenge = createHash('sha256').update(text).digest('base64url');
        expect(read(challenge, 'S256')).toEqual({
          codeChallenge: challenge,
          challengeMethod: 'S256',
        });
        for (const method of ['plain', 's256', 'S512', '', undefined]) {
          expect(() => read(challenge, method)).toThrow('code_challenge_method must be S256');
        }
        const isHash = /^[\w-]{43}$/.test(text);
        if (!isHash) expect(() => read(text, 'S256')).toThrow('code_challenge is malformed');
      }),
    );
  });
});
