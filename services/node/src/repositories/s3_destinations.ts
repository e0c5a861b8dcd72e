/**
 * The hosts that an `s3` repository may make the node talk to. A service or proxy must be that of
 * the node's client, or one that the operator allows. Otherwise a user who may register
 * repositories could make the node send requests to any host of its network (server-side request
 * forgery).
 */
import { simpleMatch } from '@skein/base';
import { NO_SETTINGS, S3_CLIENT } from '@skein/settings';
import { readS3Client, type S3ClientConfig } from '../config/s3_client.js';
import { repositoryFault, type TypeRequest } from './types/repository_type.js';

/**
 * Throws repository_exception for a host that is not allowed. `client` is the node's client of that
 * name with the repository's own settings.
 */
export function checkS3Destinations(
  { name, settings, place }: TypeRequest,
  clientName: string,
  client: S3ClientConfig,
): void {
  const ofNode = readS3Client(place.settings, { name: clientName, own: NO_SETTINGS });
  const check = (kind: string, address: string, own: string | undefined) => {
    const origin = originOf(address);
    const isOwn = own !== undefined && originOf(own) === origin;
    if (isOwn || place.s3Endpoints.some((pattern) => matchesOrigin(pattern, origin))) return;
    const reason = `${kind} [${origin}] is neither that of the client [${clientName}] nor one that repositories.s3.allowed_endpoints names`;
    throw repositoryFault(name, reason);
  };
  if (settings.has(S3_CLIENT.endpoint.key) && client.endpoint !== undefined) {
    check('endpoint', client.endpoint, ofNode.endpoint);
  }
  if (client.proxy !== undefined && !client.proxy.isOfNode) {
    const { type, host, port } = client.proxy;
    check('proxy', `${type}://${host}:${port}`, undefined);
  }
}

/**
 * Protocol and host, with the port unless it is the protocol's default. The rest of an address is
 * left out, as a pattern's `*` could match another host in it.
 */
function originOf(address: string): string {
  return new URL(address).origin;
}

function matchesOrigin(pattern: string, origin: string): boolean {
  const isDefaultPort = /^(?:https:.*:443|http:.*:80)$/i.test(pattern);
  const short = isDefaultPort ? pattern.slice(0, pattern.lastIndexOf(':')) : pattern;
  return simpleMatch(short.toLowerCase(), origin);
}
