/** Settings by which a node's operator limits the places of snapshot repositories. */
import { ApiError } from '@skein/errors';
import { listSetting } from '../setting_types.js';

const PROTOCOLS = ['http', 'https', 'file'];

export const REPOSITORIES = {
  paths: listSetting([
    'path.repo',
    'static',
    'folders that may hold repositories of type fs, and of type url with file URLs',
  ]),
  urls: listSetting([
    'repositories.url.allowed_urls',
    'static',
    'URLs, or patterns of URLs, that repositories of type url may use; empty: only file URLs in path.repo',
  ]),
  protocols: listSetting(
    [
      'repositories.url.supported_protocols',
      'static',
      `protocols that repositories of type url may use: ${PROTOCOLS.join(', ')}`,
    ],
    PROTOCOLS.join(','),
    checkProtocols,
  ),
  s3Endpoints: listSetting(
    [
      'repositories.s3.allowed_endpoints',
      'static',
      'endpoints and proxies that repositories of type s3 may name, beside those of their clients: https://host:port, where * stands for any text',
    ],
    '',
    checkEndpoints,
  ),
} as const;

/**
 * `*`, or a protocol, a host and perhaps a port. A path would promise a restriction that there is
 * none of.
 */
const ENDPOINT = /^(?:\*|(?:https?|\*):\/\/[^/?#@\s]+)$/i;

function checkEndpoints(endpoints: readonly string[]): void {
  const wrong = endpoints.find((endpoint) => !ENDPOINT.test(endpoint));
  if (wrong === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    `endpoint [${wrong}] of setting [repositories.s3.allowed_endpoints] is not of the form [https://host:port]`,
  );
}

function checkProtocols(protocols: readonly string[]): void {
  const unknown = protocols.find((protocol) => !PROTOCOLS.includes(protocol));
  if (unknown === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    `protocol [${unknown}] of setting [repositories.url.supported_protocols] is not supported, only [${PROTOCOLS.join(', ')}] are`,
  );
}
