/** A store that forgets: for tests. */
import { ApiError } from '@skein/errors';
import type { Client } from '../models/client.js';
import type { StoredKey } from '../models/signing_key.js';
import type { Store } from './store.js';

export class MemoryStore implements Store {
  readonly #clients = new Map<string, Client>();
  readonly #keys = new Map<string, StoredKey>();

  addClient(client: Client): void {
    addOnce(this.#clients, client.id, client, 'client');
  }

  client(id: string): Client | undefined {
    return this.#clients.get(id);
  }

  clients(): readonly Client[] {
    return [...this.#clients.values()];
  }

  addKey(key: StoredKey): void {
    addOnce(this.#keys, key.kid, key, 'key');
  }

  keys(): readonly StoredKey[] {
    return [...this.#keys.values()].sort((a, b) => a.createdMs - b.createdMs);
  }

  close(): void {
    this.#clients.clear();
    this.#keys.clear();
  }
}

function addOnce<T>(map: Map<string, T>, id: string, value: T, what: string): void {
  if (map.has(id)) {
    throw new ApiError('resource_already_exists_exception', `${what} [${id}] already exists`);
  }
  map.set(id, value);
}
