import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../../testing/auth_service.js';
import { authorized, postForm, REDIRECT, redeem } from '../../testing/code_flow.js';

let auth: TestAuth;
let secrets: Record<string, string>;
let manager: string;

beforeAll(async () => {
  auth = await startTestAuth();
  const add = (id: string, scope: string) => auth.client({ id, scopes: [scope, SCOPE] });
  secrets = {
    manager: await add('manager', 'security:manage'),
    reader: await add('reader', 'security:read'),
    nobody: await add('nobody', 'cluster:all'),
  };
  manager = await tokenOf('manager');
});
afterAll(() => auth.close());

async function tokenOf(id: string, resource = auth.url): Promise<string> {
  const client = { client_id: id, client_secret: secrets[id] };
  const fields = { grant_type: 'client_credentials', ...client, resource };
  return (await postForm(auth, '/token', { fields })).body.access_token ?? '';
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Answer;
}

/** All fields of any response. */
interface Answer extends Record<string, unknown> {
  readonly items: readonly Record<string, string>[];
  readonly families: readonly string[];
  readonly next: string;
  readonly kid: string;
  readonly client_secret: string;
}

async function ask(
  line: string,
  body?: unknown,
  authorization = `Bearer ${manager}`,
  more: Record<string, string> = {},
): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { authorization, 'content-type': 'application/json', ...more };
  const init =
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(auth.url + path, init);
  const text = await response.text();
  const parsed = (text === '' ? {} : JSON.parse(text)) as Answer;
  return { status: response.status, headers: response.headers, body: parsed };
}

