/** Signing keys, as the command line manages them. A running service follows within a minute. */
import type { Clock } from '@skein/base';
import type { KeyStore } from '../keys/keystore.js';
import type { Store } from '../store/store.js';
import { missing } from './registration.js';

export interface ShownKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly created: string;
  readonly signs_from: string;
  readonly state: 'signing' | 'published' | 'revoked';
}

export class KeyAdministration {
  readonly #store: Store;
  readonly #keys: KeyStore;
  readonly #clock: Clock;

  constructor(store: Store, keys: KeyStore, clock: Clock) {
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
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

  /** The new key's id. */
  async rotate({ atOnce }: { readonly atOnce: boolean }): Promise<string> {
    const kid = await this.#keys.rotate({ atOnce });
    await this.#audit('key_added', kid);
    return kid;
  }

  /** Its tokens are worth nothing from the moment the nodes have read the new key set. */
  async revoke(kid: string): Promise<void> {
    if (!(await this.#store.keys.revoke(kid, this.#clock.nowMs()))) throw missing('key', kid);
    await this.#audit('key_revoked', kid);
    await this.#keys.maintain();
  }

  async #audit(event: string, detail: string): Promise<void> {
    await this.#store.audit.add({ timeMs: this.#clock.nowMs(), event, detail });
  }
}
