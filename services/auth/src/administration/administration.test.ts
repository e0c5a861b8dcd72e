import { generateKeyPairSync } from 'node:crypto';
import type { Role } from '../models/user.js';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { postForm } from '../testing/code_flow.js';
import type { NewClient } from './clients.js';

let auth: TestAuth;
beforeEach(async () => {
  auth = await startTestAuth();
});
afterEach(() => auth.close());

const WEB: NewClient = {
  id: 'web',
  type: 'public',
  grants: ['authorization_code'],
  scopes: [SCOPE],
  redirectUris: ['https://app.example/cb'],
};

describe('clients', () => {
  it.each<[string, Partial<NewClient>, string]>([
    ['a bad id', { id: 'a b' }, 'client id [a b]'],
    ['an unknown scope', { scopes: ['cluster:own'] }, 'unknown scope [cluster:own]'],
    ['no scope', { scopes: [] }, 'unknown scope []'],
    ['an unknown grant', { grants: ['magic'] }, 'unknown grant [magic]'],
    ['no grant', { grants: [] }, 'has no grants'],
    ['no redirect URI', { redirectUris: [] }, 'needs a redirect URI'],
    ['credentials without a secret', { grants: ['client_credentials'] }, 'without a secret'],
    ['stable tokens without a secret', { rotation: 'stable' }, 'must rotate'],
    ['a long lifetime', { tokenSeconds: 3601 }, 'must be between [5m] and [1h]'],
    ['a short lifetime', { tokenSeconds: 299 }, 'must be between [5m] and [1h]'],
    ['no consent and any port', { type: 'native', firstParty: true }, 'cannot be first party'],
    ['an origin with a path', { origins: ['https://a.example/x'] }, 'origin [https://a.example/x]'],
    ['an origin of all', { origins: ['*'] }, 'origin [*]'],
  ])('are refused with %s', async (_what, change, message) => {
    await expect(auth.administration.clients.add({ ...WEB, ...change })).rejects.toThrow(message);
  });

  it.each([
    'http://app.example/cb',
    'https://app.example/cb#x',
    'https://app.example/*',
    'https://u:p@app.example/cb',
    'https://u@app.example/cb',
    'https://app.example;sandbox/cb',
    'https://app.example,evil.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'com.example.app:/cb',
    '/cb',
    'app.example/cb',
    'https://äpp.example/cb',
    'https://app.example/ cb',
    'http://127.0.0.1.evil.example/cb',
    'ftp://app.example/',
    '',
  ])('cannot have answers sent to [%s]', async (uri) => {
    const client = { ...WEB, redirectUris: [uri] };
    await expect(auth.administration.clients.add(client)).rejects.toThrow(`redirect URI [${uri}]`);
  });

  it.each([
    'https://app.example/cb?tenant=a',
    'http://127.0.0.1:8080/cb',
    'http://[::1]/cb',
    'http://localhost:3000/cb',
    'com.example.app:/cb',
  ])('native ones may have answers sent to [%s]', async (uri) => {
    const client = { ...WEB, type: 'native', redirectUris: [uri] } as const;
    expect(await auth.administration.clients.add(client)).toEqual({
      client_id: 'web',
      scope: SCOPE,
    });
  });

  it('are shown without their secret, changed and removed', async () => {
    const { clients } = auth.administration;
    const issued = await clients.add({ id: 'job', scopes: [SCOPE] });
    expect(issued.client_secret).toMatch(/^[\w-]{43}$/);
    const shown = await clients.show('job');
    expect(JSON.stringify(shown)).not.toContain('secret');
    const changed = await clients.update('job', { name: 'Job', scopes: ['cluster:monitor'] });
    expect(changed).toMatchObject({ client_name: 'Job', scope: 'cluster:monitor' });
    await expect(clients.update('job', { scopes: ['x'] })).rejects.toThrow('unknown scope [x]');
    const again = await clients.rotateSecret('job');
    expect(again.client_secret).not.toBe(issued.client_secret);
    await clients.remove('job');
    expect(await clients.list()).toEqual([]);
    await expect(clients.show('job')).rejects.toThrow('client [job] does not exist');
    await clients.add(WEB);
    await expect(clients.rotateSecret('web')).rejects.toThrow('secret of client [web]');
  });

  it('keep all of the changes that are made at the same time', async () => {
    const { clients } = auth.administration;
    const old = await clients.add({ id: 'job', scopes: [SCOPE] });
    const [issued] = await Promise.all([
      clients.rotateSecret('job'),
      clients.update('job', { name: 'Job' }),
      clients.update('job', { tokenSeconds: 600 }),
    ]);
    expect(await clients.show('job')).toMatchObject({ client_name: 'Job', token_seconds: 600 });
    expect(await statusWith(issued.client_secret)).toBe(200);
    expect(await statusWith(old.client_secret)).toBe(401);
  });

  it('have no secret any more once they have a key', async () => {
    const { clients } = auth.administration;
    const { client_secret } = await clients.add({ id: 'job', scopes: [SCOPE] });
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await clients.update('job', { jwks: [{ ...publicKey.export({ format: 'jwk' }) }] });
    expect(await statusWith(client_secret)).toBe(401);
    await expect(clients.rotateSecret('job')).rejects.toThrow('secret of client [job]');
  });

  it('that are removed while they are changed are missing', async () => {
    const { clients } = auth.administration;
    await clients.add({ id: 'job', scopes: [SCOPE] });
    const changed = clients.update('job', { name: 'Job' });
    await Promise.all([
      auth.context.store.clients.remove('job'),
      expect(changed).rejects.toThrow('client [job] does not exist'),
    ]);
  });
});

