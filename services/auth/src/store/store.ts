/**
 * Where the authorization service keeps what must survive a restart. What every engine owes is in `store.contract.ts`: a call
 * that returned is durable, `addClient` and `addKey` refuse an id that is taken.
 */
import type { Client } from '../models/client.js';
import type { StoredKey } from '../models/signing_key.js';

export interface Store {
  addClient(client: Client): void;
  client(id: string): Client | undefined;
  clients(): readonly Client[];
  addKey(key: StoredKey): void;
  /** Oldest first. */
  keys(): readonly StoredKey[];
  close(): void;
}
