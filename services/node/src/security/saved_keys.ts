/**
 * The last valid key set of an issuer, in the node's data folder, so that a node that starts while
 * the issuer is unreachable still has the keys (for as long as old keys are used: `KeyCache`).
 */
import { createHash } from 'node:crypto';
import { type Log, reasonOf } from '@skein/base';
import type { SavedKeySet, SavedKeys } from '@skein/oauth';
import type { StateStore } from '../master_service/mod.js';

/** The file name for an issuer. */
export function keySetFile(issuer: string): string {
  return `key_set_${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`;
}

/** Failures of the file are only logged, since they merely lose the benefit after a restart. */
export function savedKeys(store: StateStore, log: Log): SavedKeys {
  return {
    async load() {
      try {
        const bytes = await store.load();
        // `save` wrote it.
        return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as SavedKeySet);
      } catch (failure) {
        log.warn('saved keys of an issuer cannot be read', { reason: reasonOf(failure) });
        return undefined;
      }
    },
    async save(set) {
      try {
        await store.save(new TextEncoder().encode(JSON.stringify(set)));
      } catch (failure) {
        log.warn('keys of an issuer cannot be saved', { reason: reasonOf(failure) });
      }
    },
  };
}
