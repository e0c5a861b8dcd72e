import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import {
  type JwksDocument,
  KeyCache,
  KeysUnavailable,
  RevokedTokens,
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

function verifierIn(world: World, options: VerifierOptions = {}): TokenVerifier {
  const { revoked, ...others } = options;
  const keys = new KeyCache({
    clock: world.clock,
    algorithms: ['ES256'],
    fetch: async () => {
      world.fetches++;
      if (world.served instanceof Error) throw world.served;
      return world.served;
    },
  });
  const issuer = { issuer: ISSUER, audience: 'skein', algorithms: ['ES256'], keys };
  const issuers = [{ ...issuer, ...(revoked && { revoked }) }];
  return new TokenVerifier({ issuers, clock: world.clock, ...others });
}

interface VerifierOptions {
  readonly revoked?: RevokedTokens;
  readonly cacheSize?: number;
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

describe('TokenVerifier', () => {
  const FAR = START_MS / 1000 + 999_999;

  it('forgets the token that it has known for longest when it knows as many as it may', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }), { cacheSize: 2 });
    const texts = await Promise.all(['t1', 't2', 't3'].map((jti) => token(privateKey, { jti })));
    const known = () => texts.filter((text) => verifier.known(text) !== undefined);
    for (const text of texts.slice(0, 2)) await verifier.verify(text);
    expect(known()).toEqual(texts.slice(0, 2));
    await verifier.verify(texts[2] ?? '');
    expect(known()).toEqual(texts.slice(1));
  });

  it('refuses revoked tokens and families, and those that it knew once it is told', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const revoked = new RevokedTokens();
    const verifier = verifierIn(newWorld({ keys: [jwk] }), { revoked });
    const claims = [{ jti: 't1' }, { jti: 't2', gid: 'f1' }, { jti: 't3', gid: 'f2' }];
    const texts = await Promise.all(claims.map((each) => token(privateKey, each)));
    for (const text of texts) await verifier.verify(text);
    expect((await verifier.verify(texts[1] ?? '')).familyId).toBe('f1');
    revoked.add({ tokens: ['t1'], families: ['f1'] });
    verifier.forgetRevoked();
    expect(texts.map((text) => verifier.known(text)?.tokenId)).toEqual([
      undefined,
      undefined,
      't3',
    ]);
    for (const text of texts.slice(0, 2))
      await expect(verifier.verify(text)).rejects.toThrow('the token was revoked');
  });

  it('takes a token within five seconds of its times', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const seconds = START_MS / 1000;
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    const good = [{ exp: seconds - 4 }, { iat: seconds + 5, exp: FAR }, { nbf: seconds + 5 }];
    for (const claims of good) await verifier.verify(await token(privateKey, claims));
    const bad = [{ exp: seconds - 5 }, { iat: seconds + 6, exp: FAR }, { nbf: seconds + 6 }];
    for (const claims of bad)
      await expect(verifier.verify(await token(privateKey, claims))).rejects.toThrow(TokenFailure);
  });

  it('knows a token until five seconds behind its expiry', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const world = newWorld({ keys: [jwk] });
    const verifier = verifierIn(world);
    const text = await token(privateKey);
    await verifier.verify(text);
    world.elapsedMs = 904_999;
    expect(verifier.known(text)).toBeDefined();
    world.elapsedMs++;
    expect(verifier.known(text)).toBeUndefined();
    world.elapsedMs = 0;
    expect(verifier.known(text)).toBeUndefined();
  });

  it('takes a bound token with the key it is bound to, and no other token with a key', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    const bound = await token(privateKey, { cnf: { jkt: 'a' } });
    const free = await token(privateKey);
    const refusal = 'the token is bound to a key, and the request does not prove to hold it';
    for (const thumbprint of [undefined, 'b'])
      await expect(verifier.verify(bound, thumbprint)).rejects.toThrow(refusal);
    expect((await verifier.verify(bound, 'a')).dpopThumbprint).toBe('a');
    expect(verifier.known(bound)).toBeUndefined();
    expect(verifier.known(bound, 'a')).toBeDefined();
    await expect(verifier.verify(free, 'a')).rejects.toThrow(refusal);
    for (const cnf of [null, {}, { jkt: 1 }, { 'x5t#S256': 'a' }])
      await expect(verifier.verify(await token(privateKey, { cnf }))).rejects.toThrow(
        'the token is bound in a way that is not supported',
      );
  });

  it('keeps the restrictions of a token, and refuses those it cannot read', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    const restrictions = [{ scope: ['indices:read:*'], query: '{}' }];
    const text = await token(privateKey, { read_restrictions: restrictions });
    expect((await verifier.verify(text)).restrictions).toEqual(restrictions);
    expect(await verifier.verify(await token(privateKey))).not.toHaveProperty('restrictions');
    const bad = await token(privateKey, { read_restrictions: {} });
    await expect(verifier.verify(bad)).rejects.toThrow('[read_restrictions]');
  });

  it('says why it refuses a token, without any part of it', async () => {
    const { jwk, privateKey } = await newKey('k1');
    const other = await newKey('k1');
    const verifier = verifierIn(newWorld({ keys: [jwk] }));
    const rs256 = await generateKeyPair('RS256');
    const cases: readonly [string, string][] = [
      [await token(privateKey, { aud: 'x' }), "the token's claim [aud] is missing or does not fit"],
      [await token(privateKey, { exp: START_MS / 1000 - 6 }), 'the token has expired'],
      [await token(other.privateKey), 'the signature of the token is wrong'],
      [
        await token(rs256.privateKey, {}, { alg: 'RS256' }),
        'the token is signed with an algorithm that is not accepted',
      ],
      [
        await token(privateKey, { iss: 'https://evil.example' }),
        'the token is from an issuer that is not trusted',
      ],
      [await token(privateKey, {}, { kid: undefined }), 'the token names no key'],
      [await token(privateKey, { sub: '' }), 'a claim of the token is empty'],
      [await token(privateKey, { client_id: 5 }), 'a claim of the token has the wrong type'],
      ['x', 'the token is malformed'],
      ['a'.repeat(8192), 'the token is malformed'],
      ['a'.repeat(8193), 'the token is too long'],
    ];
    for (const [text, message] of cases)
      await expect(verifier.verify(text)).rejects.toMatchObject({ message });
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
    await expect(verifier.verify(late)).rejects.toBeInstanceOf(KeysUnavailable);
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
    await expect(late).rejects.toBeInstanceOf(KeysUnavailable);
  });
});
