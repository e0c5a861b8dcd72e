/**
 * Which hosts a repository in a bucket may have the node talk to. Whoever may register repositories
 * chooses neither: a service or a proxy is that of the node's client, or one that the operator
 * allows. Otherwise the node would send requests to any host of its network for them (server-side
 * request forgery).
 */
import { simpleMatch } from '@skein/base';
import { NO_SETTINGS, S3_CLIENT } from '@skein/settings';
import { readS3Client, type S3ClientConfig } from '../config/s3_client.js';
import { repositoryFault, type TypeRequest } from './types/repository_type.js';

/**
 * `client`: of that name, with what the repository says differently. Throws repository_exception.
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
 * Protocol, host, and the port unless it is the protocol's: nothing in which a pattern's `*` could
 * stand for another host.
 */
function originOf(address: string): string {
  return new URL(address).origin;
}

function matchesOrigin(pattern: string, origin: string): boolean {
  const isDefaultPort = /^(?:https:.*:443|http:.*:80)$/i.test(pattern);
  const short = isDefaultPort ? pattern.slice(0, pattern.lastIndexOf(':')) : pattern;
  return simpleMatch(short.toLowerCase(), origin);
}
