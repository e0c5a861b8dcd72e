/**
 * A node that requires tokens, for tests. It trusts an issuer made here, so that a test can forge
 * any token. Some tests forge tokens without rights on the indices `sec-*` and look for traces of
 * these in the answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ServiceProcess } from '@skein/testkit';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const EVERYTHING = 'cluster:all indices:all:* templates:manage tasks:manage';

/** Indices that are neither closed nor hidden. */
const OPEN_INDICES = ['pub-1', 'pub-2', 'sec-1', 'sec-two'];
export const INDICES = [...OPEN_INDICES, 'sec-closed', '.sec-hidden'];
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'pub-alias': ['pub-1', 'pub-2'],
  mixed: ['pub-1', 'sec-1'],
  'sec-alias': ['sec-1', 'sec-two'],
};
/** An index that the node had and deleted. */
export const DELETED = 'sec-deleted';

export interface Issuer {
  readonly url: string;
  readonly server: Server;
  readonly key: CryptoKey;
  readonly jwk: JWK;
  readonly publicPem: string;
  /** The number of requests for its metadata and keys. */
  fetches: number;
}

/** An HTTP server with the metadata and the public key of an issuer. It issues no tokens. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const server = createServer((request, response) => {
    made.fetches++;
    const metadata = { issuer: made.url, jwks_uri: `${made.url}/jwks.json` };
    const body = request.url === '/jwks.json' ? { keys: [jwk] } : metadata;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicPem = await exportSPKI(publicKey);
  const made: Issuer = { url, server, key: privateKey, jwk, publicPem, fetches: 0 };
  return made;
}

/** Longer than a suite takes on a busy machine. */
const TOKEN_SECONDS = 24 * 3600;

/**
 * Makes a token of the issuer with all required claims but `jti`; the arguments override any part.
 */
export function forgeToken(
  issuer: Issuer,
  claims: object,
  header: object = {},
  key?: CryptoKey | Uint8Array,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const good = {
    iss: issuer.url,
    aud: 'skein',
    sub: 'c_tester',
    client_id: 'tester',
    scope: EVERYTHING,
    iat: now,
    exp: now + TOKEN_SECONDS,
  };
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt', ...header })
    .sign(key ?? issuer.key);
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Parts {
  readonly issuer: Issuer;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The body as it is sent to the path, and its type. */
export function sentBody(path: string, body?: string | object) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type = /_bulk|_msearch/.test(path) ? 'application/x-ndjson' : 'application/json';
  return { text, type };
}

export class SecuredNode {
  readonly issuer: Issuer;
  readonly folder: string;
  #node: ServiceProcess;
  readonly #settings: Readonly<Record<string, string>>;
  #serial = 0;

  private constructor({ issuer, folder, settings }: Parts, node: ServiceProcess) {
    this.issuer = issuer;
    this.folder = folder;
    this.#settings = settings;
    this.#node = node;
  }

  /** Starts a node; `settings` may name more issuers. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<SecuredNode> {
    const folder = mkdtempSync(join(tmpdir(), 'skein-secured-'));
    const issuer = await startIssuer();
    const all = {
      'http.port': '0',
      'path.data': join(folder, 'node'),
      'security.oauth2.issuers.own.url': issuer.url,
      ...settings,
    };
    const node = await ServiceProcess.start(ROOT, 'node', all);
    const secured = new SecuredNode({ issuer, folder, settings: all }, node);
    await secured.#keysFetched();
    await secured.#fill();
    return secured;
  }

  /** On a busy machine this process may answer too late to a node that asks for its keys. */
  async #keysFetched(): Promise<void> {
    const token = await this.forge();
    const path = '/_security/_authenticate';
    while ((await this.ask(token, 'GET', path)).status === 503) await setTimeout(100);
  }

  /** Stops the node and starts it again over the same data. */
  async restart(): Promise<void> {
    await this.#node.stop();
    this.#node = await ServiceProcess.start(ROOT, 'node', this.#settings);
  }

  get url(): string {
    return this.#node.url;
  }

  async stop(): Promise<void> {
    await this.#node.stop();
    this.issuer.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes a token of this node's issuer; the arguments override any part. */
  forge(claims: object = {}, header: object = {}, key?: CryptoKey | Uint8Array): Promise<string> {
    const all = { jti: `t${this.#serial++}`, ...claims };
    return forgeToken(this.issuer, all, header, key);
  }

  async ask(
    token: string | undefined,
    method: string,
    path: string,
    body?: string | object,
  ): Promise<Answer> {
    const { text, type } = sentBody(path, body);
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': type }),
      },
      ...(text === undefined ? {} : { body: text }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  async #fill(): Promise<void> {
    const all = await this.forge();
    const done = async (method: string, path: string, body?: object) => {
      const { status, text } = await this.ask(all, method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    };
    for (const index of [...INDICES, DELETED]) {
      const settings = { number_of_replicas: 0, hidden: index.startsWith('.') };
      await done('PUT', `/${index}`, { settings });
      await done('PUT', `/${index}/_doc/1?refresh=true`, { field: 1 });
    }
    for (const [alias, indices] of Object.entries(ALIASES)) {
      await done('PUT', `/${indices.join(',')}/_alias/${alias}`);
    }
    await done('POST', '/sec-closed/_close');
    await done('DELETE', `/${DELETED}`);
  }
}

/** A request for a route of the API, with harmless names in its variables. */
export function requestOf(route: string, index = 'nosuch'): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ');
  const variables: Record<string, string> = { index, id: '1', metric: '_all', task_id: 'n:1' };
  return [method, path.replace(/\{(\w+)\}/g, (_all, name: string) => variables[name] ?? 'nosuch')];
}

/** An empty JSON object for methods that may have a body. */
export function bodyOf(method: string): string | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : '{}';
}
