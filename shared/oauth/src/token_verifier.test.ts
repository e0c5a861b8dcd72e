import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import {
  type JwksDocument,
  KeyCache,
  type SavedKeySet,
  TokenFailure,
  TokenVerifier,
} from './mod.js';

const ISSUER = 'https://auth.example';
const START_MS = 1_800_000_000_000;

interface World {
  readonly clock: { nowMs(): number; monotonicMs(): number };
  elapsedMs: number;
  fetches: number;
  served: JwksDocument | Error;
}

function newWorld(served: JwksDocument): World {
  const world: World = {
    elapsedMs: 0,
    fetches: 0,
    served,
    clock: { nowMs: () => START_MS + world.elapsedMs, monotonicMs: () => world.elapsedMs },
  };
  return world;
}

function verifierIn(world: World): TokenVerifier {
  const keys = new KeyCache({
    clock: world.clock,
    algorithms: ['ES256'],
    fetch: async () => {
      world.fetches++;
      if (world.served instanceof Error) throw world.served;
      return world.served;
    },
  });
  const issuers = [{ issuer: ISSUER, audience: 'skein', algorithms: ['ES256'], keys }];
  return new TokenVerifier({ issuers, clock: world.clock });
}

async function newKey(kid: string): Promise<{ jwk: JWK; privateKey: CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }, privateKey };
}

const CLAIMS = {
  client_id: 'c',
  scope: 'indices:read:*',
  jti: 't1',
  sub: 'c_c',
  iss: ISSUER,
  aud: 'skein',
};

