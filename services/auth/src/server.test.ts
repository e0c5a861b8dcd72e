import { KeyCache, TokenVerifier } from '@skein/oauth';
import request from 'supertest';
import type { IssuedClient } from './administration/clients.js';
import { readAuthConfig } from './config.js';
import { startTestAuth, type TestAuth } from './testing/auth_service.js';

let auth: TestAuth;
let app: string;
let client: IssuedClient;

beforeAll(async () => {
  auth = await startTestAuth();
  app = auth.url;
  const scopes = ['indices:read:*', 'cluster:monitor'];
  client = await auth.administration.clients.add({ id: 'reader', scopes });
});
afterAll(() => auth.close());

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const post = (form: string, path = '/token') => request(app).post(path).type('form').send(form);
const credentials = () => `client_id=${client.client_id}&client_secret=${client.client_secret}`;

describe('client credentials', () => {
  it.each(['/token', '/oauth/token'])(
    'issues a token at %s that the search service accepts',
    async (path) => {
      const reply = await post(
        `grant_type=client_credentials&${credentials()}&scope=indices:read:logs`,
        path,
      ).expect(200);
      expect(reply.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'indices:read:logs',
      });
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      const jwks = (await request(app).get('/jwks.json').expect(200)).body;
      const { clock } = auth.context;
      const keys = new KeyCache({ fetch: async () => jwks, clock, algorithms: ['ES256'] });
      const verifier = new TokenVerifier({
        clock,
        issuers: [{ issuer: auth.url, audience: 'skein', algorithms: ['ES256'], keys }],
      });
      expect(await verifier.verify(reply.body.access_token)).toMatchObject({
        subject: 'c_reader',
        clientId: 'reader',
        scope: 'indices:read:logs',
      });
    },
  );

  it('takes Basic, form-encoded as RFC 6749 §2.3.1 says, and gives all scopes when none is named', async () => {
    const encoded = [...(client.client_secret ?? '')]
      .map((c) => `%${c.charCodeAt(0).toString(16)}`)
      .join('');
    const reply = await post('grant_type=client_credentials')
      .set('Authorization', basic('reader', encoded))
      .expect(200);
    expect(reply.body.scope).toBe('indices:read:* cluster:monitor');
  });
});

