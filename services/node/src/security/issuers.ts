/**
 * Trusted issuers from the settings:
 *
 *     security.oauth2.issuers.NAME.url: https://auth.example       exact `iss`; the one that must be given
 *     security.oauth2.issuers.NAME.audience: skein                 what `aud` must hold
 *     security.oauth2.issuers.NAME.jwks_uri: https://…             found through the issuer's metadata (RFC 8414) when not given
 *     security.oauth2.issuers.NAME.algorithms: ES256               accepted algorithms, comma separated
 */
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import { KeyCache, type TrustedIssuer } from '@skein/oauth';
import { readList, type Settings } from '@skein/settings';
import { discoveringFetcher, jwksFetcher } from './jwks_fetcher.js';

const PREFIX = 'security.oauth2.issuers.';
const DEFAULT_AUDIENCE = 'skein';
const DEFAULT_ALGORITHMS = ['ES256'];

/** Asymmetric signatures only: with a symmetric one, whoever can check a token can make one. */
const ALGORITHMS = new Set([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
]);
const OPTIONS = new Set(['url', 'audience', 'jwks_uri', 'algorithms']);

/** Throws an ApiError that names the setting. Empty when no issuer is configured. */
export function readIssuers(settings: Settings, clock: Clock): TrustedIssuer[] {
  return issuerNames(settings).map((name) => readIssuer(settings, name, clock));
}

export function issuerNames(settings: Settings): string[] {
  const names = new Set<string>();
  for (const key of settings.keys()) {
    if (!key.startsWith(PREFIX)) continue;
    const [name = '', option = '', ...rest] = key.slice(PREFIX.length).split('.');
    const isList = option === 'algorithms' && rest.length === 1;
    if (!OPTIONS.has(option) || (rest.length > 0 && !isList)) {
      throw illegal(`unknown setting [${key}]: an issuer has [${[...OPTIONS].join(', ')}]`);
    }
    names.add(name);
  }
  return [...names];
}

function readIssuer(settings: Settings, name: string, clock: Clock): TrustedIssuer {
  const at = (option: string) => settings.get(`${PREFIX}${name}.${option}`);
  const url = webUrl(at('url'), `${PREFIX}${name}.url`);
  const jwksUri = at('jwks_uri');
  const algorithms = readList(settings, `${PREFIX}${name}.algorithms`) ?? DEFAULT_ALGORITHMS;
  const refused = algorithms.find((algorithm) => !ALGORITHMS.has(algorithm));
  if (refused !== undefined) {
    throw illegal(
      `algorithm [${refused}] of setting [${PREFIX}${name}.algorithms] is not accepted`,
    );
  }
  const fetch =
    jwksUri === undefined
      ? discoveringFetcher(url)
      : jwksFetcher(webUrl(jwksUri, `${PREFIX}${name}.jwks_uri`));
  return {
    issuer: url,
    audience: at('audience') ?? DEFAULT_AUDIENCE,
    algorithms,
    keys: new KeyCache({ fetch, clock, algorithms }),
  };
}

function webUrl(text: string | undefined, key: string): string {
  if (text === undefined) throw illegal(`setting [${key}] is missing`);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw illegal(`value [${text}] for setting [${key}] must be an http or https URL`);
  }
  return text;
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
