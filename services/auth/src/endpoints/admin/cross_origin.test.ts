/**
 * Calls of the administration by a page in a browser: from its own origin, with the token of the
 * signed-in user.
 */
import { SCOPE, startTestAuth, type TestAuth, USER } from '../../testing/auth_service.js';
import { authorized, postForm, REDIRECT, redeem } from '../../testing/code_flow.js';

const ORIGIN = 'https://console.example';

let auth: TestAuth;

beforeAll(async () => {
  auth = await startTestAuth();
  await auth.client({
    id: 'console',
    type: 'public',
    grants: ['authorization_code', 'refresh_token'],
    scopes: ['security:read', 'security:manage', SCOPE],
    redirectUris: [REDIRECT],
    origins: [ORIGIN],
  });
  await auth.administration.users.setRole({ name: 'lookers', scopes: ['security:read', SCOPE] });
  await auth.administration.users.setRoles(USER.name, ['lookers']);
});
afterAll(() => auth.close());

const call = (line: string, headers: Readonly<Record<string, string>>) => {
  const [method = '', path = ''] = line.split(' ');
  return fetch(`${auth.url}/admin/v1${path}`, { method, headers });
};

it('is shown answers when a client is registered with its origin, and no other is', async () => {
  const asked = await call('OPTIONS /users/ada', { origin: ORIGIN });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(asked.headers.get('access-control-allow-methods')).toBe('GET, PATCH, DELETE');
  expect(asked.headers.get('access-control-allow-headers')).toContain('DPoP');
  const refused = await call('GET /users/ada', { origin: ORIGIN });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  for (const line of ['OPTIONS /users/ada', 'GET /users/ada']) {
    const other = await call(line, { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  }
});

it('lets no cookie stand for a token', async () => {
  const asked = await call('OPTIONS /users', { origin: ORIGIN });
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
});

it('is asked with a token that the refresh token gave for it, and that holds what its user may', async () => {
  const code = (await authorized(auth, { client_id: 'console' })).get('code') ?? '';
  const first = await redeem(auth, code, { client_id: 'console' });
  const fields = {
    grant_type: 'refresh_token',
    client_id: 'console',
    refresh_token: first.body.refresh_token,
    resource: auth.url,
    scope: 'security:read',
  };
  const own = await postForm(auth, '/token', { fields });
  expect(own.body).toMatchObject({ scope: 'security:read' });
  const bearer = (token = '') => ({ authorization: `Bearer ${token}` });
  expect((await call('GET /users', bearer(own.body.access_token))).status).toBe(200);
  expect((await call('POST /keys', bearer(own.body.access_token))).status).toBe(403);
  expect((await call('GET /users', bearer(first.body.access_token))).status).toBe(401);
});
