import { exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  type JwksDocument,
  KeyCache,
  type KeyCacheOptions,
  KeysUnavailable,
  type SavedKeySet,
} from './mod.js';

const START_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface World {
  elapsedMs: number;
  /** Difference of the wall clock from the elapsed time. */
  setMs: number;
  fetches: number;
  served: JwksDocument | Error;
  kept: SavedKeySet | undefined;
}

let publicJwk: JWK;
let privateJwk: JWK;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  publicJwk = await exportJWK(publicKey);
  privateJwk = await exportJWK(privateKey);
});

const named = (kid: string, more: Partial<JWK> = {}): JWK => ({ ...publicJwk, kid, ...more });

function newWorld(...keys: readonly JWK[]): World {
  return { elapsedMs: 0, setMs: START_MS, fetches: 0, served: { keys }, kept: undefined };
}

function cacheIn(world: World, options: Partial<KeyCacheOptions> = {}): KeyCache {
  return new KeyCache({
    clock: {
      nowMs: () => world.setMs + world.elapsedMs,
      monotonicMs: () => world.elapsedMs,
    },
    algorithms: ['ES256', 'RS256'],
    fetch: async () => {
      world.fetches++;
      if (world.served instanceof Error) throw world.served;
      return world.served;
    },
    saved: {
      load: async () => world.kept,
      save: async (set) => {
        world.kept = set;
      },
    },
    ...options,
  });
}

const lacks = async (cache: KeyCache, kid: string): Promise<void> => {
  await expect(cache.key(kid, 'ES256')).rejects.toThrow('a key the issuer does not list');
};

/** Without the issuer, the key is there for a day from now and no longer. */
async function expectKeyForADay(
  world: ReturnType<typeof newWorld>,
  cache: KeyCache,
): Promise<void> {
  await cache.key('k1', 'ES256');
  world.served = new Error('down');
  world.elapsedMs = DAY_MS;
  await cache.key('k1', 'ES256');
  world.elapsedMs++;
  await expect(cache.key('k1', 'ES256')).rejects.toThrow(KeysUnavailable);
}

test('a set is fetched again when it is older than five minutes', async () => {
  const world = newWorld(named('k1'));
  const cache = cacheIn(world);
  await cache.key('k1', 'ES256');
  world.elapsedMs = 5 * MINUTE_MS;
  await cache.key('k1', 'ES256');
  expect(world.fetches).toBe(1);
  world.elapsedMs++;
  await cache.key('k1', 'ES256');
  expect(world.fetches).toBe(2);
});

test('without the issuer, a set is used for a day and no longer', async () => {
  const world = newWorld(named('k1'));
  const cache = cacheIn(world);
  await expectKeyForADay(world, cache);
});

test('behind a fetch without the wanted key the next one is half a minute away', async () => {
  const world = newWorld(named('k1'));
  const cache = cacheIn(world);
  await lacks(cache, 'k2');
  expect(world.fetches).toBe(1);
  world.served = { keys: [named('k1'), named('k2')] };
  world.elapsedMs = MINUTE_MS / 2 - 1;
  await lacks(cache, 'k2');
  expect(world.fetches).toBe(1);
  world.elapsedMs++;
  await cache.key('k2', 'ES256');
  expect(world.fetches).toBe(2);
});

test('keys that could not be fetched are asked for again after a second', async () => {
  const world = newWorld();
  const down = new Error('down');
  world.served = down;
  const changes: unknown[] = [];
  const cache = cacheIn(world, { changed: (failure) => changes.push(failure) });
  const refused = () =>
    expect(cache.key('k1', 'ES256')).rejects.toMatchObject({
      name: 'KeysUnavailable',
      cause: down,
    });
  await refused();
  world.elapsedMs = 999;
  await refused();
  expect(world.fetches).toBe(1);
  world.elapsedMs++;
  await refused();
  expect(world.fetches).toBe(2);
  world.served = { keys: [named('k1')] };
  world.elapsedMs += 1000;
  await cache.key('k1', 'ES256');
  expect(changes).toEqual([down, undefined]);
});