describe('who may', () => {
  const LINES = [
    'GET /admin/v1/clients',
    'POST /admin/v1/clients',
    'GET /admin/v1/clients/reader',
    'PATCH /admin/v1/clients/reader',
    'DELETE /admin/v1/clients/reader',
    'POST /admin/v1/clients/reader/secret',
    'GET /admin/v1/users',
    'POST /admin/v1/users',
    'GET /admin/v1/users/ada',
    'PATCH /admin/v1/users/ada',
    'PUT /admin/v1/users/ada/password',
    'DELETE /admin/v1/users/ada',
    'GET /admin/v1/roles',
    'PUT /admin/v1/roles/readers',
    'DELETE /admin/v1/roles/readers',
    'GET /admin/v1/keys',
    'POST /admin/v1/keys',
    'DELETE /admin/v1/keys/x',
    'GET /admin/v1/tokens',
    'POST /admin/v1/tokens/revoke',
    'POST /admin/v1/initial_access_tokens',
    'GET /admin/v1/audit',
    'GET /revocations',
  ];

  it.each(LINES)('%s: nobody without the right token', async (line) => {
    const changes = !line.startsWith('GET ');
    const refusals: [string, number][] = [
      ['', 401],
      ['Bearer x', 401],
      [`Basic ${btoa('manager:x')}`, 401],
      [`Bearer ${await tokenOf('manager', 'skein')}`, 401],
      [`Bearer ${await tokenOf('nobody')}`, 403],
      ...(changes ? ([[`Bearer ${await tokenOf('reader')}`, 403]] as [string, number][]) : []),
    ];
    for (const [authorization, status] of refusals) {
      const reply = await ask(line, changes ? {} : undefined, authorization);
      expect([authorization, reply.status]).toEqual([authorization, status]);
      const challenge = reply.headers.get('www-authenticate') ?? '';
      expect(challenge).toMatch(/^Bearer realm="skein-auth"/);
      // RFC 6750 §3.1: a request without a token gets no error.
      expect(challenge.includes('error=')).toBe(authorization !== '');
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('a token for this server, and not once it is revoked', async () => {
    const token = await tokenOf('reader');
    expect(decodeJwt(token).aud).toBe(auth.url);
    expect((await ask('GET /admin/v1/roles', undefined, `Bearer ${token}`)).status).toBe(200);
    const fields = { token, client_id: 'reader', client_secret: secrets.reader };
    expect((await postForm(auth, '/revoke', { fields })).status).toBe(200);
    expect((await ask('GET /admin/v1/roles', undefined, `Bearer ${token}`)).status).toBe(401);
  });

  it('refuses to make tokens for other servers', async () => {
    const client = { client_id: 'manager', client_secret: secrets.manager };
    const fields = { grant_type: 'client_credentials', ...client, resource: 'https://x.example' };
    const reply = await postForm(auth, '/token', { fields });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_target']);
  });

  it('a token bound to a key comes with a proof over it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const proof = (htu: string, htm: string, more: object = {}) =>
      new SignJWT({ htm, htu, jti: randomUUID(), iat: auth.time.nowMs / 1000, ...more })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey);
    const client = { client_id: 'manager', client_secret: secrets.manager, resource: auth.url };
    const issued = await postForm(auth, '/token', {
      fields: { grant_type: 'client_credentials', ...client },
      headers: { dpop: await proof(`${auth.url}/token`, 'POST') },
    });
    const token = issued.body.access_token ?? '';
    expect(decodeJwt(token).cnf).toEqual({ jkt: await calculateJwkThumbprint(jwk) });
    const ath = createHash('sha256').update(token).digest('base64url');
    const at = `${auth.url}/admin/v1/roles`;
    const get = (scheme: string, dpop: string) =>
      ask('GET /admin/v1/roles', undefined, `${scheme} ${token}`, { dpop });
    expect((await get('DPoP', await proof(at, 'GET', { ath }))).status).toBe(200);
    expect((await get('Bearer', await proof(at, 'GET', { ath }))).status).toBe(401);
    expect((await get('DPoP', await proof(at, 'GET'))).status).toBe(400);
    expect((await get('DPoP', await proof(`${at}/x`, 'GET', { ath }))).status).toBe(400);
  });
});

describe('clients', () => {
  it('are added, shown, changed, given new secrets and removed', async () => {
    const made = await ask('POST /admin/v1/clients', { client_id: 'new', scope: SCOPE });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      client_id: 'new',
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      scope: SCOPE,
    });
    const shown = await ask('GET /admin/v1/clients/new');
    expect(shown.body).toMatchObject({ client_id: 'new', grant_types: ['client_credentials'] });
    expect(JSON.stringify(shown.body)).not.toContain(made.body.client_secret);
    const pkce = { plain_pkce: true, require_pkce: true, first_party: true };
    const change = { client_name: 'New', token_seconds: 300, grace_seconds: 5, ...pkce };
    const changed = await ask('PATCH /admin/v1/clients/new', change);
    expect(changed.body).toMatchObject(change);
    const secret = await ask('POST /admin/v1/clients/new/secret');
    expect(secret.body.client_secret).not.toBe(made.body.client_secret);
    expect((await ask('DELETE /admin/v1/clients/new')).status).toBe(204);
    expect((await ask('GET /admin/v1/clients/new')).status).toBe(404);
  });

  it('come in pages', async () => {
    for (let i = 0; i < 5; i++) {
      await ask('POST /admin/v1/clients', { client_id: `page${i}`, scope: SCOPE });
    }
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 20; pages++) {
      const { body } = await ask(`GET /admin/v1/clients?size=3&after=${after}`);
      expect(body.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.items.map((item) => String(item.client_id)));
      if (body.next === undefined) break;
      after = body.next;
    }
    const all = await auth.administration.clients.list();
    expect(seen).toEqual(all.map(({ client_id }) => client_id).sort());
  });

  it.each<[string, unknown, number, string]>([
    ['POST /admin/v1/clients', { scope: SCOPE }, 400, '[client_id] is missing'],
    ['POST /admin/v1/clients', { client_id: 'manager', scope: SCOPE }, 409, 'already exists'],
    ['POST /admin/v1/clients', { client_id: 'a b', scope: SCOPE }, 400, 'client id [a b]'],
    ['POST /admin/v1/clients', { client_id: 'x' }, 400, 'unknown scope []'],
    ['POST /admin/v1/clients', { client_id: 'x', scope: 5 }, 400, '[scope] must be a string'],
    ['POST /admin/v1/clients', { client_id: 'x', secret: 'y' }, 400, 'unknown field [secret]'],
    ['POST /admin/v1/clients', { client_id: 'x', type: 'odd' }, 400, '[type] must be one of'],
    ['POST /admin/v1/clients', { client_id: 'x', jwks: [] }, 400, '[jwks] must be a JWK set'],
    ['POST /admin/v1/clients', [], 400, 'the body must be a JSON object'],
    ['POST /admin/v1/clients', 'x', 400, 'the body must be a JSON object'],
    ['PATCH /admin/v1/clients/reader', { token_seconds: 1.5 }, 400, 'must be a whole number'],
    ['PATCH /admin/v1/clients/reader', { redirect_uris: [1] }, 400, 'must be a list of strings'],
    ['PATCH /admin/v1/clients/reader', { disabled: 'no' }, 400, '[disabled] must be a boolean'],
    ['PATCH /admin/v1/clients/reader', { client_id: 'x' }, 400, 'unknown field [client_id]'],
    ['PATCH /admin/v1/clients/none', {}, 404, 'client [none] does not exist'],
    ['GET /admin/v1/clients?size=0', undefined, 400, '[size] must be a whole number'],
    ['GET /admin/v1/clients?size=1001', undefined, 400, 'to [1000], not [1001]'],
    ['GET /admin/v1/clients?sice=5', undefined, 400, 'unknown parameter [sice]'],
    ['GET /admin/v1/clients?size=1&size=2', undefined, 400, 'more than once'],
    ['POST /admin/v1/users', { name: 'x', password: 'short' }, 400, '12 to 1024 characters'],
    [
      'POST /admin/v1/users',
      { name: 'x', password: 'long enough 1', roles: ['no'] },
      404,
      'role [no]',
    ],
    ['PUT /admin/v1/users/ada/password', {}, 400, '[password] is missing'],
    ['PUT /admin/v1/roles/x', { scope: 'magic' }, 400, 'unknown scope [magic]'],
    ['PUT /admin/v1/roles/a%20b', { scope: SCOPE }, 400, 'role name [a b]'],
    ['DELETE /admin/v1/roles/none', undefined, 404, 'role [none] does not exist'],
    ['DELETE /admin/v1/keys/none', undefined, 404, 'key [none] does not exist'],
    ['POST /admin/v1/keys', { at_once: 1 }, 400, '[at_once] must be a boolean'],
    ['POST /admin/v1/tokens/revoke', {}, 400, 'name a user, a client or a family'],
    ['POST /admin/v1/tokens/revoke', { user: 'none' }, 404, 'user [none] does not exist'],
    ['POST /admin/v1/initial_access_tokens', { max_scope: SCOPE, expires: 'x' }, 400, '[x] is not'],
    ['POST /admin/v1/initial_access_tokens', { max_scope: SCOPE, uses: 0 }, 400, 'uses must be'],
    ['GET /admin/v1/audit?before=x', undefined, 400, '[before] must be a whole number'],
    ['GET /admin/v1/users?after=a?b&nope=1', undefined, 400, 'unknown parameter [nope]'],
    ['GET /revocations?after=x', undefined, 400, '[after] must be a [next]'],
  ])('%s %j is %i', async (line, body, status, reason) => {
    const reply = await ask(line, body);
    expect(reply.status).toBe(status);
    expect(reply.body.error_description).toContain(reason);
  });

  it('other methods are 405, other paths 404, bodies that are no JSON 400', async () => {
    const reply = await ask('PUT /admin/v1/clients', {});
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
    expect((await ask('GET /admin/v1/none')).status).toBe(404);
    const headers = { authorization: `Bearer ${manager}` };
    const init = { method: 'POST', headers, body: '{"client_id"' };
    expect((await fetch(`${auth.url}/admin/v1/clients`, init)).status).toBe(400);
    const large = { ...init, body: `"${'x'.repeat(70_000)}"` };
    expect((await fetch(`${auth.url}/admin/v1/clients`, large)).status).toBe(413);
  });
});

