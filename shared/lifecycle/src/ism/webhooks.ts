/** The destinations and texts of notifications. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { countOf, textOf } from '../conditions.js';
import { illegal, into, objectOf, readMembers } from '../members.js';
import type { Webhook } from '../policy.js';

type Destination = Omit<Webhook, 'template'>;

export function readNotification(json: JsonObject): Webhook {
  let destination: Destination | undefined;
  let template: string | undefined;
  readMembers(json, 'Notification', {
    destination: (value) => {
      destination = destinationOf(objectOf(value, 'destination'));
    },
    channel: () => {
      throw illegal('[channel] is not supported: give a [destination]');
    },
    message_template: (value) => {
      template = templateOf(value);
    },
  });
  if (destination === undefined) throw illegal('Notification must contain a destination');
  if (template === undefined) throw illegal('Notification message template is null');
  return { ...destination, template };
}

/** Reads `{"source": "…", "lang": "mustache"}`. */
export function templateOf(json: JsonValue): string {
  let source: string | undefined;
  readMembers(objectOf(json, 'message_template'), 'Template', {
    source: (value, name) => {
      source = textOf(name, value);
    },
    lang: (value) => {
      if (value !== 'mustache') throw illegal(`[lang] must be [mustache] but was [${value}]`);
    },
  });
  if (source === undefined) throw illegal('[source] of a template is missing');
  return source;
}

function destinationOf(json: JsonObject): Destination {
  const found: Destination[] = [];
  readMembers(json, 'Destination', {
    slack: (value) => found.push(chat(value, 'slack', (text) => ({ text }))),
    chime: (value) => found.push(chat(value, 'chime', (text) => ({ Content: text }))),
    custom_webhook: (value) => found.push(customOf(objectOf(value, 'custom_webhook'))),
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) {
    throw illegal('[destination] must have one of [slack], [chime] and [custom_webhook]');
  }
  return only;
}

function chat(json: JsonValue, kind: string, said: (text: string) => JsonObject): Destination {
  const url = isJsonObject(json) ? json.url : undefined;
  return {
    url: checkedUrl(textOf(`${kind}.url`, url ?? null)),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: (text) => JSON.stringify(said(text)),
  };
}

interface Custom {
  url?: string | undefined;
  scheme?: string | undefined;
  host?: string | undefined;
  port?: number;
  path?: string | undefined;
  method?: Webhook['method'];
  headers?: Record<string, string>;
  query?: Record<string, string>;
  username?: string | undefined;
  password?: string | undefined;
}

function customOf(json: JsonObject): Destination {
  const custom: Custom = {};
  readMembers(json, 'CustomWebhook', {
    url: into(custom, 'url', optionalText),
    scheme: into(custom, 'scheme', optionalText),
    host: into(custom, 'host', optionalText),
    port: into(custom, 'port', (name, value) => (value === -1 ? -1 : countOf(name, value, 0))),
    path: into(custom, 'path', optionalText),
    method: into(custom, 'method', (name, value) => methodOf(textOf(name, value))),
    header_params: into(custom, 'headers', (_name, value) => textsOf(value)),
    query_params: into(custom, 'query', (_name, value) => textsOf(value)),
    username: into(custom, 'username', optionalText),
    password: into(custom, 'password', optionalText),
  });
  const { method = 'POST', headers = {}, query = {}, username, password = '' } = custom;
  const url = new URL(checkedUrl(addressOf(custom)));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const login = username === undefined ? {} : { authorization: basic(username, password) };
  const all = { 'content-type': 'application/json', ...headers, ...login };
  return { url: url.href, method, headers: all, body: (text) => text };
}

function addressOf({ url, scheme = 'https', host, port = -1, path = '' }: Custom): string {
  if (url !== undefined) return url;
  if (host === undefined) throw illegal('[custom_webhook] needs [url] or [host]');
  const withPort = port < 0 ? host : `${host}:${port}`;
  return `${scheme.toLowerCase()}://${withPort}/${path.replace(/^\//, '')}`;
}

/** Null and the empty text count as absent. */
function optionalText(name: string, value: JsonValue): string | undefined {
  return value === null || value === '' ? undefined : textOf(name, value);
}

function methodOf(text: string): Webhook['method'] {
  if (text === 'POST' || text === 'PUT' || text === 'PATCH') return text;
  throw illegal(`[method] must be POST, PUT or PATCH but was [${text}]`);
}

function textsOf(json: JsonValue): Record<string, string> {
  if (json === null) return {};
  const entries = Object.entries(objectOf(json, 'params'));
  return Object.fromEntries(entries.map(([name, value = null]) => [name, textOf(name, value)]));
}

/** The header of RFC 7617. */
function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw illegal(`Invalid URL or unsupported [${text}]`);
}
