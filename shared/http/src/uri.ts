/** The target of a request: path segments and query parameters, decoded as in OpenSearch. */
import { ApiError } from '@skein/errors';

export interface RequestTarget {
  /** As sent, without the query. */
  readonly path: string;
  readonly segments: readonly string[];
  /** As sent; empty if there is none. */
  readonly queryText: string;
  /** The last of repeated parameters wins. */
  readonly query: ReadonlyMap<string, string>;
}

export function parseTarget(target: string): RequestTarget {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const queryText = mark === -1 ? '' : target.slice(mark + 1);
  return {
    path,
    segments: pathSegments(path),
    queryText,
    query: mark === -1 ? NO_QUERY : parseQuery(queryText),
  };
}

const NO_QUERY: ReadonlyMap<string, string> = new Map();

/**
 * Splits before decoding, so that `%2F` stays inside its segment. Leading and trailing slashes are
 * ignored.
 */
function pathSegments(path: string): string[] {
  let start = 0;
  let end = path.length;
  if (path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  if (end <= start) return [];
  return path
    .slice(start, end)
    .split('/')
    .map((segment) => decodeComponent(segment));
}

/**
 * Parses `a=1&b&c=x+y`: a plus is a space here, and a parameter without a value is the empty
 * string.
 */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? '' : part.slice(equals + 1);
    query.set(
      decodeComponent(name.replaceAll('+', ' ')),
      decodeComponent(value.replaceAll('+', ' ')),
    );
  }
  return query;
}

function decodeComponent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('illegal_argument_exception', `invalid escape sequence in [${text}]`);
  }
}