describe('users and roles', () => {
  it('are added, changed and removed, and sessions end', async () => {
    const role = await ask('PUT /admin/v1/roles/watchers', { scope: 'cluster:monitor' });
    expect(role.body).toEqual({ name: 'watchers', scope: 'cluster:monitor' });
    const user = { name: 'Grace Hopper', password: 'nanoseconds are long', roles: ['watchers'] };
    const made = await ask('POST /admin/v1/users', user);
    expect([made.status, made.body.id]).toEqual([201, expect.stringMatching(/^u_/)]);
    const path = '/admin/v1/users/Grace%20Hopper';
    expect((await ask(`GET ${path}`)).body).toEqual(made.body);
    const changed = await ask(`PATCH ${path}`, { roles: ['readers'], disabled: true });
    expect(changed.body).toMatchObject({ roles: ['readers'], disabled: true });
    const password = { password: 'a better one than that' };
    expect((await ask(`PUT ${path}/password`, password)).status).toBe(204);
    const page = await ask('GET /admin/v1/users');
    expect(page.body.items.map(({ name }) => name).sort()).toEqual(['Grace Hopper', 'ada']);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).status).toBe(404);
    expect((await ask('DELETE /admin/v1/roles/watchers')).status).toBe(204);
    const roles = (await ask('GET /admin/v1/roles')).body.items;
    expect(roles.map(({ name }) => name)).toEqual(['readers']);
  });
});

