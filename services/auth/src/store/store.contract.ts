/** The contract of every store. Run it with a factory; `reopen` gives the restarted store. */
import { CLIENT_DEFAULTS, type Client } from '../models/client.js';
import type { DeviceCode } from '../models/device_code.js';
import {
  type AuthorizationCode,
  CODE_MEMORY_MS,
  type Grant,
  type RefreshToken,
} from '../models/grant.js';
import type { StoredKey } from '../models/signing_key.js';
import type { User } from '../models/user.js';
import type { Store } from './store.js';

const NOW = 1_800_000_000_000;

export const CLIENT: Client = {
  ...CLIENT_DEFAULTS,
  id: 'reporter',
  name: 'Reporter "nightly"',
  type: 'native',
  secretHash: new Uint8Array([1, 2, 255]),
  grants: ['client_credentials', 'refresh_token'],
  scopes: ['indices:read:logs-*', 'cluster:monitor'],
  redirectUris: ['https://a.example/cb?x=1', 'http://127.0.0.1/cb'],
  origins: ['https://a.example'],
  rotation: 'stable',
  tokenSeconds: 600,
  jwks: [{ kty: 'EC', kid: 'own' }],
  graceSeconds: 10,
  registration: { tokenHash: 'h', scopes: ['cluster:monitor'] },
  plainPkce: true,
  pkceRequired: true,
  firstParty: true,
  createdMs: NOW,
};

const KEY: StoredKey = {
  kid: 'k1',
  algorithm: 'ES256',
  publicJwk: '{"kty":"EC"}',
  sealedPrivateJwk: new Uint8Array([9, 0, 9]),
  createdMs: 5,
  activeMs: 7,
  revokedMs: undefined,
  follows: undefined,
};

const USER: User = {
  id: 'u_1',
  name: 'Ada Łovelace',
  passwordHash: 'scrypt$…',
  roles: ['readers'],
  disabled: false,
  createdMs: NOW,
};

const GRANT: Grant = {
  id: 'g1',
  clientId: 'reporter',
  userId: 'u_1',
  scopes: ['indices:read:logs-*'],
  authMs: NOW - 1000,
  createdMs: NOW,
  expiresMs: NOW + 90_000,
  revokedMs: undefined,
};

const CODE: AuthorizationCode = {
  hash: 'code1',
  grantId: 'g1',
  clientId: 'reporter',
  redirectUri: undefined,
  codeChallenge: 'abc',
  challengeMethod: 'S256',
  dpopThumbprint: undefined,
  expiresMs: NOW + 60_000,
  usedMs: undefined,
};

const REFRESH: RefreshToken = {
  hash: 'r1',
  grantId: 'g1',
  clientId: 'reporter',
  dpopThumbprint: 'jkt',
  createdMs: NOW,
  expiresMs: NOW + 80_000,
  usedMs: undefined,
};

const DEVICE: DeviceCode = {
  hash: 'd1',
  userCodeHash: 'uc1',
  clientId: 'reporter',
  scopes: ['cluster:monitor'],
  state: 'pending',
  grantId: undefined,
  intervalMs: 5000,
  polledMs: 0,
  expiresMs: NOW + 60_000,
};

const PARALLEL = 50;

