/**
 * Ten days of clock time with a new key every other day: no token is refused because of its key, by
 * the issuer or the nodes.
 */
import { KeyCache, TokenVerifier } from '@skein/oauth';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { signAccessToken } from '../tokens/access_token.js';
import { KeyStore } from './keystore.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STEP_MS = 10 * MINUTE_MS;

const CLAIMS = {
  issuer: 'https://i.example',
  audience: 'skein',
  subject: 'c_x',
  clientId: 'x',
  scope: ['cluster:monitor'],
  lifetimeSeconds: 3600,
  grantId: undefined,
  authMs: undefined,
  restrictions: undefined,
  dpopThumbprint: undefined,
};

it('keys follow each other without a false refusal', async () => {
  const time = { nowMs: 1_800_000_000_000 };
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };
  const store = openSqliteStore(':memory:');
  const options = { store, masterKey: new Uint8Array(32), algorithm: 'ES256', clock } as const;
  const open = () => KeyStore.open({ ...options, rotationMs: 2 * DAY_MS, leadMs: DAY_MS });
  // Two instances over one store, and a node that asks them alternately.
  const instances = [await open(), await open()];
  let asked = 0;
  const fetch = async () => {
    const { keys } = (await instances[asked++ % 2]?.published()) ?? { keys: [] };
    return { keys };
  };
  const keys = new KeyCache({ fetch, clock, algorithms: ['ES256'] });
  const issuer = { issuer: 'https://i.example', audience: 'skein', algorithms: ['ES256'], keys };
  const verifier = new TokenVerifier({ issuers: [issuer], clock, cacheSize: 1 });
  const used = new Set<string>();
  let alive: string[] = [];
  for (let step = 0; step < (10 * DAY_MS) / STEP_MS; step++) {
    time.nowMs += STEP_MS;
    await Promise.all(instances.map((instance) => instance.maintain()));
    const made = instances.map(({ signingKey }) => {
      used.add(signingKey.kid);
      return signAccessToken(signingKey, CLAIMS, clock);
    });
    // The oldest token has nearly expired: its key may have had two successors by then.
    alive = [...alive, ...made].slice(-10);
    for (const token of [alive[0] ?? '', ...made]) await verifier.verify(token);
  }
  expect(used.size).toBeGreaterThanOrEqual(5);
  expect(new Set((await store.keys.all()).map(({ follows }) => follows)).size).toBe(
    (await store.keys.all()).length,
  );
  await store.close();
});

it('under load, with several issuers and issuers that are away now and then, no token is refused', async () => {
  const time = { nowMs: 1_800_000_000_000 };
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };
  const masterKey = new Uint8Array(32);
  const names = ['https://one.example', 'https://two.example'];
  const open = async (issuer: string) => {
    const store = openSqliteStore(':memory:');
    // Twice as long as a node keeps keys without asking.
    const pace = { rotationMs: 15 * MINUTE_MS, leadMs: 10 * MINUTE_MS };
    const options = { store, masterKey, algorithm: 'ES256', clock, ...pace } as const;
    return { issuer, store, keys: await KeyStore.open(options) };
  };
  const issuers = await Promise.all(names.map(open));
  let asked = 0;
  const nodes = Array.from({ length: 3 }, () => {
    const trusted = issuers.map(({ issuer, keys }) => {
      const fetch = async () => {
        // Once every node has asked every issuer, one response in four is lost.
        if (asked++ >= 6 && asked % 4 === 0) throw new Error('away');
        return { keys: (await keys.published()).keys };
      };
      const cache = new KeyCache({ fetch, clock, algorithms: ['ES256'] });
      return { issuer, audience: 'skein', algorithms: ['ES256'], keys: cache };
    });
    return new TokenVerifier({ issuers: trusted, clock });
  });
  const used = new Set<string>();
  let verified = 0;
  for (let step = 0; step < 360; step++) {
    time.nowMs += 20_000;
    const made = await Promise.all(
      issuers.map(async ({ issuer, keys }) => {
        await keys.maintain();
        used.add(keys.signingKey.kid);
        return [0, 1].map((n) =>
          signAccessToken(keys.signingKey, { ...CLAIMS, issuer, subject: `c_${n}` }, clock),
        );
      }),
    );
    const all = nodes.flatMap((node) => made.flat().map((token) => node.verify(token)));
    verified += (await Promise.all(all)).length;
  }
  expect(verified).toBe(360 * 3 * 4);
  expect(used.size).toBeGreaterThanOrEqual(2 * 7);
  await Promise.all(issuers.map(({ store }) => store.close()));
});
