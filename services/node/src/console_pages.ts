/**
 * The console at `/_console/`: static files that need no token, like the sign-in pages of the
 * authorization service. The pages call the API with the token of the signed-in user.
 */
import { consoleHeaders, consoleSite } from '@skein/console';
import { ApiError } from '@skein/errors';
import { type PageMount, staticSite } from '@skein/platform';
import { NODE, readSetting, type Settings } from '@skein/settings';
import type { AccessMode } from './security/access_mode.js';
import { issuerUrls } from './security/issuers.js';
import { SKEIN_VERSION } from './version.js';

export const CONSOLE_PATH = '/_console';

export interface ConsoleParts {
  readonly settings: Settings;
  readonly clusterName: string;
  readonly access: AccessMode;
  /** Routes of the API, written as `POST /{index}/_search`. */
  readonly routes: readonly string[];
}

/** Throws an ApiError that names the setting if a sign-in setting is wrong. */
export function consolePages({ settings, clusterName, access, routes }: ConsoleParts): PageMount {
  const signIn = access === 'tokens' ? signInOf(settings) : undefined;
  const config = {
    version: SKEIN_VERSION,
    cluster: clusterName,
    ...(signIn === undefined ? {} : { signIn }),
  };
  return staticSite({
    prefix: CONSOLE_PATH,
    folder: consoleSite(),
    headers: consoleHeaders(signIn?.issuer),
    documents: { 'config.json': () => config, 'endpoints.json': () => ({ routes }) },
  });
}

export function isConsoleEnabled(settings: Settings): boolean {
  return readSetting(settings, NODE.console.enabled);
}

interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
}

function signInOf(settings: Settings): SignIn | undefined {
  const trusted = issuerUrls(settings);
  const wanted = readSetting(settings, NODE.console.issuer);
  if (wanted !== '' && !trusted.includes(wanted)) {
    throw new ApiError(
      'illegal_argument_exception',
      `value [${wanted}] for setting [console.issuer] is none of the issuers of [security.oauth2.issuers]`,
    );
  }
  const [issuer] = wanted === '' ? trusted : [wanted];
  if (issuer === undefined) return undefined;
  return { issuer, clientId: readSetting(settings, NODE.console.clientId) };
}
