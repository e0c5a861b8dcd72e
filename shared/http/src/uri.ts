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
 * Splits before decoding, so that `%2F` stays inside its segment. One slash at the beginning and
 * all slashes at the end are ignored.
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
    .map((segment) => (segment.includes('%') ? decode(segment, PLUS) : segment));
}

/**
 * Parses `a=1&b&c=x+y`: a plus is a space here, a parameter without a value is the empty string, a
 * semicolon separates parameters as `&` does, and the query ends before a `#`.
 */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  const end = text.indexOf('#');
  const whole = end === -1 ? text : text.slice(0, end);
  for (const sent of whole.replaceAll(';', '&').split('&')) {
    const part = sent.startsWith('=') ? sent.replace(/^=+/, '') : sent;
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? '' : part.slice(equals + 1);
    query.set(decodeParameter(name), decodeParameter(value));
  }
  return query;
}

function decodeParameter(text: string): string {
  return text.includes('%') || text.includes('+') ? decode(text, SPACE) : text;
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Decodes a text with escapes as OpenSearch's `RestUtils.decodeComponent` does: `%%` is a percent
 * sign, and bytes that are not UTF-8 become replacement characters. Each character of the text is a
 * byte of the request line. `plus`: the byte that a plus stands for.
 */
function decode(text: string, plus: number): string {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let byte = text.charCodeAt(i);
    if (byte === PLUS) byte = plus;
    else if (byte === PERCENT) {
      if (i + 1 === text.length)
        throw badEscape('unterminated escape sequence at end of string', text);
      i++;
      if (text.charCodeAt(i) !== PERCENT) byte = escapedByte(text, i++);
    }
    bytes[length++] = byte;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
}

/** The byte of the two hexadecimal digits from `at` on. */
function escapedByte(text: string, at: number): number {
  if (at + 1 === text.length) throw badEscape('partial escape sequence at end of string', text);
  const digits = text.slice(at, at + 2);
  if (/^[\da-fA-F]{2}$/.test(digits)) return Number.parseInt(digits, 16);
  throw badEscape(`invalid escape sequence \`%${digits}' at index ${at - 1} of`, text);
}

function badEscape(fault: string, text: string): ApiError {
  return new ApiError('illegal_argument_exception', `${fault}: ${text}`);
}
