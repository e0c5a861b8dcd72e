/** What every store owes. Run it with a factory; `reopen` gives the same store after a restart, where that means something. */
import type { Client } from '../models/client.js';
import type { StoredKey } from '../models/signing_key.js';
import type { Store } from './store.js';

const CLIENT: Client = {
  id: 'reporter',
  name: 'Reporter "nightly"',
  secretHash: new Uint8Array([1, 2, 255]),
  grants: ['client_credentials'],
  scopes: ['indices:read:logs-*', 'cluster:monitor'],
  disabled: false,
  createdMs: 1_800_000_000_000,
};

const KEY: StoredKey = {
  kid: 'k1',
  algorithm: 'ES256',
  publicJwk: '{"kty":"EC"}',
  sealedPrivateJwk: new Uint8Array([9, 0, 9]),
  createdMs: 5,
};

export function storeContract(open: () => Store, reopen?: (store: Store) => Store): void {
  let store: Store;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  it('gives back what was put in', () => {
    const bare: Client = {
      ...CLIENT,
      id: 'bare',
      secretHash: undefined,
      scopes: [],
      disabled: true,
    };
    store.addClient(CLIENT);
    store.addClient(bare);
    expect(plain(store.client('reporter'))).toEqual(plain(CLIENT));
    expect(plain(store.client('bare'))).toEqual(plain(bare));
    expect(store.client('nobody')).toBeUndefined();
    expect(
      store
        .clients()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['bare', 'reporter']);
  });

  it('refuses an id that is taken', () => {
    store.addClient(CLIENT);
    expect(() => store.addClient(CLIENT)).toThrow('client [reporter] already exists');
    store.addKey(KEY);
    expect(() => store.addKey(KEY)).toThrow('key [k1] already exists');
  });

  it('lists keys oldest first', () => {
    store.addKey({ ...KEY, kid: 'young', createdMs: 9 });
    store.addKey(KEY);
    expect(store.keys().map(({ kid }) => kid)).toEqual(['k1', 'young']);
    expect([...(store.keys()[0]?.sealedPrivateJwk ?? [])]).toEqual([9, 0, 9]);
  });

  if (reopen) {
    it('remembers over a restart', () => {
      store.addClient(CLIENT);
      store.addKey(KEY);
      store = reopen(store);
      expect(plain(store.client('reporter'))).toEqual(plain(CLIENT));
      expect(store.keys()).toHaveLength(1);
    });
  }
}

/** Blobs as lists, so that Buffer and Uint8Array compare alike. */
function plain(client: Client | undefined): unknown {
  return client && { ...client, secretHash: client.secretHash && [...client.secretHash] };
}
