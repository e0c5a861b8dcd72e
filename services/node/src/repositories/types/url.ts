/**
 * `url`: a read-only repository on a web site that `repositories.url.allowed_urls` names, or in a
 * folder that `path.repo` names.
 */
import { fileURLToPath } from 'node:url';
import { systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { intSetting, readSetting, textSetting, timeSetting } from '@skein/settings';
import type { RepositoryPlace } from '../../config/repository_place.js';
import type { StorePlan } from '../repository_plan.js';
import { matchesUrl } from '../url_pattern.js';
import { allowedFolder } from './fs.js';
import { type RepositoryType, repositoryFault } from './repository_type.js';

const SETTINGS = {
  url: textSetting(['url', 'dynamic', 'URL of the root of the repository']),
  maxRetries: intSetting(
    [
      'http_max_retries',
      'dynamic',
      'number of times that a request is repeated after a temporary failure',
    ],
    '5',
    { min: 0, max: 100 },
  ),
  socketTimeout: timeSetting(
    ['http_socket_timeout', 'dynamic', 'longest time without data from the server'],
    '50s',
    '1ms',
  ),
} as const;

export const url: RepositoryType = {
  name: 'url',
  settings: SETTINGS,
  read: ({ name, settings, place }) => {
    const text = settings.get(SETTINGS.url.key);
    if (text === undefined) throw repositoryFault(name, 'missing url');
    const given = parsedUrl(text);
    const { protocol, username, password } = given;
    if (!place.protocols.includes(protocol.slice(0, -1))) {
      const reason = `unsupported url protocol [${protocol.slice(0, -1)}] from URL [${text}]`;
      throw repositoryFault(name, reason);
    }
    if (username !== '' || password !== '') {
      throw repositoryFault(name, 'a user and a password in [url] are not supported');
    }
    const store = storeOf(given, place, {
      maxRetries: readSetting(settings, SETTINGS.maxRetries),
      socketTimeoutMs: readSetting(settings, SETTINGS.socketTimeout),
    });
    if (store !== undefined) return { chunkBytes: undefined, store, isReadOnly: true };
    const reason = `file url [${text}] doesn't match any of the locations specified by path.repo or repositories.url.allowed_urls`;
    throw repositoryFault(name, reason);
  },
};

/** The store at this URL; undefined if the operator does not allow it. */
function storeOf(
  given: URL,
  place: RepositoryPlace,
  limits: { readonly maxRetries: number; readonly socketTimeoutMs: number },
): StorePlan | undefined {
  const isAllowed = place.urls.some((pattern) => matchesUrl(pattern, given.href));
  if (given.protocol === 'file:') {
    const path = folderOf(given);
    if (path === undefined) return undefined;
    const folder = isAllowed ? path : allowedFolder(place, path);
    return folder === undefined ? undefined : { kind: 'folder', path: folder };
  }
  return isAllowed ? { kind: 'site', url: given.href, ...limits } : undefined;
}

/** The URL's folder; undefined if it is on another machine, or cannot be a file's name. */
function folderOf(given: URL): string | undefined {
  try {
    return fileURLToPath(given);
  } catch (error) {
    if (systemCodeOf(error)?.startsWith('ERR_INVALID_FILE_URL_')) return undefined;
    throw error;
  }
}

const KNOWN_PROTOCOLS = /^(?:https?|ftp|file|jar):/i;

/** Parses a URL with the error messages of Java, which knows some protocols by name. */
function parsedUrl(text: string): URL {
  const protocol = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
  const isKnown = KNOWN_PROTOCOLS.test(text);
  if (isKnown && URL.canParse(text)) return new URL(text);
  if (protocol === undefined) throw malformed(`no protocol: ${text}`);
  if (!isKnown) throw malformed(`unknown protocol: ${protocol.toLowerCase()}`);
  throw malformed(`malformed URL: ${text}`);
}

function malformed(why: string): ApiError {
  return new ApiError('illegal_argument_exception', 'Unable to parse URL repository setting', {
    cause: new ApiError('malformed_u_r_l_exception', why),
  });
}
