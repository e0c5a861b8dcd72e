/** Checks that the token issuers that nodes trust can be reached and have keys. */
import { existsSync } from 'node:fs';
import { httpClient } from '@skein/platform';
import { listAt, objectAt, textAt } from '../../health/json_at.js';
import { askJson } from '../ask_json.js';
import type { ClusterView } from '../cluster_view.js';
import { error, type Finding } from '../finding.js';

const ISSUER = /^security\.oauth2\.issuers\.([^.]+)\.(url|jwks_uri|ca)$/;

interface Issuer {
  readonly name: string;
  readonly url: string | undefined;
  readonly jwksUri: string | undefined;
  /** The PEM file, on the node's machine, of the authority that signs the issuer's certificate. */
  readonly ca: string | undefined;
}

/** The issuers of all nodes; issuers with the same addresses come once. */
export function issuersOf({ info }: Pick<ClusterView, 'info'>): readonly Issuer[] {
  const found = new Map<string, Issuer>();
  for (const node of Object.values(info)) {
    const byName = new Map<string, Map<string, string>>();
    for (const [key, value] of Object.entries(objectAt(node, 'settings'))) {
      const [, name, part] = ISSUER.exec(key) ?? [];
      if (name === undefined || part === undefined || typeof value !== 'string') continue;
      byName.set(name, (byName.get(name) ?? new Map<string, string>()).set(part, value));
    }
    for (const [name, parts] of byName) {
      const [url, jwksUri, ca] = [parts.get('url'), parts.get('jwks_uri'), parts.get('ca')];
      found.set(`${name} ${url} ${jwksUri}`, { name, url, jwksUri, ca });
    }
  }
  return [...found.values()];
}

/** `ca` is a local PEM file. It is used for issuers whose own `ca` file does not exist here. */
export async function issuers(
  view: Pick<ClusterView, 'info'>,
  ca: string | undefined,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    issuersOf(view).map(async (issuer) => {
      const own = issuer.ca !== undefined && existsSync(issuer.ca) ? issuer.ca : ca;
      const client = httpClient({
        authorities: own === undefined ? [] : [own],
        certificate: '',
        key: '',
        keyPassphrase: undefined,
        verification: 'full',
      });
      try {
        const reason = await faultOf(issuer, (url) => askJson(client, url));
        return reason === undefined ? [] : [unreachable(issuer, reason)];
      } finally {
        client.close();
      }
    }),
  );
  return found.flat();
}

/** The paths of metadata in RFC 8414 and OpenID Connect Discovery. */
const METADATA = ['.well-known/oauth-authorization-server', '.well-known/openid-configuration'];

/** The reason why the issuer has no keys; undefined if it has some. */
async function faultOf(
  { url, jwksUri }: Issuer,
  ask: (url: string) => ReturnType<typeof askJson>,
): Promise<string | undefined> {
  const uri = jwksUri ?? (url === undefined ? undefined : await keysOf(url, ask));
  if (uri === undefined) return 'the issuer serves no metadata with a jwks_uri';
  const answer = await ask(uri);
  if (typeof answer === 'string') return answer;
  const keys = listAt(answer, 'keys');
  return keys.length === 0 ? `[${uri}] has no keys` : undefined;
}

async function keysOf(
  url: string,
  ask: (url: string) => ReturnType<typeof askJson>,
): Promise<string | undefined> {
  for (const path of METADATA) {
    const answer = await ask(`${url.replace(/\/$/, '')}/${path}`);
    if (typeof answer !== 'string') return textAt(answer, 'jwks_uri');
  }
  return undefined;
}

function unreachable({ name, url, jwksUri }: Issuer, reason: string): Finding {
  return error(
    `the issuer [${name}] at ${jwksUri ?? url} provides no keys: ${reason}; nodes refuse tokens that are signed with a key they do not know yet`,
    'start the issuer (skein auth), or correct security.oauth2.issuers.*.url',
  );
}