test('behind a fetch that brought the wanted key the next one may follow at once', async () => {
  const world = newWorld(named('k1'));
  const cache = cacheIn(world);
  await cache.key('k1', 'ES256');
  world.served = { keys: [named('k1'), named('k2')] };
  await cache.key('k2', 'ES256');
  expect(world.fetches).toBe(2);
});

test('a key with an algorithm verifies this one only, a key without those of its type', async () => {
  const cache = cacheIn(newWorld(named('k1', { alg: 'ES256' }), named('k2')));
  await cache.key('k1', 'ES256');
  await expect(cache.key('k1', 'RS256')).rejects.toThrow(
    'the token is signed with another algorithm than its key allows',
  );
  await cache.key('k2', 'ES256');
  await expect(cache.key('k2', 'RS256')).rejects.toThrow('another algorithm than its key allows');
});

test('a key without an algorithm is used whatever the order of the accepted ones', async () => {
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const listed = { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' };
  const algorithms = ['ES256', 'PS256', 'RS256'];
  const cache = cacheIn(newWorld(listed, named('ec')), { algorithms });
  expect((await cache.key('rsa', 'RS256')).algorithm.name).toBe('RSASSA-PKCS1-v1_5');
  expect((await cache.key('rsa', 'PS256')).algorithm.name).toBe('RSA-PSS');
  expect((await cache.key('ec', 'ES256')).algorithm.name).toBe('ECDSA');
});

test('keys of different types may have the same id', async () => {
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const listed = { ...(await exportJWK(rsa.publicKey)), kid: 'one', alg: 'RS256' };
  const cache = cacheIn(newWorld(listed, named('one', { alg: 'ES256' })));
  expect((await cache.key('one', 'RS256')).algorithm.name).toBe('RSASSA-PKCS1-v1_5');
  expect((await cache.key('one', 'ES256')).algorithm.name).toBe('ECDSA');
});

test('keys that do not verify signatures are left out', async () => {
  const unusable: readonly JWK[] = [
    { ...privateJwk, kid: 'private' },
    named('encrypts', { use: 'enc' }),
    named('other', { alg: 'ES384' }),
    named('broken', { x: 'AA' }),
    { kty: 'oct', k: 'c2VjcmV0', kid: 'secret' },
    publicJwk,
  ];
  const cache = cacheIn(newWorld(...unusable, named('k1', { use: 'sig' })));
  await cache.key('k1', 'ES256');
  for (const { kid = '' } of unusable) await lacks(cache, kid);
});

test('the first 50 keys of a set count', async () => {
  const keys = Array.from({ length: 51 }, (_, i) => named(`k${i}`));
  const world = newWorld(...keys);
  const cache = cacheIn(world);
  await cache.key('k49', 'ES256');
  expect(world.kept?.keys).toEqual(keys.slice(0, 50));
  await lacks(cache, 'k50');
});

test('a set without a usable key is not saved, and the saved one is used instead', async () => {
  const world = newWorld();
  const kept = { fetchedMs: START_MS - DAY_MS, keys: [named('k1')] };
  world.kept = kept;
  const cache = cacheIn(world);
  await cache.key('k1', 'ES256');
  expect(world.kept).toBe(kept);
  world.elapsedMs++;
  await expect(cache.key('k1', 'ES256')).rejects.toMatchObject({
    name: 'KeysUnavailable',
    cause: { message: 'the issuer lists no usable key' },
  });
});

test('a saved set counts as new when the clock was set back', async () => {
  const world = newWorld();
  world.kept = { fetchedMs: START_MS + DAY_MS, keys: [named('k1')] };
  const cache = cacheIn(world);
  await expectKeyForADay(world, cache);
});

test('a saved set is not asked for while there are keys', async () => {
  const world = newWorld(named('k1'));
  const cache = cacheIn(world);
  await cache.key('k1', 'ES256');
  world.served = new Error('down');
  world.kept = { fetchedMs: START_MS, keys: [named('k2')] };
  await lacks(cache, 'k2');
  await cache.key('k1', 'ES256');
});
