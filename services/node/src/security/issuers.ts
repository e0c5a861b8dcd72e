/**
 * Trusted issuers, from the settings `security.oauth2.issuers.NAME.…`:
 *
 * - `url: https://auth.example`: the exact `iss`; required.
 * - `audience: skein`: a value that `aud` must contain; `skein` by default.
 * - `jwks_uri: https://…`: by default taken from the issuer's metadata (RFC 8414).
 * - `algorithms: ES256`: accepted algorithms, separated by commas; `ES256` by default.
 * - `ca: ca.crt`: PEM file of the authority of its certificate, if not a default one.
 * - `revocations.…`: see `revocation_settings.ts`.
 */
import { readFileSync } from 'node:fs';
import { type Clock, type Log, reasonOf } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import { KeyCache, RevokedTokens, type SavedKeys, type TrustedIssuer } from '@skein/oauth';
import { readList, type Settings } from '@skein/settings';
import { discoveringFetcher, jwksFetcher } from './jwks_fetcher.js';
import type { RevocationSource } from './revocation_feed.js';
import { REVOCATION_OPTIONS, readRevocationSource } from './revocation_settings.js';

const PREFIX = 'security.oauth2.issuers.';
const DEFAULT_AUDIENCE = 'skein';
const DEFAULT_ALGORITHMS = ['ES256'];

/**
 * Only asymmetric signatures: with a symmetric one, everyone who can verify a token can forge one.
 */
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
const OPTIONS = new Set(['url', 'audience', 'jwks_uri', 'algorithms', 'ca', 'revocations']);

/** Throws an ApiError that names the setting. Empty if no issuer is configured. */
export function readIssuers(settings: Settings, ports: IssuerPorts): ConfiguredIssuer[] {
  return issuerNames(settings).map((name) => readIssuer(settings, name, ports));
}

export interface ConfiguredIssuer extends TrustedIssuer {
  readonly revoked: RevokedTokens;
  /** The source of revocations; undefined if none is asked. */
  readonly revocations: RevocationSource | undefined;
}

interface IssuerPorts {
  readonly clock: Clock;
  /** The store for the last valid keys of the issuer with this URL. */
  readonly savedKeys: (issuer: string) => SavedKeys;
  readonly log: Log;
}

/** URLs in the order of the settings. */
export function issuerUrls(settings: Settings): string[] {
  return issuerNames(settings).map((name) =>
    webUrl(settings.get(`${PREFIX}${name}.url`), `${PREFIX}${name}.url`),
  );
}

export function issuerNames(settings: Settings): string[] {
  const names = new Set<string>();
  for (const key of settings.keys()) {
    if (!key.startsWith(PREFIX)) continue;
    const [name = '', option = '', ...rest] = key.slice(PREFIX.length).split('.');
    if (!OPTIONS.has(option) || !isOptionOf(option, rest)) {
      throw illegalArgument(`unknown setting [${key}]: an issuer has [${[...OPTIONS].join(', ')}]`);
    }
    names.add(name);
  }
  return [...names];
}

/** Checks the key parts after the name of an option. */
function isOptionOf(option: string, [more, ...others]: readonly string[]): boolean {
  if (option === 'revocations') return REVOCATION_OPTIONS.has(more ?? '') && others.length === 0;
  return more === undefined || (option === 'algorithms' && others.length === 0);
}

function readIssuer(
  settings: Settings,
  name: string,
  { clock, savedKeys, log }: IssuerPorts,
): ConfiguredIssuer {
  const at = (option: string) => settings.get(`${PREFIX}${name}.${option}`);
  const url = webUrl(at('url'), `${PREFIX}${name}.url`);
  const jwksUri = at('jwks_uri');
  const algorithms = readList(settings, `${PREFIX}${name}.algorithms`) ?? DEFAULT_ALGORITHMS;
  const refused = algorithms.find((algorithm) => !ALGORITHMS.has(algorithm));
  if (refused !== undefined) {
    throw illegalArgument(
      `algorithm [${refused}] of setting [${PREFIX}${name}.algorithms] is not accepted`,
    );
  }
  const ca = readAuthority(at('ca'), `${PREFIX}${name}.ca`);
  const fetch =
    jwksUri === undefined
      ? discoveringFetcher(url, ca)
      : jwksFetcher(webUrl(jwksUri, `${PREFIX}${name}.jwks_uri`), ca);
  const changed = (failure?: unknown) => {
    if (failure === undefined) log.info(`the keys of issuer [${url}] are fetched again`);
    else log.warn(`the keys of issuer [${url}] cannot be fetched: ${reasonOf(failure)}`);
  };
  const saved = savedKeys(url);
  return {
    issuer: url,
    audience: at('audience') ?? DEFAULT_AUDIENCE,
    algorithms,
    keys: new KeyCache({ fetch, clock, algorithms, saved, changed }),
    revoked: new RevokedTokens(),
    revocations: readRevocationSource(settings, `${PREFIX}${name}.`, { issuer: url, ca }),
  };
}

function readAuthority(path: string | undefined, key: string): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    throw illegalArgument(
      `file [${path}] of setting [${key}] cannot be read: ${reasonOf(failure)}`,
    );
  }
}

/** The public address of the cluster, without a trailing slash; undefined if not set. */
export function readResource(text: string): string | undefined {
  if (text === '') return undefined;
  const url = webUrl(text, 'security.oauth2.resource');
  return url.replace(/\/$/, '');
}

function webUrl(text: string | undefined, key: string): string {
  if (text === undefined) throw illegalArgument(`setting [${key}] is missing`);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw illegalArgument(`value [${text}] for setting [${key}] must be an http or https URL`);
  }
  return text;
}