async function statusWith(secret = ''): Promise<number> {
  const fields = { grant_type: 'client_credentials', client_id: 'job', client_secret: secret };
  return (await postForm(auth, '/token', { fields })).status;
}

describe('users', () => {
  it.each<[string, string, string, string[], string]>([
    ['a control character', 'a\u0007b', USER.password, [], 'user name'],
    ['no name', '', USER.password, [], 'user name'],
    ['a space around the name', ' ada ', USER.password, [], 'user name'],
    ['a short password', 'bob', 'hunter2', [], 'must have 12 to 1024 characters'],
    ['an unknown role', 'bob', USER.password, ['kings'], 'role [kings] does not exist'],
    ['a name that is taken', USER.name, USER.password, [], 'user [ada] already exists'],
  ])('are refused with %s', async (_what, name, password, roles, message) => {
    const added = auth.administration.users.add(name, password, roles);
    await expect(added).rejects.toThrow(message);
  });

  it('are shown without their password', async () => {
    const [ada] = await auth.administration.users.list();
    expect(Object.keys(ada ?? {}).sort()).toEqual(['created', 'disabled', 'id', 'name', 'roles']);
  });

  it('are found however their name is composed', async () => {
    const { users } = auth.administration;
    await users.add('Zoe\u0308', USER.password, []);
    expect(await auth.context.passwords.check('Zo\u00eb', USER.password)).toBeDefined();
    await users.remove('Zo\u00eb');
    await expect(users.idOf('Zoe\u0308')).rejects.toThrow('does not exist');
  });

  it('cannot sign in with an old password, when disabled, or removed', async () => {
    const { users } = auth.administration;
    const check = (password: string) => auth.context.passwords.check(USER.name, password);
    await users.setPassword(USER.name, 'another good password');
    expect(await check(USER.password)).toBeUndefined();
    expect(await check('another good password')).toBeDefined();
    await users.setDisabled(USER.name, true);
    expect(await check('another good password')).toBeUndefined();
    await users.remove(USER.name);
    expect(await check('another good password')).toBeUndefined();
  });
});

