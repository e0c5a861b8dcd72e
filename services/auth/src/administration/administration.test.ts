import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
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
});

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
