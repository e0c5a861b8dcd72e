/**
 * The settings for polling an issuer's revocations, `security.oauth2.issuers.NAME.revocations.…`:
 *
 * - `client_id: search-nodes`
 * - `client_secret: …`, or `client_secret_file`, a file that contains only the secret
 * - `interval: 15s`
 */
import { readFileSync } from 'node:fs';
import { parseTimeMs, reasonOf } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import type { Settings } from '@skein/settings';
import type { RevocationSource } from './revocation_feed.js';

export const REVOCATION_OPTIONS: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'client_secret_file',
  'interval',
]);

const DEFAULT_INTERVAL = '15s';
const SHORTEST_INTERVAL_MS = 100;

/** `prefix`: of the issuer's settings, with the dot. Undefined if the issuer is not polled. */
export function readRevocationSource(
  settings: Settings,
  prefix: string,
  { issuer, ca }: Pick<RevocationSource, 'issuer' | 'ca'>,
): RevocationSource | undefined {
  const key = (option: string) => `${prefix}revocations.${option}`;
  const at = (option: string) => settings.get(key(option));
  if (![...REVOCATION_OPTIONS].some((option) => at(option) !== undefined)) return undefined;
  const clientId = at('client_id');
  if (clientId === undefined) throw illegalArgument(`setting [${key('client_id')}] is missing`);
  const file = at('client_secret_file');
  const clientSecret = at('client_secret') ?? (file && secretIn(file, key('client_secret_file')));
  if (!clientSecret) throw illegalArgument(`setting [${key('client_secret')}] is missing`);
  const interval = at('interval') ?? DEFAULT_INTERVAL;
  const intervalMs = parseTimeMs(interval) ?? 0;
  if (intervalMs < SHORTEST_INTERVAL_MS) {
    const least = `a time of at least [${SHORTEST_INTERVAL_MS}ms]`;
    throw illegalArgument(`value [${interval}] for setting [${key('interval')}] must be ${least}`);
  }
  return { issuer, ca, clientId, clientSecret, intervalMs };
}

function secretIn(path: string, key: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    throw illegalArgument(
      `file [${path}] of setting [${key}] cannot be read: ${reasonOf(failure)}`,
    );
  }
}
