/** Administration of clients. A secret is shown once and stored only as a hash. */
import type { Clock } from '@skein/base';
import { hashSecret } from '../client_auth/registry.js';
import { CLIENT_DEFAULTS, type Client, type PublicJwk } from '../models/client.js';
import { newOpaque } from '../opaque.js';
import type { Store, StoredClientChange } from '../store/store.js';
import type { Auditor } from './auditor.js';
import { checkRegistration, missing } from './registration.js';

export type NewClient = Pick<Client, 'id' | 'scopes'> &
  Partial<Omit<Client, 'secretHash' | 'createdMs' | 'disabled'>>;

export type ClientChange = Omit<StoredClientChange, 'secretHash'>;

export interface IssuedClient {
  readonly client_id: string;
  /** Absent for public clients. */
  readonly client_secret?: string;
  readonly scope: string;
}

/** A client without its secrets. */
export interface ShownClient {
  readonly client_id: string;
  readonly client_name: string;
  readonly type: string;
  readonly grant_types: readonly string[];
  readonly scope: string;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  readonly rotation: string;
  readonly grace_seconds: number;
  readonly plain_pkce: boolean;
  readonly require_pkce: boolean;
  readonly first_party: boolean;
  readonly token_seconds?: number;
  readonly jwks?: { readonly keys: readonly PublicJwk[] };
  readonly disabled: boolean;
  readonly created: string;
}

export class ClientAdministration {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #auditor: Auditor;

  constructor({ store, clock, auditor }: { store: Store; clock: Clock; auditor: Auditor }) {
    this.#store = store;
    this.#clock = clock;
    this.#auditor = auditor;
  }

  /** Throws an ApiError for an invalid registration or an existing id. */
  async add(wanted: NewClient): Promise<IssuedClient> {
    const plain = { name: wanted.id, grants: ['client_credentials'], ...wanted };
    const registration: Client = { ...CLIENT_DEFAULTS, ...plain, createdMs: this.#clock.nowMs() };
    checkRegistration(registration);
    const secret = hasSecret(registration) ? newOpaque() : undefined;
    const secretHash = secret === undefined ? undefined : hashSecret(secret);
    const client: Client = { ...registration, secretHash };
    await this.#store.clients.add(client);
    await this.#audit('client_added', client.id);
    return issued(client, secret);
  }

  async list(): Promise<ShownClient[]> {
    return (await this.#store.clients.all()).map(shown);
  }

  /** Clients with ids after `after`, by id. */
  async page(after: string, size: number): Promise<ShownClient[]> {
    return (await this.#store.clients.page(after, size)).map(shown);
  }

  async show(id: string): Promise<ShownClient> {
    return shown(await this.#get(id));
  }

  async update(id: string, change: ClientChange): Promise<ShownClient> {
    const client: Client = { ...(await this.#get(id)), ...change };
    checkRegistration(client);
    // A client that gets a key of its own has no secret any more.
    const secret = client.jwks === undefined ? {} : { secretHash: undefined };
    await this.#change(id, { ...change, ...secret });
    if (client.disabled) await this.#revokeGrants(id);
    await this.#audit('client_updated', id, Object.keys(change).join(' '));
    return shown(client);
  }

  /** The old secret stops working at once. */
  async rotateSecret(id: string): Promise<IssuedClient> {
    const client = await this.#get(id);
    if (!hasSecret(client)) throw missing('secret of client', id);
    const secret = newOpaque();
    await this.#change(id, { secretHash: hashSecret(secret) });
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

  /** The client may be removed meanwhile. */
  async #change(id: string, change: StoredClientChange): Promise<void> {
    if (!(await this.#store.clients.change(id, change))) throw missing('client', id);
  }

  async #revokeGrants(clientId: string): Promise<void> {
    await this.#store.grants.revoke({ clientId }, this.#clock.nowMs());
  }

  async #audit(event: string, clientId: string, detail?: string): Promise<void> {
    await this.#auditor.record({ event, clientId, ...(detail === undefined ? {} : { detail }) });
  }
}

/** True if the client has a secret; other confidential clients authenticate with their own key. */
function hasSecret({ type, jwks }: Client): boolean {
  return type === 'confidential' && jwks === undefined;
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
    grace_seconds: client.graceSeconds,
    plain_pkce: client.plainPkce,
    require_pkce: client.pkceRequired,
    first_party: client.firstParty,
    ...(client.tokenSeconds === undefined ? {} : { token_seconds: client.tokenSeconds }),
    ...(client.jwks === undefined ? {} : { jwks: { keys: client.jwks } }),
    disabled: client.disabled,
    created: new Date(client.createdMs).toISOString(),
  };
}