export function storeContract(
  open: () => Store | Promise<Store>,
  reopen?: (store: Store) => Promise<Store>,
): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const parallel = <T>(call: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: PARALLEL }, (_, i) => call(i)));

  describe('clients', () => {
    it('gives back what was put in', async () => {
      const bare: Client = {
        ...CLIENT,
        ...CLIENT_DEFAULTS,
        id: 'bare',
        scopes: [],
        disabled: true,
      };
      await store.clients.add(CLIENT);
      await store.clients.add(bare);
      expect(plain(await store.clients.get('reporter'))).toEqual(plain(CLIENT));
      expect(plain(await store.clients.get('bare'))).toEqual(plain(bare));
      expect(await store.clients.get('nobody')).toBeUndefined();
      expect((await store.clients.all()).map(({ id }) => id).sort()).toEqual(['bare', 'reporter']);
      expect((await store.clients.page('', 1)).map(({ id }) => id)).toEqual(['bare']);
      expect((await store.clients.page('bare', 9)).map(({ id }) => id)).toEqual(['reporter']);
    });

    it('changes and removes only what is there', async () => {
      expect(await store.clients.change('reporter', { name: 'New' })).toBe(false);
      await store.clients.add(CLIENT);
      expect(await store.clients.change('reporter', { name: 'New' })).toBe(true);
      expect((await store.clients.get('reporter'))?.name).toBe('New');
      expect(await store.clients.change('reporter', {})).toBe(true);
      const change = { secretHash: undefined, tokenSeconds: undefined };
      expect(await store.clients.change('reporter', change)).toBe(true);
      const changed = { ...CLIENT, ...change, name: 'New' };
      expect(plain(await store.clients.get('reporter'))).toEqual(plain(changed));
      expect(await store.clients.remove('reporter')).toBe(true);
      expect(await store.clients.remove('reporter')).toBe(false);
    });

    it('refuses an id that is taken', async () => {
      await store.clients.add(CLIENT);
      await expect(store.clients.add(CLIENT)).rejects.toThrow('client [reporter] already exists');
    });
  });

  describe('users and roles', () => {
    it('finds users by id and by exact name', async () => {
      await store.users.add(USER);
      expect(await store.users.get('u_1')).toEqual(USER);
      expect(await store.users.named(USER.name)).toEqual(USER);
      expect(await store.users.named('ada łovelace')).toBeUndefined();
      expect(await store.users.change('u_1', { roles: [] })).toBe(true);
      expect(await store.users.change('u_1', { disabled: true })).toBe(true);
      expect(await store.users.page('', 5)).toMatchObject([{ id: 'u_1' }]);
      expect(await store.users.page('u_1', 5)).toEqual([]);
      expect(await store.users.all()).toEqual([{ ...USER, roles: [], disabled: true }]);
      expect(await store.users.remove('u_1')).toBe(true);
      expect(await store.users.change('u_1', {})).toBe(false);
    });

    it('refuses a name that is taken', async () => {
      await store.users.add(USER);
      const again = store.users.add({ ...USER, id: 'u_2' });
      await expect(again).rejects.toThrow(`user [${USER.name}] already exists`);
    });

    it('keeps what a role lets see', async () => {
      const seen = {
        query: '{"term":{"n":12345678901234567890}}',
        fields: { grant: ['*'], except: ['x'] },
      };
      await store.users.setRole({ name: 'some', scopes: ['indices:read:a'], ...seen });
      expect(await store.users.roles()).toEqual([
        { name: 'some', scopes: ['indices:read:a'], ...seen },
      ]);
      await store.users.setRole({ name: 'some', scopes: [] });
      expect(await store.users.roles()).toEqual([{ name: 'some', scopes: [] }]);
    });

    it('sets a role anew', async () => {
      await store.users.setRole({ name: 'b', scopes: ['cluster:monitor'] });
      await store.users.setRole({ name: 'a', scopes: [] });
      await store.users.setRole({ name: 'b', scopes: ['cluster:all'] });
      expect(await store.users.roles()).toEqual([
        { name: 'a', scopes: [] },
        { name: 'b', scopes: ['cluster:all'] },
      ]);
      expect(await store.users.removeRole('b')).toBe(true);
      expect(await store.users.removeRole('b')).toBe(false);
    });
  });

  describe('keys', () => {
    it('lists them oldest first, with their state', async () => {
      await store.keys.add({ ...KEY, kid: 'young', createdMs: 9 });
      await store.keys.add(KEY);
      await expect(store.keys.add(KEY)).rejects.toThrow('key [k1] already exists');
      expect(await store.keys.revoke('young', NOW)).toBe(true);
      expect(await store.keys.revoke('none', NOW)).toBe(false);
      const keys = await store.keys.all();
      expect(keys.map(({ kid, activeMs, revokedMs }) => [kid, activeMs, revokedMs])).toEqual([
        ['k1', 7, undefined],
        ['young', 7, NOW],
      ]);
      expect([...(keys[0]?.sealedPrivateJwk ?? [])]).toEqual([9, 0, 9]);
    });
  });

  it('lets one of fifty keys follow another', async () => {
    const adding = await Promise.allSettled(
      Array.from({ length: PARALLEL }, (_, i) =>
        store.keys.add({ ...KEY, kid: `k${i}`, follows: 'k' }),
      ),
    );
    expect(adding.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.keys.all()).toMatchObject([{ follows: 'k' }]);
  });

  describe('grants', () => {
    beforeEach(() => store.grants.add(GRANT));

    it('gives back what was put in', async () => {
      const full = { ...CODE, hash: 'code2', redirectUri: 'https://a.example/cb', usedMs: 3 };
      await store.grants.addCode(CODE);
      await store.grants.addCode(full);
      await store.grants.addRefreshToken(REFRESH);
      expect(await store.grants.get('g1')).toEqual(GRANT);
      expect(await store.grants.code('code1')).toEqual(CODE);
      expect(await store.grants.code('code2')).toEqual(full);
      expect(await store.grants.refreshToken('r1')).toEqual(REFRESH);
      expect(await store.grants.refreshToken('r2')).toBeUndefined();
    });

    it('lets one of fifty redeem a code', async () => {
      await store.grants.addCode(CODE);
      const results = await parallel((i) =>
        store.grants.redeemCode('code1', NOW, { ...REFRESH, hash: `r${i}` }),
      );
      expect(results.filter((result) => result === 'won')).toHaveLength(1);
      expect(results.filter((result) => result === 'used')).toHaveLength(PARALLEL - 1);
      const tokens = await parallel((i) => store.grants.refreshToken(`r${i}`));
      expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
    });

    it('lets one of fifty rotate a refresh token', async () => {
      await store.grants.addRefreshToken(REFRESH);
      const results = await parallel((i) =>
        store.grants.rotate('r1', NOW, { ...REFRESH, hash: `next${i}` }),
      );
      expect(results.filter((result) => result === 'won')).toHaveLength(1);
      expect((await store.grants.refreshToken('r1'))?.usedMs).toBe(NOW);
      const tokens = await parallel((i) => store.grants.refreshToken(`next${i}`));
      expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
    });

    it('issues nothing for a revoked grant', async () => {
      await store.grants.addCode(CODE);
      await store.grants.addRefreshToken(REFRESH);
      expect(await store.grants.revoke({ id: 'g1' }, NOW)).toBe(1);
      expect(await store.grants.revoke({ id: 'g1' }, NOW + 1)).toBe(0);
      expect((await store.grants.get('g1'))?.revokedMs).toBe(NOW);
      const next = { ...REFRESH, hash: 'next' };
      expect(await store.grants.redeemCode('code1', NOW, next)).toBe('dead');
      expect(await store.grants.rotate('r1', NOW, next)).toBe('dead');
      expect(await store.grants.extend('r1', NOW, NOW + 1)).toBe('dead');
      expect(await store.grants.addRefreshToken(next)).toBe(false);
      expect(await store.grants.refreshToken('next')).toBeUndefined();
    });

    it('claims nothing that has expired or is unknown', async () => {
      await store.grants.addCode(CODE);
      await store.grants.addRefreshToken(REFRESH);
      const next = { ...REFRESH, hash: 'next' };
      expect(await store.grants.redeemCode('code1', CODE.expiresMs, next)).toBe('dead');
      expect(await store.grants.redeemCode('other', NOW, next)).toBe('dead');
      expect(await store.grants.rotate('r1', REFRESH.expiresMs, next)).toBe('dead');
      expect(await store.grants.rotate('other', NOW, next)).toBe('dead');
      expect(await store.grants.refreshToken('next')).toBeUndefined();
    });

    it('revokes by client and by user', async () => {
      await store.grants.add({ ...GRANT, id: 'g2', userId: 'u_2' });
      await store.grants.add({ ...GRANT, id: 'g3', clientId: 'other' });
      const live = await store.grants.live({ clientId: 'reporter' }, NOW);
      expect(live.map(({ id }) => id).sort()).toEqual(['g1', 'g2']);
      expect(await store.grants.live({}, GRANT.expiresMs)).toEqual([]);
      expect(await store.grants.revoke({ userId: 'u_2', clientId: 'other' }, NOW)).toBe(0);
      expect(await store.grants.revoke({ userId: 'u_2' }, NOW)).toBe(1);
      expect(await store.grants.revoke({ clientId: 'reporter' }, NOW)).toBe(1);
      expect(await store.grants.live({}, NOW)).toMatchObject([{ id: 'g3', revokedMs: undefined }]);
    });

    it('tells what was revoked since', async () => {
      const token = { jti: 'early', expiresMs: NOW + 9, revokedMs: NOW - 1 };
      await store.grants.revokeToken(token);
      await store.grants.revokeToken({ ...token, jti: 'late', revokedMs: NOW });
      await store.grants.add({ ...GRANT, id: 'g2' });
      const start = { revokedMs: 0, id: '' };
      const early = { kind: 'token', id: 'early', revokedMs: NOW - 1 } as const;
      const late = { kind: 'token', id: 'late', revokedMs: NOW } as const;
      expect(await store.grants.revocations(start, 9)).toEqual([early, late]);
      await store.grants.revoke({ id: 'g2' }, NOW);
      const family = { kind: 'family', id: 'g2', revokedMs: NOW };
      expect(await store.grants.revocations(start, 9)).toEqual([early, family, late]);
      expect(await store.grants.revocations(start, 1)).toEqual([early]);
      expect(await store.grants.revocations({ revokedMs: NOW, id: 'g2' }, 9)).toEqual([late]);
    });

    it('extends a token that stays', async () => {
      await store.grants.addRefreshToken(REFRESH);
      expect(await store.grants.extend('r1', NOW, NOW + 85_000)).toBe('won');
      expect((await store.grants.refreshToken('r1'))?.expiresMs).toBe(NOW + 85_000);
    });

    it('remembers revoked access tokens and identifiers that may be used once', async () => {
      const token = { jti: 'jti', expiresMs: NOW + 5, revokedMs: NOW };
      await store.grants.revokeToken(token);
      await store.grants.revokeToken({ ...token, revokedMs: NOW + 1 });
      expect(await store.grants.isTokenRevoked('jti')).toBe(true);
      expect(await store.grants.isTokenRevoked('other')).toBe(false);
      const uses = await parallel(() => store.grants.useOnce('proof', NOW + 5));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('devices', () => {
    beforeEach(async () => {
      await store.grants.add(GRANT);
      await store.devices.add(DEVICE);
    });

    it('are found by both codes and decided once', async () => {
      expect(await store.devices.get('d1')).toEqual(DEVICE);
      expect(await store.devices.byUserCode('uc1')).toEqual(DEVICE);
      await store.devices.polled('d1', NOW, 10_000);
      expect(await store.devices.get('d1')).toMatchObject({ polledMs: NOW, intervalMs: 10_000 });
      expect(await store.devices.decide('d1', NOW, undefined)).toBe(true);
      expect(await store.devices.decide('d1', NOW, 'g1')).toBe(false);
      expect((await store.devices.get('d1'))?.state).toBe('denied');
      await expect(store.devices.add({ ...DEVICE, hash: 'd2' })).rejects.toThrow('already exists');
    });

    it('give tokens once, after approval', async () => {
      expect(await store.devices.redeem('d1', NOW, REFRESH)).toBe('dead');
      expect(await store.devices.decide('d1', DEVICE.expiresMs, 'g1')).toBe(false);
      expect(await store.devices.decide('d1', NOW, 'g1')).toBe(true);
      const results = await parallel((i) =>
        store.devices.redeem('d1', NOW, { ...REFRESH, hash: `r${i}` }),
      );
      expect(results.filter((result) => result === 'won')).toHaveLength(1);
      expect(results.filter((result) => result === 'used')).toHaveLength(PARALLEL - 1);
    });
  });

  describe('sessions', () => {
    const session = { hash: 's1', userId: 'u_1', authMs: NOW, seenMs: NOW };
    const request = { hash: 'p1', browserHash: 'b', request: '{"a":1}', expiresMs: NOW + 10 };

    it('live until they are removed', async () => {
      await store.sessions.add(session);
      await store.sessions.add({ ...session, hash: 's2' });
      await store.sessions.seen('s1', NOW + 9);
      expect(await store.sessions.get('s1')).toEqual({ ...session, seenMs: NOW + 9 });
      await store.sessions.remove('s1');
      expect(await store.sessions.get('s1')).toBeUndefined();
      await store.sessions.removeOf('u_1');
      expect(await store.sessions.get('s2')).toBeUndefined();
    });

    it('gives a pending request to one taker', async () => {
      await store.sessions.addPending(request);
      expect(await store.sessions.pending('p1')).toEqual(request);
      const taken = await parallel(() => store.sessions.takePending('p1'));
      expect(taken.filter((one) => one !== undefined)).toEqual([request]);
    });
  });

  describe('throttle', () => {
    const policy = { limit: 3, firstWaitMs: 100, longestWaitMs: 250, forgetMs: 1000 };

    it('lets only so many of fifty at once through', async () => {
      const waits = await parallel(() => store.throttle.attempt('ada', NOW, policy));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
      expect(waits.at(-1)).toBe(100);
    });

    it('waits longer with each failure, and forgets', async () => {
      for (let i = 0; i < 3; i++) await store.throttle.attempt('ada', NOW, policy);
      expect(await store.throttle.wait('ada', NOW + 99, policy)).toBe(1);
      expect(await store.throttle.wait('ada', NOW + 100, policy)).toBe(0);
      expect(await store.throttle.wait('bob', NOW, policy)).toBe(0);
      expect(await store.throttle.attempt('ada', NOW + 99, policy)).toBe(1);
      expect(await store.throttle.attempt('ada', NOW + 100, policy)).toBe(0);
      expect(await store.throttle.attempt('ada', NOW + 100, policy)).toBe(200);
      expect(await store.throttle.attempt('ada', NOW + 300, policy)).toBe(0);
      expect(await store.throttle.attempt('ada', NOW + 300, policy)).toBe(250);
      expect(await store.throttle.attempt('ada', NOW + 1300, policy)).toBe(0);
      expect(await store.throttle.attempt('ada', NOW + 1300, policy)).toBe(0);
      expect(await store.throttle.attempt('bob', NOW, policy)).toBe(0);
      await store.throttle.clear('ada');
      expect(await store.throttle.attempt('ada', NOW + 1300, policy)).toBe(0);
    });

    it('forgives one attempt at a time', async () => {
      const once = { ...policy, limit: 1 };
      for (let i = 0; i < 2; i++) {
        expect(await store.throttle.attempt('ada', NOW, once)).toBe(0);
        await store.throttle.forgive('ada');
      }
      await store.throttle.forgive('ada');
      expect(await store.throttle.attempt('ada', NOW, once)).toBe(0);
      expect(await store.throttle.attempt('ada', NOW, once)).toBe(100);
    });

    it('forgets a key with those below it, and no other', async () => {
      const once = { ...policy, limit: 1 };
      const keys = ['ada', 'ada@1', 'ada@2', 'adam', 'bada@1'];
      for (const key of keys) await store.throttle.attempt(key, NOW, once);
      await store.throttle.clearAll('ada');
      const waits = await Promise.all(keys.map((key) => store.throttle.wait(key, NOW, once)));
      expect(waits).toEqual([0, 0, 0, 100, 100]);
    });
  });

  describe('initial access tokens', () => {
    const token = { hash: 't1', scopes: ['cluster:monitor'], usesLeft: 3, expiresMs: NOW + 10 };

    it('are used as often as they say, and not after their end', async () => {
      await store.initialTokens.add(token);
      await expect(store.initialTokens.add(token)).rejects.toThrow('already exists');
      expect(await store.initialTokens.use('t2', NOW)).toBeUndefined();
      expect(await store.initialTokens.use('t1', NOW + 10)).toBeUndefined();
      const uses = await parallel(() => store.initialTokens.use('t1', NOW));
      const good = uses.filter((use) => use !== undefined);
      expect(good.map(({ usesLeft }) => usesLeft).sort()).toEqual([0, 1, 2]);
      expect(good[0]).toEqual({ ...token, usesLeft: good[0]?.usesLeft });
    });
  });

  describe('audit', () => {
    it('gives the newest, oldest of them first', async () => {
      const actor = 'command line';
      const events = ['a', 'b', 'c'].map((event, i) => ({ timeMs: NOW + i, event, actor }));
      for (const event of events) await store.audit.add(event);
      expect(await store.audit.tail(2)).toEqual(events.slice(1));
      expect(await store.audit.tail(0)).toEqual([]);
      const [newest, next] = await store.audit.page(undefined, 2);
      expect([newest?.event, next?.event]).toEqual(['c', 'b']);
      expect(await store.audit.page(next?.id, 2)).toMatchObject([{ event: 'a', timeMs: NOW }]);
      expect(await store.audit.drop(NOW + 2)).toBe(2);
      expect(await store.audit.tail(9)).toEqual(events.slice(2));
    });
  });

  it('knows the origins of clients that are not disabled', async () => {
    const { origins } = CLIENT;
    const [origin = ''] = origins;
    expect(await store.clients.hasOrigin(origin)).toBe(false);
    await store.clients.add(CLIENT);
    expect(await store.clients.hasOrigin(origin)).toBe(true);
    expect(await store.clients.hasOrigin('https://b.example')).toBe(false);
    await store.clients.change(CLIENT.id, { disabled: true });
    expect(await store.clients.hasOrigin(origin)).toBe(false);
  });

  it('counts who waits, and forgets them by hundreds', async () => {
    await store.ping();
    for (let i = 0; i < 501; i++) await store.grants.useOnce(`p${i}`, NOW);
    await store.sessions.addPending({ hash: 'p', browserHash: '', request: '', expiresMs: NOW });
    await store.devices.add(DEVICE);
    expect(await store.countWaiting()).toBe(2);
    const purged = [await store.purge(NOW), await store.purge(NOW), await store.purge(NOW)];
    expect(purged).toEqual([501, 1, 0]);
    expect(await store.countWaiting()).toBe(1);
  });

  it('forgets what has expired and nothing else', async () => {
    await store.grants.add(GRANT);
    await store.grants.addCode(CODE);
    await store.grants.addRefreshToken(REFRESH);
    await store.grants.revokeToken({ jti: 'jti', expiresMs: NOW + 60_000, revokedMs: NOW });
    await store.sessions.addPending({ hash: 'p', browserHash: '', request: '', expiresMs: NOW });
    expect(await store.purge(NOW - 1)).toBe(0);
    expect(await store.purge(NOW + 60_000)).toBe(2);
    expect(await store.grants.code('code1')).toBeDefined();
    expect(await store.grants.refreshToken('r1')).toBeDefined();
    expect(await store.purge(NOW + 90_000)).toBe(2);
    const policy = { limit: 1, firstWaitMs: 1, longestWaitMs: 1, forgetMs: 1 };
    await store.throttle.attempt('ada', NOW, policy);
    const token = { hash: 't', scopes: [], usesLeft: 1, expiresMs: NOW + 86_400_000 };
    await store.initialTokens.add(token);
    expect(await store.purge(NOW + 60_000 + CODE_MEMORY_MS)).toBe(1);
    expect(await store.grants.code('code1')).toBeUndefined();
    expect(await store.purge(NOW + 86_399_999)).toBe(0);
    expect(await store.purge(NOW + 86_400_000)).toBe(2);
  });

  if (reopen) {
    it('remembers over a restart', async () => {
      await store.clients.add(CLIENT);
      await store.keys.add(KEY);
      await store.grants.add(GRANT);
      await store.grants.addCode(CODE);
      await store.grants.redeemCode('code1', NOW, REFRESH);
      store = await reopen(store);
      expect(plain(await store.clients.get('reporter'))).toEqual(plain(CLIENT));
      expect(await store.keys.all()).toHaveLength(1);
      expect(await store.grants.redeemCode('code1', NOW, REFRESH)).toBe('used');
      expect(await store.grants.refreshToken('r1')).toEqual(REFRESH);
    });
  }
}

/** Blobs as lists, so that Buffer and Uint8Array compare equal. */
function plain(client: Client | undefined): unknown {
  return client && { ...client, secretHash: client.secretHash && [...client.secretHash] };
}
