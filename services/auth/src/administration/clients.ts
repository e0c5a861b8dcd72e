/** Clients, as the command line manages them. A secret is shown once and kept only as a hash. */
import type { Clock } from '@skein/base';
import { hashSecret } from '../client_auth/registry.js';
import { CLIENT_DEFAULTS, type Client } from '../models/client.js';
import { newOpaque } from '../opaque.js';
import type { Store } from '../store/store.js';
import { checkRegistration, missing } from './registration.js';

export type NewClient = Pick<Client, 'id' | 'scopes'> &
  Partial<Omit<Client, 'secretHash' | 'createdMs' | 'disabled'>>;

export type ClientChange = Partial<Omit<Client, 'id' | 'type' | 'secretHash' | 'createdMs'>>;

export interface IssuedClient {
  readonly client_id: string;
  /** Absent for public clients. */
  readonly client_secret?: string;
  readonly scope: string;
}

/** A client as it may be shown. */
export interface ShownClient {
  readonly client_id: string;
  readonly client_name: string;
  readonly type: string;
  readonly grant_types: readonly string[];
  readonly scope: string;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  readonly rotation: string;
  readonly disabled: boolean;
  readonly created: string;
}

export class ClientAdministration {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws an ApiError on a registration that cannot be, or an id that is taken. */
  async add(wanted: NewClient): Promise<IssuedClient> {
    const plain = { name: wanted.id, grants: ['client_credentials'], ...wanted };
    const registration: Client = { ...CLIENT_DEFAULTS, ...plain, createdMs: this.#clock.nowMs() };
    checkRegistration(registration);
    const secret = registration.type === 'confidential' ? newOpaque() : undefined;
    const secretHash = secret === undefined ? undefined : hashSecret(secret);
    const client: Client = { ...registration, secretHash };
    await this.#store.clients.add(client);
    await this.#audit('client_added', client.id);
    return issued(client, secret);
  }

  async list(): Promise<ShownClient[]> {
    return (await this.#store.clients.all()).map(shown);
  }

  async show(id: string): Promise<ShownClient> {
    return shown(await this.#get(id));
  }

  async update(id: string, change: ClientChange): Promise<ShownClient> {
    const client: Client = { ...(await this.#get(id)), ...change };
    checkRegistration(client);
    await this.#store.clients.replace(client);
    if (client.disabled) await this.#revokeGrants(id);
    await this.#audit('client_updated', id, Object.keys(change).join(' '));
    return shown(client);
  }

  /** The old secret stops working at once. */
  async rotateSecret(id: string): Promise<IssuedClient> {
    const client = await this.#get(id);
    if (client.type !== 'confidential') throw missing('secret of client', id);
    const secret = newOpaque();
    await this.#store.clients.replace({ ...client, secretHash: hashSecret(secret) });
    await this.#audit('client_secret_rotated', id);
    return issued(client, secret);
  }

  async remove(id: string): Promise<void> {
    await this.#get(id);
    await this.#revokeGrants(id);
    await this.#store.clients.remove(id);
    await this.#audit('client_removed', id);
  }

  async #get(id: string): Promise<Client> {
    const client = await this.#store.clients.get(id);
    if (!client) throw missing('client', id);
    return client;
  }

  async #revokeGrants(clientId: string): Promise<void> {
    await this.#store.grants.revoke({ clientId }, this.#clock.nowMs());
  }

  async #audit(event: string, clientId: string, detail?: string): Promise<void> {
    const timeMs = this.#clock.nowMs();
    const more = detail === undefined ? {} : { detail };
    await this.#store.audit.add({ timeMs, event, clientId, ...more });
  }
}

function issued({ id, scopes }: Client, secret: string | undefined): IssuedClient {
  const shownSecret = secret === undefined ? {} : { client_secret: secret };
  return { client_id: id, ...shownSecret, scope: scopes.join(' ') };
}

function shown(client: Client): ShownClient {
  return {
    client_id: client.id,
    client_name: client.name,
    type: client.type,
    grant_types: client.grants,
    scope: client.scopes.join(' '),
    redirect_uris: client.redirectUris,
    origins: client.origins,
    rotation: client.rotation,
    disabled: client.disabled,
    created: new Date(client.createdMs).toISOString(),
  };
}
