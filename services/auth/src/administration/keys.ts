/** Administration of signing keys. A running service follows within seconds. */
import type { Clock } from '@skein/base';
import type { KeyStore } from '../keys/keystore.js';
import type { Store } from '../store/store.js';
import type { Auditor } from './auditor.js';
import { missing } from './registration.js';

export interface ShownKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly created: string;
  readonly signs_from: string;
  readonly state: 'signing' | 'published' | 'revoked';
}

interface KeyAdministrationOptions {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly auditor: Auditor;
}

export class KeyAdministration {
  readonly #store: Store;
  readonly #keys: KeyStore;
  readonly #clock: Clock;
  readonly #auditor: Auditor;

  constructor({ store, keys, clock, auditor }: KeyAdministrationOptions) {
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
    this.#auditor = auditor;
  }

  async list(): Promise<ShownKey[]> {
    const signing = this.#keys.signingKey.kid;
    return (await this.#store.keys.all()).map(
      ({ kid, algorithm, createdMs, activeMs, revokedMs }) => {
        const inUse = kid === signing ? 'signing' : 'published';
        return {
          kid,
          algorithm,
          created: new Date(createdMs).toISOString(),
          signs_from: new Date(activeMs).toISOString(),
          state: revokedMs === undefined ? inUse : 'revoked',
        };
      },
    );
  }

  /** Returns the id of the new key. */
  async rotate({ atOnce }: { readonly atOnce: boolean }): Promise<string> {
    const kid = await this.#keys.rotate({ atOnce });
    await this.#auditor.record({ event: 'key_added', detail: kid });
    return kid;
  }

  /** Revokes a key; its tokens become invalid when the nodes have read the new key set. */
  async revoke(kid: string): Promise<void> {
    if (!(await this.#store.keys.revoke(kid, this.#clock.nowMs()))) throw missing('key', kid);
    await this.#auditor.record({ event: 'key_revoked', detail: kid });
    await this.#keys.maintain();
  }
}
