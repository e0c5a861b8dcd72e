/**
 * Refuses request heads that two servers could interpret differently and that Node's parser
 * accepts: the end of the body, the host, the user. All of them are refused (RFC 9112, 3.2, 6.1 and
 * 11.2), and later data on the connection is ignored.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, illegalArgument } from '@skein/errors';
import { hostOf, type OwnNames } from '@skein/http';

const VERSIONS: ReadonlySet<string> = new Set(['1.1', '1.0']);
/** Limit of cached `Host` values that were found to be valid. */
const MAX_KNOWN = 1000;

interface HeadRulesParts {
  readonly maxInitialLineBytes: number;
  /** The names that requests may be for; `undefined`: any. */
  readonly names: OwnNames | undefined;
}

interface Counted {
  readonly hosts: number;
  readonly authorizations: number;
}

export class HeadRules {
  readonly #parts: HeadRulesParts;
  readonly #known = new Set<string>();

  constructor(parts: HeadRulesParts) {
    this.#parts = parts;
  }

  /**
   * The fault of a request head; `undefined` if it is valid. A target that contains a host is
   * reduced to the path, as if the host had been in `Host`.
   */
  fault(request: IncomingMessage): ApiError | undefined {
    try {
      this.#check(request);
      return undefined;
    } catch (thrown) {
      if (thrown instanceof ApiError) return thrown;
      throw thrown;
    }
  }

  #check(request: IncomingMessage): void {
    if (!VERSIONS.has(request.httpVersion)) {
      const reason = `HTTP version [${request.httpVersion}] is not supported`;
      throw new ApiError('illegal_argument_exception', reason, { status: 505 });
    }
    this.#checkLine(request);
    checkTransferEncoding(request.headers['transfer-encoding']);
    const { hosts, authorizations } = counted(request.rawHeaders);
    if (authorizations > 1)
      throw illegalArgument('request has more than one [Authorization] header');
    if (hosts > 1) throw illegalArgument('request has more than one [Host] header');
    if (request.url?.startsWith('/') !== true) toOriginForm(request);
    this.#checkHost(request);
  }

  #checkLine({ method = '', url = '' }: IncomingMessage): void {
    const limit = this.#parts.maxInitialLineBytes;
    if (method.length + url.length + '  HTTP/1.1'.length <= limit) return;
    throw new ApiError(
      'too_long_http_line_exception',
      `An HTTP line is larger than ${limit} bytes.`,
    );
  }

  /** True if a request may be for this host. */
  admitsHost(host: string, { localAddress }: Pick<Socket, 'localAddress'>): boolean {
    const { names } = this.#parts;
    return this.#isWellFormed(host) && (names === undefined || names.has(host, localAddress));
  }

  #isWellFormed(host: string): boolean {
    if (this.#known.has(host)) return true;
    if (hostOf(host) === undefined) return false;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(host);
    return true;
  }

  /** Checks the host. A request of HTTP/1.0 may lack it; no browser sends such a request. */
  #checkHost({ headers: { host }, socket }: IncomingMessage): void {
    if (host === undefined || this.admitsHost(host, socket)) return;
    if (!this.#isWellFormed(host)) throw illegalArgument(`invalid [Host] header [${host}]`);
    throw new ApiError(
      'security_exception',
      `[${host}] is not a name of this node: list it in [http.allowed_hosts] if it is`,
      { status: 403 },
    );
  }
}

/**
 * Refuses other codings than `chunked`: a server that does not know the coding might find another
 * end of the body.
 */
function checkTransferEncoding(codings: string | undefined): void {
  if (codings === undefined || codings.toLowerCase() === 'chunked') return;
  throw illegalArgument(`Transfer-Encoding [${codings}] is not supported, only [chunked]`);
}

/**
 * Counts headers that must be unique: of several, Node keeps the first, another server the last.
 */
function counted(rawHeaders: readonly string[]): Counted {
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
  }
  return { hosts, authorizations };
}

/**
 * Reduces `http://host/path` to its path. Such a target is for that host, whatever `Host` says (RFC
 * 9112, 3.2.2); `*` is for OPTIONS alone.
 */
function toOriginForm(request: IncomingMessage): void {
  const { url = '', method } = request;
  if (url === '*' && method === 'OPTIONS') return;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (authority === undefined) throw illegalArgument(`invalid target of a request [${url}]`);
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
