/** Documents of another cluster: where they are, as whom they are asked for, and which. */
import { type JsonValue, stringifyJson } from '@skein/content';

export interface RemoteSource {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end; empty: none. */
  readonly pathPrefix: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The name of credentials in the keystore. */
  readonly credentials: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly socketTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** For that cluster to read: `query`, `sort`, `_source`, `slice` as they were given. */
  readonly search: Readonly<Record<string, JsonValue>>;
}

/** How a task tells of it; the password is not told. */
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
