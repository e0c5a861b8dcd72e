/** The administration of a running service, through its API `/admin/v1` with a token. */
import { memberOf } from '@skein/base';
import { type ApiError, illegalArgument } from '@skein/errors';
import type { AuditEvent } from '../models/audit_event.js';
import type { ShownGrant } from './administration.js';
import type { ClientChange, NewClient, ShownClient } from './clients.js';
import type { AdministrationCommands } from './commands.js';
import type { ShownKey } from './keys.js';
import type { ShownRole } from './roles.js';
import type { ShownUser } from './users.js';

const TIMEOUT_MS = 30_000;
const PAGE = 1000;

interface RemoteService {
  /** URL such as `https://auth.example`, without `/admin/v1`. */
  readonly url: string;
  /** A token with `security:manage` whose audience is the service itself. */
  readonly token: string;
}

type Json = Readonly<Record<string, unknown>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function remoteAdministration(service: RemoteService): AdministrationCommands {
  const ask = asker(service);
  const named = (kind: string, name: string) => `/${kind}/${encodeURIComponent(name)}`;
  return {
    clients: {
      add: (client) => ask('POST', '/clients', registration(client)),
      list: () => allOf<ShownClient>(ask, '/clients'),
      show: (id) => ask('GET', named('clients', id)),
      update: (id, change) => ask('PATCH', named('clients', id), registration(change)),
      rotateSecret: (id) => ask('POST', `${named('clients', id)}/secret`),
      remove: (id) => ask('DELETE', named('clients', id)),
    },
    users: {
      add: (name, password, roles) => ask('POST', '/users', { name, password, roles }),
      list: () => allOf<ShownUser>(ask, '/users'),
      setPassword: (name, password) => ask('PUT', `${named('users', name)}/password`, { password }),
      setRoles: (name, roles) => ask('PATCH', named('users', name), { roles }),
      setDisabled: (name, disabled) => ask('PATCH', named('users', name), { disabled }),
      remove: (name) => ask('DELETE', named('users', name)),
      setRole: ({ name, scopes, query, fields }) =>
        ask<ShownRole>('PUT', named('roles', name), { scope: scopes.join(' '), query, fields }),
      removeRole: (name) => ask('DELETE', named('roles', name)),
      roles: () => allOf<ShownRole>(ask, '/roles'),
    },
    keys: {
      list: () => allOf<ShownKey>(ask, '/keys'),
      rotate: async ({ atOnce }) =>
        (await ask<{ kid: string }>('POST', '/keys', { at_once: atOnce })).kid,
      revoke: (kid) => ask('DELETE', named('keys', kid)),
    },
    revokeTokens: async (filter) =>
      (await ask<{ revoked: number }>('POST', '/tokens/revoke', filter)).revoked,
    liveGrants: async (filter) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) {
        if (value !== undefined) query.append(name, value);
      }
      return (await ask<{ items: ShownGrant[] }>('GET', `/tokens?${query}`)).items;
    },
    createInitialToken: async ({ scopes, uses, lifetimeMs }) => {
      const wanted = { max_scope: scopes.join(' '), uses, expires: `${lifetimeMs}ms` };
      const made = await ask<{ initial_access_token: string }>(
        'POST',
        '/initial_access_tokens',
        wanted,
      );
      return made.initial_access_token;
    },
    auditTail: (count) => auditTail(ask, count),
    init: () => {
      throw illegalArgument(
        '[init] works on the database alone: a service that runs has been set up',
      );
    },
  };
}

type Ask = <T>(method: Method, path: string, body?: object) => Promise<T>;

function asker({ url, token }: RemoteService): Ask {
  const root = `${url.replace(/\/$/, '')}/admin/v1`;
  return async <T>(method: Method, path: string, body?: object) => {
    const response = await fetch(root + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, text);
    // The service is of this version or a later one: its answers are as its API describes them.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

/** All pages of a list. */
async function allOf<T>(ask: Ask, path: string): Promise<T[]> {
  const items: T[] = [];
  const isPaged = path === '/clients' || path === '/users';
  let after = '';
  for (;;) {
    const query = isPaged ? `?size=${PAGE}&after=${encodeURIComponent(after)}` : '';
    const page = await ask<{ items: T[]; next?: string }>('GET', path + query);
    items.push(...page.items);
    if (page.next === undefined) return items;
    after = page.next;
  }
}

/** The newest events, oldest first. */
async function auditTail(ask: Ask, count: number): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let before = '';
  while (events.length < count) {
    const size = Math.min(PAGE, count - events.length);
    const page = await ask<{ items: Json[]; next?: number }>('GET', `/audit?size=${size}${before}`);
    events.push(...page.items.map(auditEvent));
    if (page.next === undefined) break;
    before = `&before=${page.next}`;
  }
  return events.reverse();
}

/** Fields under their API names; undefined ones are omitted from the body. */
function registration(client: ClientChange & Partial<Pick<NewClient, 'id' | 'type'>>): Json {
  const { id, name, type, grants, scopes, redirectUris, origins, rotation, jwks } = client;
  const { tokenSeconds, graceSeconds, plainPkce, pkceRequired, firstParty, disabled } = client;
  return {
    client_id: id,
    client_name: name,
    type,
    grant_types: grants,
    scope: scopes?.join(' '),
    redirect_uris: redirectUris,
    origins,
    rotation,
    token_seconds: tokenSeconds,
    grace_seconds: graceSeconds,
    jwks: jwks && { keys: jwks },
    plain_pkce: plainPkce,
    require_pkce: pkceRequired,
    first_party: firstParty,
    disabled,
  };
}

function auditEvent(shown: Json): AuditEvent {
  const text = (name: string) => (shown[name] === undefined ? undefined : String(shown[name]));
  const [clientId, userId] = [text('client_id'), text('user_id')];
  const [detail, actor] = [text('detail'), text('actor')];
  return {
    timeMs: Date.parse(String(shown.time)),
    event: String(shown.event),
    ...(clientId === undefined ? {} : { clientId }),
    ...(userId === undefined ? {} : { userId }),
    ...(detail === undefined ? {} : { detail }),
    ...(actor === undefined ? {} : { actor }),
  };
}

/** The service's error message, if it sent one. */
function refusal(status: number, text: string): ApiError {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    // A response that is no JSON is not from the service; its status is reported.
  }
  const reason = memberOf(told, 'error_description') ?? memberOf(told, 'error');
  return illegalArgument(String(reason ?? `the service answered with [${status}]`));
}
