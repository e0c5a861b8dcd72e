/** The remote clusters that may be read, and the headers sent to them. */
import { simpleMatch } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import { NODE, readSetting, type Settings } from '@skein/settings';
import type { SecureSettings } from '../secure_settings/mod.js';
import type { RemoteSource } from './remote_source.js';

interface RemoteAccessParts {
  readonly settings: Settings;
  readonly secureSettings: Pick<SecureSettings, 'get'>;
}

export class RemoteAccess {
  readonly #parts: RemoteAccessParts;
  readonly #allowed: readonly string[];

  /** Throws illegal_argument_exception if the list allows every address. */
  constructor(parts: RemoteAccessParts) {
    this.#parts = parts;
    const { allowlist, whitelist } = NODE.reindex;
    const lists = [allowlist, whitelist].map((list) => readSetting(parts.settings, list));
    this.#allowed = lists.flat();
  }

  /**
   * Throws illegal_argument_exception unless the operator has allowed the cluster and its
   * credentials.
   */
  check(remote: RemoteSource): void {
    const address = addressOf(remote);
    if (!this.#allowed.some((pattern) => simpleMatch(pattern, address))) {
      throw illegalArgument(`[${address}] not allowlisted in reindex.remote.allowlist`);
    }
    this.headers(remote);
  }

  /** Headers of each request: the given ones, and the authorization. */
  headers(remote: RemoteSource): Readonly<Record<string, string>> {
    const authorization = this.#authorization(remote);
    return { ...remote.headers, ...(authorization === undefined ? {} : { authorization }) };
  }

  #authorization(remote: RemoteSource): string | undefined {
    const { username, password, credentials } = remote;
    if (credentials !== undefined) return this.#kept(remote, credentials);
    return username === undefined ? undefined : basic(username, password ?? '');
  }

  /**
   * Credentials belong to a configured host. A user who names another host cannot have them sent
   * there, nor in clear text to a host configured without `http://`.
   */
  #kept(remote: RemoteSource, name: string): string {
    const { settings, secureSettings } = this.#parts;
    const key = (part: string) => `reindex.remote.credentials.${name}.${part}`;
    const host = settings.get(key('host'));
    if (host === undefined) {
      throw illegalArgument(
        `[credentials] [${name}] are for no host: setting [${key('host')}] is missing`,
      );
    }
    const pattern = host.includes('://') ? host : `https://${host}`;
    const address = `${remote.scheme}://${addressOf(remote)}`;
    if (!simpleMatch(pattern, address)) {
      throw illegalArgument(
        `[credentials] [${name}] are for [${pattern}] and not for [${address}]`,
      );
    }
    const token = secureSettings.get(key('token'));
    if (token !== undefined) return `Bearer ${token}`;
    const apiKey = secureSettings.get(key('api_key'));
    if (apiKey !== undefined) return `ApiKey ${apiKey}`;
    const username = secureSettings.get(key('username'));
    const password = secureSettings.get(key('password'));
    if (username !== undefined && password !== undefined) return basic(username, password);
    throw illegalArgument(
      `[credentials] [${name}] are not in the keystore: it needs [${key('token')}], [${key('api_key')}], or [${key('username')}] and [${key('password')}]`,
    );
  }
}

export function addressOf({ host, port }: RemoteSource): string {
  return `${host}:${port}`;
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