describe('refusals', () => {
  const grant = 'grant_type=client_credentials';
  it.each<[string, () => string, string | undefined, number, string]>([
    ['no client', () => grant, undefined, 401, 'invalid_client'],
    [
      'wrong secret',
      () => `${grant}&client_id=reader&client_secret=x`,
      undefined,
      401,
      'invalid_client',
    ],
    [
      'unknown client',
      () => `${grant}&client_id=nobody&client_secret=x`,
      undefined,
      401,
      'invalid_client',
    ],
    ['wrong secret by Basic', () => grant, basic('reader', 'x'), 401, 'invalid_client'],
    ['malformed Basic', () => grant, 'Basic !!!', 401, 'invalid_client'],
    ['another scheme', () => grant, 'Digest abc', 401, 'invalid_client'],
    [
      'two methods',
      () => `${grant}&${credentials()}`,
      basic('reader', 'x'),
      400,
      'invalid_request',
    ],
    [
      'another client_id in the body',
      () => `${grant}&client_id=other`,
      basic('reader', 'x'),
      400,
      'invalid_request',
    ],
    [
      'parameter twice',
      () => `${grant}&${credentials()}&${grant}`,
      undefined,
      400,
      'invalid_request',
    ],
    ['no grant type', () => credentials(), undefined, 400, 'invalid_request'],
    ['empty grant type', () => `grant_type=&${credentials()}`, undefined, 400, 'invalid_request'],
    [
      'unknown grant type',
      () => `grant_type=magic&${credentials()}`,
      undefined,
      400,
      'unsupported_grant_type',
    ],
    [
      'scope beyond the client',
      () => `${grant}&${credentials()}&scope=cluster:manage`,
      undefined,
      400,
      'invalid_scope',
    ],
    [
      'unknown scope',
      () => `${grant}&${credentials()}&scope=everything`,
      undefined,
      400,
      'invalid_scope',
    ],
    [
      'malformed scope',
      () => `${grant}&${credentials()}&scope=a%22b`,
      undefined,
      400,
      'invalid_scope',
    ],
    ['bad escape', () => `${grant}&client_id=%zz`, undefined, 400, 'invalid_request'],
    ['NUL', () => `${grant}&client_id=a%00`, undefined, 400, 'invalid_request'],
  ])('%s', async (_what, form, authorization, status, error) => {
    const pending = post(form());
    const reply = await (authorization === undefined
      ? pending
      : pending.set('Authorization', authorization));
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({ error, error_description: expect.any(String) });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['www-authenticate'] !== undefined).toBe(
      status === 401 && authorization !== undefined,
    );
  });

  it('wants a form, POST, and a body of bounded size', async () => {
    await request(app).post('/token').send({ grant_type: 'client_credentials' }).expect(400);
    const wrong = await request(app).get('/token').expect(405);
    expect(wrong.headers.allow).toBe('POST, OPTIONS');
    expect(wrong.body.error_description).toBe('the method must be one of POST, OPTIONS');
    const long = { error: 'invalid_request', error_description: 'the body is too large' };
    await post(`a=${'x'.repeat(20_000)}`).expect(413, long);
    const nothing = { error: 'not_found', error_description: 'there is nothing at this address' };
    await request(app).get('/nothing').expect(404, nothing);
  });

  it('does not tell an unknown client from a wrong secret', async () => {
    const unknown = await post(`${grant}&client_id=nobody&client_secret=x`);
    const wrong = await post(`${grant}&client_id=reader&client_secret=x`);
    expect(unknown.body).toEqual(wrong.body);
  });
});

describe('metadata', () => {
  it.each(['/a+b', '/realm:1', '/a(b)!', '/{a}*[b]'])(
    'are found for an issuer with the path %s',
    async (path) => {
      const issuer = `https://example.com${path}`;
      const other = await startTestAuth({ 'auth.issuer': issuer });
      try {
        const { pathname } = new URL(issuer);
        const reply = await fetch(`${other.url}/.well-known/oauth-authorization-server${pathname}`);
        expect(await reply.json()).toMatchObject({ issuer });
      } finally {
        await other.close();
      }
    },
  );

  it('names the endpoints under the issuer', async () => {
    const reply = await request(app).get('/.well-known/oauth-authorization-server').expect(200);
    expect(reply.body).toMatchObject({
      issuer: auth.url,
      token_endpoint: `${auth.url}/token`,
      jwks_uri: `${auth.url}/jwks.json`,
      authorization_endpoint: `${auth.url}/authorize`,
      response_types_supported: ['code', 'token'],
      response_modes_supported: ['query', 'fragment'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: [
        'authorization_code',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
        'password',
        'refresh_token',
        'implicit',
      ],
    });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('configuration', () => {
  it.each([
    [
      { 'auth.access_token.lifetime': '1m' },
      'value [1m] for setting [auth.access_token.lifetime] must be between [5m] and [1h]',
    ],
    [
      { 'auth.refresh_token.idle': '1h' },
      'value [1h] for setting [auth.refresh_token.idle] must be between [1d] and [180d]',
    ],
    [{ 'auth.access_token.lifetime': '2h' }, 'must be between [5m] and [1h]'],
    [{ 'auth.issuer': 'ftp://x' }, 'must be an http or https URL'],
    [{ 'http.port': '99999' }, 'Failed to parse value [99999]'],
    [{ 'auth.isuer': 'x' }, 'auth.issuer'],
  ])('refuses %j', (settings, message) => {
    expect(() => readAuthConfig(new Map(Object.entries(settings)))).toThrow(message);
  });
});