describe('keys, tokens, audit, revocations', () => {
  it('keys are added and revoked', async () => {
    auth.time.nowMs += 1000;
    const made = await ask('POST /admin/v1/keys', {});
    expect(made.status).toBe(201);
    const { items } = (await ask('GET /admin/v1/keys')).body;
    expect(items).toHaveLength(2);
    const own = items.find(({ kid }) => kid === made.body.kid);
    expect(own?.state).toBe('published');
    expect((await ask(`DELETE /admin/v1/keys/${made.body.kid}`)).status).toBe(204);
    expect((await ask('GET /admin/v1/keys')).body.items[1]?.state).toBe('revoked');
  });

  it('families are listed, revoked and told to the nodes', async () => {
    const grants = ['authorization_code', 'refresh_token'];
    const usual = { type: 'public', grants, scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
    await auth.client({ ...usual, id: 'web' });
    const start = (await ask('GET /revocations')).body.next;
    const issued = await redeem(auth, (await authorized(auth)).get('code') ?? '');
    const gid = decodeJwt(issued.body.access_token ?? '').gid;
    const listed = (await ask(`GET /admin/v1/tokens?user=${USER.name}`)).body.items;
    expect(listed).toMatchObject([{ family: gid, client_id: 'web', scope: SCOPE }]);
    expect((await ask('POST /admin/v1/tokens/revoke', { user: USER.name })).body.revoked).toBe(1);
    expect((await ask(`GET /admin/v1/tokens?user=${USER.name}`)).body.items).toEqual([]);
    const told = (await ask(`GET /revocations?after=${start}`)).body;
    expect(told.families).toEqual([gid]);
    expect((await ask(`GET /revocations?after=${told.next}`)).body.families).toEqual([gid]);
    auth.time.nowMs += 6000;
    const later = (await ask(`GET /revocations?after=${told.next}`)).body.next;
    expect((await ask(`GET /revocations?after=${later}`)).body.families).toEqual([]);
  });

  it('initial access tokens are made', async () => {
    const made = await ask('POST /admin/v1/initial_access_tokens', { max_scope: SCOPE, uses: 2 });
    expect([made.status, made.body]).toEqual([
      201,
      { initial_access_token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
  });

  it('every change is in the audit log, with who made it, and no secret', async () => {
    const made = await ask('POST /admin/v1/clients', { client_id: 'audited', scope: SCOPE });
    await ask('PATCH /admin/v1/clients/audited', { disabled: true });
    await ask('DELETE /admin/v1/clients/audited');
    const { items, next } = (await ask('GET /admin/v1/audit?size=3')).body;
    expect(items.map(({ event, actor, client_id }) => [event, actor, client_id])).toEqual([
      ['client_removed', 'c_manager', 'audited'],
      ['client_updated', 'c_manager', 'audited'],
      ['client_added', 'c_manager', 'audited'],
    ]);
    const older = (await ask(`GET /admin/v1/audit?before=${next}&size=1000`)).body;
    expect(older.items.every(({ id }) => Number(id) < Number(next))).toBe(true);
    expect(older.next).toBeUndefined();
    expect(JSON.stringify([items, older])).not.toContain(made.body.client_secret);
  });
});

it('the first administrator is made once', async () => {
  const { user, password } = await auth.administration.init('root');
  expect((await auth.context.passwords.check(user, password))?.roles).toEqual(['administrators']);
  const narrowed = { name: 'administrators', scopes: ['cluster:monitor'] };
  await auth.administration.users.setRole(narrowed);
  await expect(auth.administration.init('root')).rejects.toThrow('user [root] already exists');
  expect(await auth.administration.users.roles()).toContainEqual(
    expect.objectContaining({ name: 'administrators', scope: 'cluster:monitor' }),
  );
});
