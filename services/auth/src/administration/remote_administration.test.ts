/** Commands have the same effect over HTTP as directly on the database. */
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { postForm } from '../testing/code_flow.js';
import type { AdministrationCommands } from './commands.js';
import { remoteAdministration } from './remote_administration.js';

let auth: TestAuth;
let remote: AdministrationCommands;

beforeEach(async () => {
  auth = await startTestAuth();
  const scopes = ['security:manage'];
  const own = { client_id: 'ops', client_secret: await auth.client({ id: 'ops', scopes }) };
  const fields = { grant_type: 'client_credentials', ...own, resource: auth.url };
  const token = (await postForm(auth, '/token', { fields })).body.access_token ?? '';
  remote = remoteAdministration({ url: `${auth.url}/`, token });
});
afterEach(() => auth.close());

it('clients', async () => {
  const made = await remote.clients.add({ id: 'job', scopes: [SCOPE], tokenSeconds: 600 });
  expect(made).toMatchObject({ client_id: 'job', client_secret: expect.any(String) });
  expect(await remote.clients.show('job')).toEqual(await auth.administration.clients.show('job'));
  const changed = await remote.clients.update('job', { disabled: true, name: 'Job' });
  expect(changed).toMatchObject({ client_name: 'Job', disabled: true, token_seconds: 600 });
  const again = await remote.clients.rotateSecret('job');
  expect(again.client_secret).not.toBe(made.client_secret);
  expect(await remote.clients.list()).toEqual(await auth.administration.clients.page('', 10));
  await remote.clients.remove('job');
  await expect(remote.clients.show('job')).rejects.toThrow('client [job] does not exist');
});

it('users and roles', async () => {
  const part = {
    query: '{"term":{"n":9007199254740993}}',
    fields: { grant: ['*'], except: ['x'] },
  };
  const role = { name: 'some', scopes: [SCOPE, 'cluster:monitor'], ...part };
  expect(await remote.users.setRole(role)).toEqual({
    name: 'some',
    scope: `${SCOPE} cluster:monitor`,
    ...part,
  });
  expect(await remote.users.roles()).toEqual(await auth.administration.users.roles());
  const grace = await remote.users.add('Grace H', 'nanoseconds are long', ['some']);
  expect(await remote.users.setRoles('Grace H', ['readers'])).toEqual({
    ...grace,
    roles: ['readers'],
  });
  expect((await remote.users.setDisabled('Grace H', true)).disabled).toBe(true);
  await remote.users.setPassword('Grace H', 'another one, and long');
  expect(await remote.users.list()).toHaveLength(2);
  await remote.users.remove('Grace H');
  await remote.users.removeRole('some');
  expect(await remote.users.list()).toEqual(await auth.administration.users.list());
  await expect(remote.users.add('x', 'short', [])).rejects.toThrow('a password must have');
});

it('keys, tokens and the audit log', async () => {
  const kid = await remote.keys.rotate({ atOnce: true });
  expect(await remote.keys.list()).toEqual(await auth.administration.keys.list());
  expect(await remote.liveGrants({ user: 'ada' })).toEqual([]);
  expect(await remote.revokeTokens({ user: 'ada' })).toBe(0);
  await expect(remote.revokeTokens({})).rejects.toThrow('name a user, a client or a family');
  const wanted = { scopes: [SCOPE], uses: 1, lifetimeMs: 60_000 };
  expect(await remote.createInitialToken(wanted)).toEqual(expect.any(String));
  const [event] = await remote.auditTail(1);
  expect(event).toMatchObject({
    event: 'initial_access_token_created',
    actor: 'c_ops',
    timeMs: auth.time.nowMs,
  });
  await expect(remote.keys.revoke('none')).rejects.toThrow('key [none] does not exist');
  await remote.keys.rotate({ atOnce: true });
  await remote.keys.revoke(kid);
  expect(() => remote.init('admin')).toThrow('works on the database alone');
});

it('more events than one page of the service has', async () => {
  for (let i = 1; i <= 1_100; i++) {
    await auth.context.store.audit.add({ timeMs: i, event: 'signed_in', detail: `${i}` });
  }
  expect(await remote.auditTail(1_050)).toEqual(await auth.administration.auditTail(1_050));
  expect(await remote.auditTail(0)).toEqual([]);
});

it('a token that is not taken', async () => {
  const other = remoteAdministration({ url: auth.url, token: 'x.y.z' });
  await expect(other.users.list()).rejects.toThrow();
});
