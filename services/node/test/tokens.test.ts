/**
 * Tokens on a node: those of a real authorization server, and forged, broken and expired ones, in
 * every transport (RFC 6750, RFC 8725, RFC 9068).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '@skein/testkit';
import { exportJWK, generateKeyPair } from 'jose';
import { ENDPOINTS } from '../src/api/registry.js';
import { bodyOf, EVERYTHING, type Issuer, ROOT, requestOf, SecuredNode } from './secured_node.js';

/** Milliseconds between two requests for a key that stays unknown. */
const PAUSE_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'skein-tokens-'));
let auth: ServiceProcess;
let node: SecuredNode;
let issuer: Issuer;
let client: { client_id: string; client_secret: string };
const forge: SecuredNode['forge'] = (...token) => node.forge(...token);
const ask: SecuredNode['ask'] = (...request) => node.ask(...request);

beforeAll(async () => {
  const data = join(folder, 'auth');
  const command = join(ROOT, 'services/cli/bin/skein.js');
  const options = ['--scope', EVERYTHING, '-E', `path.data=${data}`];
  const printed = execFileSync(
    process.execPath,
    [command, 'auth', 'add-client', 'tester', ...options],
    { cwd: ROOT, encoding: 'utf8' },
  );
  client = JSON.parse(printed.slice(printed.indexOf('{'))) as typeof client;
  auth = await ServiceProcess.start(ROOT, 'auth', { 'http.port': '0', 'path.data': data });
  node = await SecuredNode.start({ 'security.oauth2.issuers.real.url': auth.url });
  issuer = node.issuer;
});

afterAll(async () => {
  await node?.stop();
  await auth?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a token of the real authorization server', () => {
  async function grant(scope?: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...client,
      ...(scope ? { scope } : {}),
    });
    const response = await fetch(`${auth.url}/token`, { method: 'POST', body: form });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  it('opens what its scope says', async () => {
    expect((await ask(await grant(), 'GET', '/sec-1/_search')).status).toBe(200);
    const narrow = await grant('indices:read:pub-*');
    expect((await ask(narrow, 'GET', '/pub-1/_search')).status).toBe(200);
    expect((await ask(narrow, 'GET', '/sec-1/_search')).status).toBe(403);
  });

  it('is worth nothing once a character is changed', async () => {
    const good = await grant();
    const places = Array.from({ length: 40 }, (_, i) => Math.floor((good.length * i) / 40));
    for (const place of places) {
      const other = good[place] === 'A' ? 'B' : 'A';
      const changed = good.slice(0, place) + other + good.slice(place + 1);
      expect((await ask(changed, 'GET', '/')).status).toBe(401);
    }
  });
});

/** The routes of the API by family: the first part of the endpoint's name, and the privilege. */
const FAMILIES = Object.values(
  Object.groupBy(
    ENDPOINTS.filter(({ privilege }) => privilege !== 'public'),
    ({ id, privilege }) => `${id.includes('.') ? id.split('.')[0] : ''} ${privilege}`,
  ),
).map((family = []) => family.flatMap(({ routes }) => routes));