it('a user keeps all of the changes that are made at the same time', async () => {
  const { users } = auth.administration;
  const password = 'another good password';
  await Promise.all([
    users.setPassword(USER.name, password),
    users.setRoles(USER.name, []),
    users.setDisabled(USER.name, true),
  ]);
  expect(await users.show(USER.name)).toMatchObject({ roles: [], disabled: true });
  await users.setDisabled(USER.name, false);
  expect(await auth.context.passwords.check(USER.name, USER.password)).toBeUndefined();
  expect(await auth.context.passwords.check(USER.name, password)).toBeDefined();
  const late = users.setPassword(USER.name, USER.password);
  await Promise.all([
    users.remove(USER.name),
    expect(late).rejects.toThrow('user [ada] does not exist'),
  ]);
});

it('a role has a query and fields of a limited length', async () => {
  const { users } = auth.administration;
  const set = (restriction: Partial<Role>) =>
    users.setRole({ name: 'kings', scopes: [SCOPE], ...restriction });
  const query = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  expect(await set({ query: query(2048) })).toMatchObject({ query: query(2048) });
  await expect(set({ query: query(2049) })).rejects.toThrow('at most [2048] characters');
  const fields = (length: number) => ({ grant: ['a', 'x'.repeat(length - 4)], except: ['b'] });
  expect(await set({ fields: fields(1024) })).toMatchObject({ fields: fields(1024) });
  await expect(set({ fields: fields(1025) })).rejects.toThrow('at most [1024] characters');
});

describe('audit', () => {
  it('names what was done to users, roles and tokens, and to whom', async () => {
    const { administration } = auth;
    const { users } = administration;
    await users.setRole({ name: 'kings', scopes: [SCOPE] });
    const { id } = await users.add('eve', USER.password, []);
    await users.setRoles('eve', ['kings']);
    await users.setDisabled('eve', true);
    await users.setDisabled('eve', false);
    await administration.revokeTokens({ user: 'eve' });
    await administration.createInitialToken({ scopes: [SCOPE], uses: 1, lifetimeMs: 1 });
    await users.remove('eve');
    await users.removeRole('kings');
    const events = await administration.auditTail(9);
    expect(events.map(({ event, userId }) => [event, userId])).toEqual([
      ['role_set', undefined],
      ['user_added', id],
      ['user_roles_changed', id],
      ['user_disabled', id],
      ['user_enabled', id],
      ['tokens_revoked', undefined],
      ['initial_access_token_created', undefined],
      ['user_removed', id],
      ['role_removed', undefined],
    ]);
  });

  it('has every change, and no secret', async () => {
    const { clients, users, keys } = auth.administration;
    const { client_secret = '' } = await clients.add({ id: 'job', scopes: [SCOPE] });
    await users.setPassword(USER.name, 'another good password');
    await keys.rotate({ atOnce: false });
    const events = await auth.administration.auditTail(3);
    expect(events.map(({ event }) => event)).toEqual([
      'client_added',
      'password_changed',
      'key_added',
    ]);
    const all = JSON.stringify(await auth.administration.auditTail(1000));
    expect(all).not.toContain(client_secret);
    expect(all).not.toContain('password"');
    expect(all).not.toContain('another good');
  });
});

it.each([
  { uses: 1, lifetimeMs: 1 },
  { uses: 1000, lifetimeMs: 30 * 24 * 3_600_000 },
])('makes an initial access token with %j', async (limits) => {
  const made = auth.administration.createInitialToken({ scopes: [SCOPE], ...limits });
  expect(await made).toMatch(/^[\w-]{43}$/);
});

it.each([
  [{ uses: 0 }, 'uses must be between'],
  [{ uses: 1001 }, 'uses must be between [1] and [1000]'],
  [{ uses: Number.NaN }, 'uses must be between'],
  [{ lifetimeMs: 30 * 24 * 3_600_000 + 1 }, 'must end within [30d]'],
  [{ lifetimeMs: 0 }, 'must end within [30d]'],
  [{ lifetimeMs: Number.NaN }, 'must end within [30d]'],
  [{ scopes: ['x'] }, 'unknown scope [x]'],
])('makes no initial access token with %j', async (change, message) => {
  const usual = { scopes: [SCOPE], uses: 1, lifetimeMs: 1000 };
  const made = auth.administration.createInitialToken({ ...usual, ...change });
  await expect(made).rejects.toThrow(message);
});
