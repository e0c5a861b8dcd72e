import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { KeyStore } from './keystore.js';
import { loadMasterKey, openSealedKey, seal } from './master_key.js';

const clock = { nowMs: () => time, monotonicMs: () => 0 };
let time = 1_800_000_000_000;

describe('master key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-key-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, for its owner alone, of many who begin at once too', async () => {
    const path = join(folder, 'made');
    const [key, same] = await Promise.all([loadMasterKey(path), loadMasterKey(path)]);
    expect(key).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect([...key]).toEqual([...readFileSync(path)]);
    expect([...(await loadMasterKey(path))]).toEqual([...(same ?? [])]);
  });

  it('is refused when others may read it or it has another size', async () => {
    const loose = join(folder, 'loose');
    writeFileSync(loose, new Uint8Array(32));
    chmodSync(loose, 0o644);
    await expect(loadMasterKey(loose)).rejects.toThrow('its mode must be 0600');
    const short = join(folder, 'short');
    writeFileSync(short, 'short', { mode: 0o600 });
    await expect(loadMasterKey(short)).rejects.toThrow('must hold 32 bytes, not 5');
  });

  it('seals, and notices another key and changed bytes', () => {
    const key = new Uint8Array(32).fill(7);
    const sealed = seal(key, 'private ü');
    expect(openSealedKey(key, sealed)).toBe('private ü');
    expect(() => openSealedKey(new Uint8Array(32), sealed)).toThrow('cannot be opened');
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
      expect(() => openSealedKey(key, changed)).toThrow('cannot be opened');
    }
  });
});

describe('KeyStore', () => {
  it('refuses a master key with any bit flipped, were all keys revoked', async () => {
    const store = openSqliteStore(':memory:');
    const masterKey = new Uint8Array(32).fill(0x5a);
    const options = { store, masterKey, algorithm: 'ES256', clock } as const;
    const { signingKey } = await KeyStore.open(options);
    await store.keys.revoke(signingKey.kid, time);
    for (let bit = 0; bit < 256; bit++) {
      const flipped = Uint8Array.from(masterKey, (byte, i) =>
        i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      );
      const opened = KeyStore.open({ ...options, masterKey: flipped });
      await expect(opened).rejects.toThrow('cannot be opened with this master key');
    }
    expect(await store.keys.all()).toHaveLength(1);
    await store.close();
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'keeps its %s key over a restart and shows the public half only',
    async (algorithm) => {
      const store = openSqliteStore(':memory:');
      const options = { store, masterKey: new Uint8Array(32), algorithm, clock };
      const first = await KeyStore.open(options);
      const again = await KeyStore.open(options);
      expect(again.signingKey.kid).toBe(first.signingKey.kid);
      expect(again.jwks.keys).toHaveLength(1);
      expect(again.jwks.keys[0]).toMatchObject({
        alg: algorithm,
        use: 'sig',
        kid: first.signingKey.kid,
      });
      expect(again.jwks.keys[0]).not.toHaveProperty('d');
    },
  );

  describe('rotation', () => {
    const DAY = 24 * 3_600_000;
    const start = 1_800_000_000_000;
    beforeEach(() => {
      time = start;
    });
    const open = () =>
      KeyStore.open({
        store: openSqliteStore(':memory:'),
        masterKey: new Uint8Array(32),
        algorithm: 'ES256',
        clock,
      });
    const kids = (keys: KeyStore) => keys.jwks.keys.map(({ kid }) => kid);

    it('publishes a key before it signs, and keeps the old one until its tokens are gone', async () => {
      const keys = await open();
      const first = keys.signingKey.kid;
      await keys.maintain();
      expect(kids(keys)).toEqual([first]);
      time = start + 29 * DAY;
      await keys.maintain();
      await keys.maintain();
      expect(kids(keys)).toHaveLength(2);
      expect(keys.signingKey.kid).toBe(first);
      time = start + 30 * DAY;
      const second = keys.signingKey.kid;
      expect(second).not.toBe(first);
      expect(kids(keys)).toEqual([first, second]);
      time += 2 * 3_600_000;
      expect(kids(keys)).toEqual([second]);
    });

    it('signs with a new key at once when told so, and replaces a revoked one', async () => {
      const store = openSqliteStore(':memory:');
      const options = { store, masterKey: new Uint8Array(32), algorithm: 'ES256', clock } as const;
      const keys = await KeyStore.open(options);
      time++;
      const second = await keys.rotate({ atOnce: true });
      expect(keys.signingKey.kid).toBe(second);
      await store.keys.revoke(second, time);
      await keys.maintain();
      expect(keys.signingKey.kid).not.toBe(second);
      for (const { kid } of await store.keys.all()) await store.keys.revoke(kid, time);
      await keys.maintain();
      expect(kids(keys)).toEqual([keys.signingKey.kid]);
    });
  });
});