describe('a bad token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = (header: object, signature = '') =>
    `${part(header)}.${part({ iss: issuer.url, aud: 'skein', sub: 's', client_id: 'c', jti: 'j', scope: EVERYTHING, iat: now(), exp: now() + 60 })}.${signature}`;
  const hmac = async (secret: string | Uint8Array, header: object = {}) =>
    forge(
      {},
      { alg: 'HS256', ...header },
      typeof secret === 'string' ? new TextEncoder().encode(secret) : secret,
    );

  const CLAIMS: [string, () => object][] = [
    ['expired a minute ago', () => ({ exp: now() - 60 })],
    ['expired long ago', () => ({ exp: 1 })],
    ['no expiry', () => ({ exp: undefined })],
    ['expiry as text', () => ({ exp: String(now() + 60) })],
    ['expiry null', () => ({ exp: null })],
    ['a negative expiry', () => ({ exp: -1 })],
    ['not valid yet', () => ({ nbf: now() + 600 })],
    ['nbf as text', () => ({ nbf: 'soon' })],
    ['no iat', () => ({ iat: undefined })],
    ['iat as text', () => ({ iat: 'now' })],
    ['iat in the future', () => ({ iat: now() + 600 })],
    ['no subject', () => ({ sub: undefined })],
    ['a subject that is no text', () => ({ sub: 5 })],
    ['an empty subject', () => ({ sub: '' })],
    ['no client', () => ({ client_id: undefined })],
    ['a client that is no text', () => ({ client_id: ['a'] })],
    ['no id', () => ({ jti: undefined })],
    ['an id that is no text', () => ({ jti: 1 })],
    ['no issuer', () => ({ iss: undefined })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['an issuer with a slash more', () => ({ iss: `${issuer.url}/` })],
    ['an issuer in capitals', () => ({ iss: issuer.url.toUpperCase() })],
    ['a list of issuers', () => ({ iss: [issuer.url] })],
    ['the other trusted issuer', () => ({ iss: auth.url })],
    ['no audience', () => ({ aud: undefined })],
    ['another audience', () => ({ aud: 'other' })],
    ['other audiences', () => ({ aud: ['a', 'b'] })],
    ['an empty audience', () => ({ aud: [] })],
    ['an audience in capitals', () => ({ aud: 'SKEIN' })],
    ['an audience as object', () => ({ aud: { skein: true } })],
    ['a list of scopes', () => ({ scope: ['cluster:all'] })],
    ['scope as object', () => ({ scope: { all: true } })],
    ['scope null', () => ({ scope: null })],
    ['scope a number', () => ({ scope: 7 })],
    ['an audience that is a number', () => ({ aud: 7 })],
    ['audience null', () => ({ aud: null })],
    ['subject null', () => ({ sub: null })],
    ['client null', () => ({ client_id: null })],
    ['an empty client', () => ({ client_id: '' })],
    ['issuer null', () => ({ iss: null })],
    ['an empty id', () => ({ jti: '' })],
    ['nbf null', () => ({ nbf: null })],
    ['restrictions that are none', () => ({ read_restrictions: 'all' })],
    ['restrictions of another shape', () => ({ read_restrictions: [{ scope: 'x' }] })],
  ];
  it.each(CLAIMS)('with %s', async (_what, claims) => refuse(await forge(claims())));

  const HEADERS: [string, object][] = [
    ['typ JWT', { typ: 'JWT' }],
    ['no typ', { typ: undefined }],
    ['typ id_token', { typ: 'id_token+jwt' }],
    ['an empty typ', { typ: '' }],
    ['typ at+jwt;x', { typ: 'at+jwt;x' }],
    ['an unknown key', { kid: 'k9' }],
    ['no key', { kid: undefined }],
    ['an empty key', { kid: '' }],
    ['a key from a path', { kid: '../../../dev/null' }],
    ['a key called __proto__', { kid: '__proto__' }],
    ['critical extensions', { crit: ['exp'], exp: 1 }],
  ];
  it.each(HEADERS)('with %s', async (_what, header) => {
    try {
      await refuse(await forge({}, header));
    } catch (error) {
      // jose refuses to sign an invalid header: the header is then replaced by hand.
      if (error instanceof TypeError || (error as { code?: string }).code?.startsWith('ERR_J')) {
        const [, body, signature] = (await forge()).split('.');
        await refuse(
          `${part({ alg: 'ES256', kid: 'k1', typ: 'at+jwt', ...header })}.${body}.${signature}`,
        );
      } else throw error;
    }
  });

  const FORGED: [string, () => Promise<string> | string][] = [
    ['no algorithm', () => unsigned({ alg: 'none', typ: 'at+jwt', kid: 'k1' })],
    ['no algorithm in capitals', () => unsigned({ alg: 'NONE', typ: 'at+jwt', kid: 'k1' })],
    ['no algorithm and no key', () => unsigned({ alg: 'none', typ: 'at+jwt' })],
    [
      'no algorithm with a signature',
      () => unsigned({ alg: 'none', typ: 'at+jwt', kid: 'k1' }, 'AAAA'),
    ],
    ['an empty signature', () => unsigned({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })],
    [
      'a signature of zeros',
      () =>
        unsigned(
          { alg: 'ES256', typ: 'at+jwt', kid: 'k1' },
          Buffer.alloc(64).toString('base64url'),
        ),
    ],
    ['an unknown algorithm', () => unsigned({ alg: 'FOO', typ: 'at+jwt', kid: 'k1' }, 'AAAA')],
    ['an algorithm that is a number', () => unsigned({ alg: 1, typ: 'at+jwt', kid: 'k1' }, 'AAAA')],
    ['HMAC by the public key as PEM', () => hmac(issuer.publicPem)],
    ['HMAC by the public key as JWK', () => hmac(JSON.stringify(issuer.jwk))],
    ['HMAC by the coordinate x', () => hmac(Buffer.from(issuer.jwk.x ?? '', 'base64url'))],
    ['HMAC by nothing', () => hmac(new Uint8Array(32))],
    ['HMAC with no key id', () => hmac(issuer.publicPem, { kid: undefined })],
    [
      'another key under the same id',
      async () => forge({}, {}, (await generateKeyPair('ES256')).privateKey),
    ],
    [
      'its own key in the header',
      async () => {
        const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
        return forge({}, { jwk: await exportJWK(publicKey) }, privateKey);
      },
    ],
    [
      'a link to its own keys',
      async () =>
        forge({}, { jku: `${issuer.url}/evil.json` }, (await generateKeyPair('ES256')).privateKey),
    ],
    [
      'another curve',
      async () => forge({}, { alg: 'ES384' }, (await generateKeyPair('ES384')).privateKey),
    ],
    ['RSA', async () => forge({}, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey)],
    [
      'Ed25519',
      async () => forge({}, { alg: 'EdDSA' }, (await generateKeyPair('EdDSA')).privateKey),
    ],
    ['a truncated signature', async () => (await forge()).slice(0, -4)],
    ['a longer signature', async () => `${await forge()}AAAA`],
    ['two parts', async () => (await forge()).split('.').slice(0, 2).join('.')],
    ['four parts', async () => `${await forge()}.x`],
    ['five parts', () => 'a.b.c.d.e'],
    ['parts exchanged', async () => (await forge()).split('.').reverse().join('.')],
    [
      'the body of another token',
      async () => {
        const [a = '', b = ''] = [await forge({ scope: 'indices:read:pub-*' }), await forge()];
        return [a.split('.')[0], b.split('.')[1], a.split('.')[2]].join('.');
      },
    ],
    ['rubbish', () => 'rubbish'],
    ['dots', () => '..'],
    ['an object that is not one', () => `${part([])}.${part([])}.AAAA`],
    ['a number', () => `${Buffer.from('1').toString('base64url')}.AAAA.AAAA`],
    [
      'a deep body',
      () => `${part({ alg: 'ES256' })}.${Buffer.from('['.repeat(3000)).toString('base64url')}.AAAA`,
    ],
    ['nine thousand characters', async () => forge({ scope: 'x'.repeat(9_000) })],
  ];
  it.each(FORGED)('with %s', async (_what, make) => refuse(await make()));

  let refused = 0;

  /**
   * Expects a refusal on every family; each token takes another route of it than the one before.
   */
  async function refuse(token: string): Promise<void> {
    const turn = refused++;
    for (const routes of FAMILIES) await refuseOn(routes[turn % routes.length] ?? '', token);
  }

  async function refuseOn(route: string, token: string): Promise<void> {
    const [method, path] = requestOf(route);
    const answer = await ask(token, method, path, bodyOf(method));
    expect([route, answer.status]).toEqual([route, 401]);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="skein", error="invalid_token", error_description="[^"]+"$/,
    );
    expect(answer.text).not.toContain(token.slice(0, 40) || 'nothing');
  }

  it.each(FAMILIES.map((routes) => [routes[0], routes] as const))(
    'is refused on every route of the family of %s',
    async (_first, routes) => {
      const { privateKey } = await generateKeyPair('ES256');
      for (const route of routes) await refuseOn(route, await forge({}, {}, privateKey));
    },
  );

  it.each(Array.from({ length: 40 }, (_, i) => i))(
    'with another character after %d fortieths of it',
    async (fortieths) => {
      const good = await forge();
      const place = Math.floor((good.length * fortieths) / 40);
      const other = good[place] === 'A' ? 'B' : 'A';
      await refuse(good.slice(0, place) + other + good.slice(place + 1));
    },
  );

  const TRANSPORTS: [string, (token: string) => string, number][] = [
    ['Basic', (token) => `Authorization: Basic ${token}`, 401],
    ['ApiKey', (token) => `Authorization: ApiKey ${token}`, 401],
    ['no scheme', (token) => `Authorization: ${token}`, 401],
    ['an empty header', () => 'Authorization: ', 401],
    ['a scheme alone', () => 'Authorization: Bearer', 400],
    ['two tokens in a header', (token) => `Authorization: Bearer ${token}, Bearer ${token}`, 400],
    [
      'two headers',
      (token) => `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}`,
      400,
    ],
    [
      'a good header after a bad one',
      (token) => `Authorization: Bearer x\r\nAuthorization: Bearer ${token}`,
      400,
    ],
    ['another header', (token) => `X-Authorization: Bearer ${token}`, 401],
    ['a cookie', (token) => `Cookie: access_token=${token}`, 401],
  ];
  it.each(TRANSPORTS)('in %s', async (_what, header, status) => {
    const head = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header(await forge())}\r\n\r\n`;
    expect(await rawStatus(head)).toBe(status);
  });

  it('is not needed by probes, whatever header they send', async () => {
    for (const path of ['/_health/live', '/_health/ready', '/_ready']) {
      for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: 'Bearer x' }]) {
        const answer = await fetch(node.url + path, { headers });
        expect([answer.status, await answer.json()]).toEqual([
          200,
          path.endsWith('live') ? { live: true } : { ready: true },
        ]);
      }
      expect((await fetch(node.url + path, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('in the query or a form is none', async () => {
    const token = await forge();
    expect((await ask(undefined, 'GET', `/?access_token=${token}`)).status).toBe(401);
    const form = await fetch(`${node.url}/pub-1/_search`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token }),
    });
    expect(form.status).toBe(401);
  });

  it('of an unknown key does not make the issuer work', async () => {
    const before = issuer.fetches;
    const startMs = performance.now();
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) =>
        ask(await forge({}, { kid: `evil${i}` }), 'GET', '/'),
      ),
    );
    const pauses = Math.floor((performance.now() - startMs) / PAUSE_MS);
    expect(issuer.fetches - before).toBeLessThanOrEqual(1 + pauses);
  });
});

function rawStatus(head: string): Promise<number> {
  const { hostname, port } = new URL(node.url);
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.once('close', () => done(Number(text.split(' ')[1])));
    socket.once('error', fail);
  });
}

describe('an issuer that does not answer', () => {
  it('does not stop a node from starting, nor make it trust anything', async () => {
    const alone = await ServiceProcess.start(ROOT, 'node', {
      'http.port': '0',
      'path.data': join(folder, 'alone'),
      'security.oauth2.issuers.gone.url': 'http://127.0.0.1:1',
    });
    try {
      const headers = { authorization: `Bearer ${await forge({ iss: 'http://127.0.0.1:1' })}` };
      expect((await fetch(alone.url)).status).toBe(401);
      expect((await fetch(alone.url, { headers })).status).toBe(503);
    } finally {
      await alone.stop();
    }
  });

  it('leaves its known keys good', async () => {
    const known = await forge();
    expect((await ask(known, 'GET', '/')).status).toBe(200);
    issuer.server.closeAllConnections();
    await new Promise((done) => issuer.server.close(done));
    expect((await ask(known, 'GET', '/')).status).toBe(200);
    expect((await ask(await forge(), 'GET', '/')).status).toBe(200);
  });
});