function token(key: CryptoKey, claims: object = {}, header: object = {}): Promise<string> {
  const seconds = START_MS / 1000;
  return new SignJWT({ ...CLAIMS, iat: seconds, exp: seconds + 900, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt', ...header })
    .sign(key);
}

describe('TokenVerifier', () => {
  it('verifies once and remembers until the token expires', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const verifier = verifierIn(world);
    const text = await token(privateKey);
    const verified = await verifier.verify(text);
    expect(verified).toMatchObject({
      subject: 'c_c',
      clientId: 'c',
      tokenId: 't1',
      issuer: ISSUER,
    });
    expect(verified.scopes.allowsIndex('read', 'x')).toBe(true);
    expect(await verifier.verify(text)).toBe(verified);
    world.elapsedMs = 906_000;
    await expect(verifier.verify(text)).rejects.toThrow('the token has expired');
  });

  it.each<[string, object, object]>([
    ['no exp', { exp: undefined }, {}],
    ['no iat', { iat: undefined }, {}],
    ['no sub', { sub: undefined }, {}],
    ['no jti', { jti: undefined }, {}],
    ['no client_id', { client_id: undefined }, {}],
    ['expired', { exp: START_MS / 1000 - 6 }, {}],
    ['issued in the future', { iat: START_MS / 1000 + 60 }, {}],
    ['an empty subject', { sub: '' }, {}],
    ['an empty client id', { client_id: '' }, {}],
    ['not yet', { nbf: START_MS / 1000 + 60 }, {}],
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['issuer with a slash more', { iss: `${ISSUER}/` }, {}],
    ['another audience', { aud: 'other' }, {}],
    ['plain JWT', {}, { typ: 'JWT' }],
    ['no type', {}, { typ: undefined }],
    ['unknown key', {}, { kid: 'k9' }],
    ['no key id', {}, { kid: undefined }],
    ['scope of a wrong type', { scope: ['a'] }, {}],
    ['client id of a wrong type', { client_id: 5 }, {}],
  ])('refuses a token with %s', async (_what, claims, header) => {
    const { jwk, privateKey } = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    await expect(verifier.verify(await token(privateKey, claims, header))).rejects.toBeInstanceOf(
      TokenFailure,
    );
  });

  it('refuses another key, a changed payload, no signature, HMAC with the public key, and rubbish', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const other = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    const good = await token(privateKey);
    const [head = '', body = '', signature = ''] = good.split('.');
    const changed = Buffer.from(body, 'base64url')
      .toString()
      .replace('indices:read', 'cluster:all ');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt","kid":"k1"}').toString('base64url');
    const hmac = await new SignJWT({ ...CLAIMS, iat: 1, exp: START_MS })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(JSON.stringify(jwk)));
    const bad = [
      await token(other.privateKey),
      `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
      `${none}.${body}.`,
      hmac,
      good.slice(0, -4),
      'x.y.z',
      'x',
      '',
      `${'a'.repeat(9000)}`,
    ];
    for (const text of bad)
      await expect(verifier.verify(text)).rejects.toBeInstanceOf(TokenFailure);
  });
});

describe('KeyCache', () => {
  it('finds a rotated key, keeps old ones through an outage, and forgets them after a day', async () => {
    const first = await newKey('k1');
    const second = await newKey('k2');
    const world = newWorld({ keys: [first.jwk] });
    const verifier = verifierIn(world);
    await verifier.verify(await token(first.privateKey));
    world.served = { keys: [first.jwk, second.jwk] };
    world.elapsedMs = 31_000;
    await verifier.verify(await token(second.privateKey, { jti: 't2' }, { kid: 'k2' }));
    world.served = new Error('down');
    world.elapsedMs += 600_000;
    await verifier.verify(await token(first.privateKey, { jti: 't3' }));
    world.elapsedMs += 25 * 3_600_000;
    const late = await token(first.privateKey, { jti: 't4', exp: START_MS / 1000 + 999_999 });
    await expect(verifier.verify(late)).rejects.toBeInstanceOf(TokenFailure);
  });

  it('asks once for a flood of unknown key ids', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const verifier = verifierIn(world);
    await verifier.verify(await token(privateKey));
    const before = world.fetches;
    const flood = Array.from({ length: 50 }, (_, i) => token(privateKey, {}, { kid: `evil${i}` }));
    for (const text of await Promise.all(flood))
      await expect(verifier.verify(text)).rejects.toThrow();
    expect(world.fetches - before).toBeLessThanOrEqual(1);
  });

  it('ignores an empty set and keys that are no verification keys', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const verifier = verifierIn(world);
    await verifier.verify(await token(privateKey));
    world.elapsedMs = 400_000;
    world.served = { keys: [] };
    await verifier.verify(await token(privateKey, { jti: 't2' }));
    world.elapsedMs = 800_000;
    world.served = { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k1', alg: 'HS256' }] };
    await verifier.verify(await token(privateKey, { jti: 't3' }));
  });

  it('does not make anybody wait who knows the key while it asks for a new set', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const waiting = Promise.withResolvers<JwksDocument>();
    const answers = [Promise.resolve({ keys: [jwk] }), waiting.promise];
    const keys = new KeyCache({
      clock: world.clock,
      algorithms: ['ES256'],
      fetch: () => answers[world.fetches++] ?? waiting.promise,
    });
    const issuers = [{ issuer: ISSUER, audience: 'skein', algorithms: ['ES256'], keys }];
    const verifier = new TokenVerifier({ issuers, clock: world.clock });
    await verifier.verify(await token(privateKey));
    world.elapsedMs = 400_000;
    for (const jti of ['t2', 't3']) await verifier.verify(await token(privateKey, { jti }));
    expect(world.fetches).toBe(2);
    waiting.resolve({ keys: [jwk] });
  });

  it('works on through an hour without the issuer, and asks no more than twice a minute', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const verifier = verifierIn(world);
    await verifier.verify(await token(privateKey));
    world.served = new Error('down');
    const before = world.fetches;
    for (let minute = 1; minute <= 60; minute++) {
      world.elapsedMs += 60_000;
      const exp = Math.floor((START_MS + world.elapsedMs) / 1000) + 600;
      await verifier.verify(await token(privateKey, { jti: `m${minute}`, exp }));
    }
    expect(world.fetches - before).toBeLessThanOrEqual(120);
    expect(world.fetches - before).toBeGreaterThan(30);
  });

  it('keeps the last good set over a restart, and no longer than a day', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    let kept: SavedKeySet | undefined;
    const saved = {
      load: async () => kept,
      save: async (set: SavedKeySet) => {
        kept = set;
      },
    };
    const started = () => {
      const fetch = async () => {
        if (world.served instanceof Error) throw world.served;
        return world.served;
      };
      const keys = new KeyCache({ clock: world.clock, algorithms: ['ES256'], fetch, saved });
      const issuers = [{ issuer: ISSUER, audience: 'skein', algorithms: ['ES256'], keys }];
      return new TokenVerifier({ issuers, clock: world.clock });
    };
    const exp = START_MS / 1000 + 999_999;
    await started().verify(await token(privateKey, { exp }));
    expect(kept?.fetchedMs).toBe(START_MS);
    world.served = new Error('down');
    world.elapsedMs = 23 * 3_600_000;
    await started().verify(await token(privateKey, { jti: 't2', exp }));
    world.elapsedMs = 25 * 3_600_000;
    const late = started().verify(await token(privateKey, { jti: 't3', exp }));
    await expect(late).rejects.toBeInstanceOf(TokenFailure);
  });
});
