/** `source.remote` of a reindex, as in OpenSearch; `credentials` names an entry of the keystore. */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { timeParam } from '@skein/http';
import type { RemoteSource } from '../../bulk_by_scroll/mod.js';
import { illegal } from './by_query_params.js';

const HOST =
  /^(?<scheme>[^:]+):\/\/(?<host>\[[^\]]+\]|[^:/]+):(?<port>\d{1,5})(?<pathPrefix>\/[^?#\s]*)?$/;
const DEFAULT_TIMEOUT_MS = 30_000;
/**
 * The parts of a search that the other cluster gets; the rest has no meaning for pages of whole
 * documents.
 */
const PASSED_ON = ['query', 'sort', '_source'] as const;
const TAKEN: ReadonlySet<string> = new Set([...PASSED_ON, 'slice']);
/** Headers that frame a request and cannot be set by users. */
const FRAMING: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
const LONGEST_MS = 2 ** 31 - 1;
const LAST_PORT = 65_535;

/**
 * `search`: the rest of the source. Throws illegal_argument_exception in OpenSearch's words; as
 * there, a null is an absent value.
 */
export function readRemote(json: JsonValue, search: JsonObject): RemoteSource {
  if (!isJsonObject(json)) throw illegal('[remote] must be an object');
  const { host = null, username, password, credentials, headers, ...rest } = json;
  const { socket_timeout: socketTimeout, connect_timeout: connectTimeout, ...unknown } = rest;
  if (host === null) {
    throw new ApiError(
      'null_pointer_exception',
      '[host] must be specified to reindex from a remote cluster',
    );
  }
  const place = placeOf(textOf('host', host));
  const [first] = Object.keys(unknown);
  if (first !== undefined) {
    throw illegal(`Unsupported fields in [remote]: [${Object.keys(unknown).join(',')}]`);
  }
  const remote = {
    ...place,
    username: optionalText('username', username),
    password: optionalText('password', password),
    credentials: optionalText('credentials', credentials),
    headers: headersOf(headers),
    socketTimeoutMs: timeOf('socket_timeout', socketTimeout),
    connectTimeoutMs: timeOf('connect_timeout', connectTimeout),
    search: passedOn(search),
  };
  if (remote.credentials !== undefined && remote.username !== undefined) {
    throw illegal('[remote] takes [credentials] or [username], not both');
  }
  return remote;
}

function placeOf(text: string): Pick<RemoteSource, 'scheme' | 'host' | 'port' | 'pathPrefix'> {
  const { scheme, host = '', port, pathPrefix = '' } = HOST.exec(text)?.groups ?? {};
  const isPort = Number(port) >= 1 && Number(port) <= LAST_PORT;
  if (!isPort || (scheme !== 'http' && scheme !== 'https')) {
    throw illegal(
      `[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [${text}]`,
    );
  }
  return { scheme, host, port: Number(port), pathPrefix: pathPrefix.replace(/\/+$/, '') };
}

function passedOn(search: JsonObject): RemoteSource['search'] {
  const other = Object.keys(search).find((name) => !TAKEN.has(name));
  if (other !== undefined) throw illegal(`[${other}] is not supported beside [remote]`);
  const { query = null } = search;
  if (query !== null && !isJsonObject(query)) {
    throw illegal(`Expected [query] to be an object but was [${stringifyJson(query)}]`);
  }
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const { [name]: value = null } = search;
      return value === null ? [] : [[name, value]];
    }),
  );
}

function headersOf(json: JsonValue | undefined): Readonly<Record<string, string>> {
  if (json === undefined || json === null) return {};
  const expected = 'Expected [headers] to be an object containing strings but';
  if (!isJsonObject(json)) throw illegal(`${expected} was [${String(json)}]`);
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (FRAMING.has(name.toLowerCase())) throw illegal(`[headers] cannot have [${name}]`);
      if (typeof value === 'string') return [name.toLowerCase(), value];
      throw illegal(`${expected} has [${name}=${String(value)}]`);
    }),
  );
}

function optionalText(name: string, json: JsonValue | undefined): string | undefined {
  return json === undefined || json === null ? undefined : textOf(name, json);
}

function textOf(name: string, json: JsonValue): string {
  if (typeof json === 'string') return json;
  throw illegal(`Expected [${name}] to be a string but was [${String(json)}]`);
}

function timeOf(name: string, json: JsonValue | undefined): number {
  if (json === undefined || json === null) return DEFAULT_TIMEOUT_MS;
  const ms = timeParam.parse(name, textOf(name, json)) ?? DEFAULT_TIMEOUT_MS;
  if (ms >= 1 && ms <= LONGEST_MS) return ms;
  throw illegal(
    `[${name}] must be from [1ms] to [${LONGEST_MS}ms] but was [${textOf(name, json)}]`,
  );
}
