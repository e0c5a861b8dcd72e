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

type Ask = (url: string) => ReturnType<typeof askJson>;

/** The reason why nodes find no keys of the issuer; undefined if they find some. */
async function faultOf({ url, jwksUri }: Issuer, ask: Ask): Promise<string | undefined> {
  const found = jwksUri === undefined ? await discovered(url ?? '', ask) : { uri: jwksUri };
  if ('fault' in found) return found.fault;
  const answer = await ask(found.uri);
  if (typeof answer === 'string') return answer;
  const keys = listAt(answer, 'keys');
  return keys.length === 0 ? `[${found.uri}] has no keys` : undefined;
}

/** The address of the keys in the metadata (RFC 8414 §3), under the conditions of a node. */
async function discovered(
  issuer: string,
  ask: Ask,
): Promise<{ readonly uri: string } | { readonly fault: string }> {
  if (!URL.canParse(issuer)) return { fault: `[${issuer}] is not a URL` };
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const address = `${origin}/.well-known/oauth-authorization-server${path}`;
  const metadata = await ask(address);
  if (typeof metadata === 'string') return { fault: metadata };
  const named = textAt(metadata, 'issuer');
  if (named !== issuer) return { fault: `[${address}] names another issuer, [${named}]` };
  const uri = textAt(metadata, 'jwks_uri');
  return uri === undefined ? { fault: `[${address}] names no jwks_uri` } : { uri };
}

function unreachable({ name, url, jwksUri }: Issuer, reason: string): Finding {
  return error(
    `the issuer [${name}] at ${jwksUri ?? url} provides no keys: ${reason}; nodes refuse tokens that are signed with a key they do not know yet`,
    'start the issuer (skein auth), or correct security.oauth2.issuers.*.url',
  );
}
