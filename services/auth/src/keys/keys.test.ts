import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStore } from '../store/memory_store.js';
import { KeyStore } from './keystore.js';
import { loadMasterKey, seal, unseal } from './master_key.js';

const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };

describe('master key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-key-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, for its owner alone', () => {
    const path = join(folder, 'made');
    const key = loadMasterKey(path);
    expect(key).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect([...loadMasterKey(path)]).toEqual([...readFileSync(path)]);
  });

  it('is refused when others may read it or it has another size', () => {
    const loose = join(folder, 'loose');
    writeFileSync(loose, new Uint8Array(32));
    chmodSync(loose, 0o644);
    expect(() => loadMasterKey(loose)).toThrow('its mode must be 0600');
    const short = join(folder, 'short');
    writeFileSync(short, 'short', { mode: 0o600 });
    expect(() => loadMasterKey(short)).toThrow('must hold 32 bytes, not 5');
  });

  it('seals, and notices another key and changed bytes', () => {
    const key = new Uint8Array(32).fill(7);
    const sealed = seal(key, 'private ü');
    expect(unseal(key, sealed)).toBe('private ü');
    expect(() => unseal(new Uint8Array(32), sealed)).toThrow('cannot be opened');
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
      expect(() => unseal(key, changed)).toThrow('cannot be opened');
    }
  });
});

describe('KeyStore', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'keeps its %s key over a restart and shows the public half only',
    async (algorithm) => {
      const store = new MemoryStore();
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
});
