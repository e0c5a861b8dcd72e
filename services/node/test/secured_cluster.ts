/**
 * A real authorization server, and three nodes that trust it and one more issuer. Three users get
 * their tokens from roles: `ada` sees a part of the index `people`, `grace` all of it, `both` has
 * the roles of both.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '@skein/testkit';
import { at, type Json, PEOPLE, peopleBulk } from './people_index.js';
import {
  EVERYTHING,
  forgeToken,
  type Issuer,
  ROOT,
  sentBody,
  startIssuer,
} from './secured_node.js';
import { eventually, TestCluster } from './test_cluster.js';

const PASSWORD = 'correct horse battery';
const OWN = 'security.oauth2.issuers.own';

type Fields = Readonly<Record<string, string>>;

export interface ClusterAnswer {
  readonly status: number;
  readonly json: Json;
  readonly headers: Headers;
}

interface Parts {
  readonly folder: string;
  readonly auth: ServiceProcess;
  readonly second: Issuer;
  readonly cluster: TestCluster;
  /** A client that may do everything. */
  readonly ops: Fields;
}

export class SecuredCluster {
  readonly #parts: Parts;
  /** Tokens for the nodes, and for the authorization server itself. */
  #everything = '';
  #admin = '';

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async start(): Promise<SecuredCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'skein-secured-cluster-'));
    const data = join(folder, 'auth');
    const ops = addClient(data, `${EVERYTHING} security:manage security:read`);
    const settings = { 'http.port': '0', 'path.data': data };
    const auth = await ServiceProcess.start(ROOT, 'auth', settings);
    const second = await startIssuer();
    const cluster = await TestCluster.start({
      nodes: 3,
      settings: {
        'transport.secret': 'what the nodes share',
        'security.dpop.nonce.required': 'true',
        [`${OWN}.url`]: auth.url,
        [`${OWN}.revocations.client_id`]: ops.client_id ?? '',
        [`${OWN}.revocations.client_secret`]: ops.client_secret ?? '',
        [`${OWN}.revocations.interval`]: '200ms',
        'security.oauth2.issuers.second.url': second.url,
      },
    });
    const secured = new SecuredCluster({ folder, auth, second, cluster, ops });
    await secured.#register();
    await secured.#fill();
    return secured;
  }

  async stop(): Promise<void> {
    const { cluster, auth, second, folder } = this.#parts;
    await cluster.stop();
    await auth.stop();
    second.server.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** A token that may do everything. */
  get everything(): string {
    return this.#everything;
  }

  urlOf(node: number): string {
    return this.#parts.cluster.nodes[node]?.url ?? '';
  }

  /** The issuer of the authorization server. */
  get issuer(): string {
    return this.#parts.auth.url;
  }

  async token(fields: Fields): Promise<string> {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${this.issuer}/token`, { method: 'POST', body });
    const json = await response.json();
    if (response.status !== 200) throw new Error(JSON.stringify(json));
    return String(at(json, 'access_token'));
  }

  person(username: string): Promise<string> {
    const client = { grant_type: 'password', client_id: 'portal' };
    return this.token({ ...client, username, password: PASSWORD });
  }

  /** Makes a token of the other issuer. */
  forge(claims: object): Promise<string> {
    return forgeToken(this.#parts.second, { jti: randomUUID(), ...claims });
  }

  async administer(method: string, path: string, body: object): Promise<Json> {
    const response = await fetch(`${this.issuer}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Json);
  }

  async ask(
    node: number,
    token: string,
    method: string,
    path: string,
    body?: object | string,
  ): Promise<ClusterAnswer> {
    const { text, type } = sentBody(path, body);
    const response = await fetch(`${this.urlOf(node)}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    const json = /^[[{]/.test(answer) ? (JSON.parse(answer) as Json) : {};
    return { status: response.status, json, headers: response.headers };
  }

  async #register(): Promise<void> {
    const own = { grant_type: 'client_credentials', ...this.#parts.ops };
    this.#everything = await this.token({ ...own, scope: EVERYTHING });
    this.#admin = await this.token({ ...own, scope: 'security:manage', resource: this.issuer });
    await this.administer('PUT', '/roles/staff', {
      scope: 'indices:all:people',
      query: { term: { team: 'red' } },
      fields: { except: ['salary', 'notes.secret'] },
    });
    await this.administer('PUT', '/roles/managers', { scope: 'indices:all:people' });
    const people = { ada: ['staff'], grace: ['managers'], both: ['staff', 'managers'] };
    for (const [name, roles] of Object.entries(people)) {
      await this.administer('POST', '/users', { name, password: PASSWORD, roles });
    }
    await this.administer('POST', '/clients', {
      client_id: 'portal',
      type: 'public',
      grant_types: ['password', 'refresh_token'],
      scope: 'indices:all:*',
      redirect_uris: ['http://127.0.0.1:8000/cb'],
    });
  }

  /** Creates and fills the index `people`; every node has one of its shards. */
  async #fill(): Promise<void> {
    const all = this.#everything;
    await eventually('the nodes are together', async () => {
      const { json } = await this.ask(0, all, 'GET', '/_cluster/health');
      return json.number_of_nodes === 3 ? true : undefined;
    });
    await this.ask(0, all, 'PUT', '/people', PEOPLE);
    const { json } = await this.ask(1, all, 'POST', '/people/_bulk?refresh=true', peopleBulk());
    if (json.errors !== false) throw new Error(JSON.stringify(json));
    const { json: routed } = await this.ask(0, all, 'GET', '/people/_search_shards');
    const holders = new Set(['0', '1', '2'].map((shard) => at(routed, `shards.${shard}.0.node`)));
    if (holders.size !== 3) throw new Error('the shards are not spread over the nodes');
  }
}

/** Registers the client `ops` before the server runs. */
function addClient(data: string, scope: string): Fields {
  const command = [join(ROOT, 'services/cli/bin/skein.js'), 'auth', 'add-client', 'ops'];
  const options = ['--scope', scope, '-E', `path.data=${data}`];
  const run = { cwd: ROOT, encoding: 'utf8' } as const;
  const printed = execFileSync(process.execPath, [...command, ...options], run);
  const client = JSON.parse(printed.slice(printed.indexOf('{'))) as Fields;
  return { client_id: 'ops', client_secret: client.client_secret ?? '' };
}
