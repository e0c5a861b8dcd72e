/** Documents of another cluster: its address, the user, and the search. */
import { type JsonValue, stringifyJson } from '@skein/content';

export interface RemoteSource {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash; empty if none. */
  readonly pathPrefix: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Name of credentials in the keystore. */
  readonly credentials: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly socketTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** Sent to that cluster unparsed: `query`, `sort`, `_source`, `slice`. */
  readonly search: Readonly<Record<string, JsonValue>>;
}

/** The description for a task, without the password. */
export function remoteText(remote: RemoteSource): string {
  const { scheme, host, port, pathPrefix, search, username, password, credentials } = remote;
  const parts = [
    ...(scheme === 'http' ? [] : [`scheme=${scheme}`]),
    `host=${host}`,
    `port=${port}`,
    ...(pathPrefix === '' ? [] : [`pathPrefix=${pathPrefix}`]),
    ...(search.query === undefined ? [] : [`query=${stringifyJson(search.query)}`]),
    ...(username === undefined ? [] : [`username=${username}`]),
    ...(password === undefined ? [] : ['password=<<>>']),
    ...(credentials === undefined ? [] : [`credentials=${credentials}`]),
  ];
  return parts.join(' ');
}
