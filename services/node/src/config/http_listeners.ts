/**
 * `http.listeners.NAME.port`, `http.listeners.NAME.profile`: additional ports of the REST
 * interface, each with the identity of a product.
 */
import { ApiError } from '@skein/errors';
import {
  NODE,
  PROFILES,
  type Profile,
  readSetting,
  type Settings,
  settingsUnder,
} from '@skein/settings';

export interface HttpListener {
  readonly name: string;
  /** Has the form of `http.port`. */
  readonly port: string;
  readonly profile: Profile;
}

const PREFIX = 'http.listeners.';

/**
 * Sorted by name. Throws settings_exception for an incomplete listener, and for a port used twice.
 */
export function readHttpListeners(settings: Settings): readonly HttpListener[] {
  const named = new Map<string, Map<string, string>>();
  for (const [key, value] of settingsUnder(settings, PREFIX)) {
    const [, name = '', part = ''] =
      /^([\w-]+)\.(port|profile)$/.exec(key.slice(PREFIX.length)) ?? [];
    if (name === '') {
      throw refused(
        `[${key}] is not known: a listener has [${PREFIX}NAME.port] and [${PREFIX}NAME.profile]`,
      );
    }
    named.set(name, (named.get(name) ?? new Map<string, string>()).set(part, value));
  }
  const listeners = [...named].sort().map(([name, parts]) => listenerOf(name, parts));
  checkPorts(listeners, readSetting(settings, NODE.network.httpPort));
  return listeners;
}

function listenerOf(name: string, parts: ReadonlyMap<string, string>): HttpListener {
  const [port, profile] = [parts.get('port'), parts.get('profile')];
  if (port === undefined || profile === undefined) {
    const key = `${PREFIX}${name}.${port === undefined ? 'port' : 'profile'}`;
    throw refused(`[${key}] is missing`);
  }
  const known = PROFILES.find((one) => one === profile);
  if (known !== undefined) return { name, port, profile: known };
  throw refused(
    `[${PREFIX}${name}.profile] is [${profile}], expected one of [${PROFILES.join(', ')}]`,
  );
}

/** Two listeners cannot share a port; 0 means any free port. */
function checkPorts(listeners: readonly HttpListener[], mainPort: string): void {
  const taken = new Map([[mainPort, NODE.network.httpPort.key]]);
  for (const { name, port } of listeners) {
    const key = `${PREFIX}${name}.port`;
    const holder = port === '0' ? undefined : taken.get(port);
    if (holder !== undefined) throw refused(`[${key}] and [${holder}] are both [${port}]`);
    taken.set(port, key);
  }
}

function refused(reason: string): ApiError {
  return new ApiError('settings_exception', reason);
}
