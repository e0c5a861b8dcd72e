/** Settings by which a node's operator limits the places of snapshot repositories. */
import { ApiError } from '@skein/errors';
import { listSetting } from '../setting_types.js';

const PROTOCOLS = ['http', 'https', 'file'];

export const REPOSITORIES = {
  paths: listSetting([
    'path.repo',
    'static',
    'folders in which repositories of the type fs may be, and of the type url by file URLs',
  ]),
  urls: listSetting([
    'repositories.url.allowed_urls',
    'static',
    'URLs of repositories of the type url, or patterns of them; none but those in path.repo unless named',
  ]),
  protocols: listSetting(
    ['repositories.url.supported_protocols', 'static', `of such URLs: ${PROTOCOLS.join(', ')}`],
    PROTOCOLS.join(','),
    checkProtocols,
  ),
} as const;

function checkProtocols(protocols: readonly string[]): void {
  const unknown = protocols.find((protocol) => !PROTOCOLS.includes(protocol));
  if (unknown === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    `protocol [${unknown}] of setting [repositories.url.supported_protocols] is not supported, only [${PROTOCOLS.join(', ')}] are`,
  );
}
