/** URLs in running text, as Lucene's UAX29URLEmailTokenizer reads them (RFC 1738, RFC 3986). */
import { endOf, looseHostEnd } from './hosts.js';

const ENCODED = '%[0-9A-Fa-f]{2}';
const UNRESERVED = '-._~A-Za-z0-9';
const SUB_DELIMITERS = "!$&'()*+,;=";
/** Characters of a class, or encoded ones, any number of times. */
const some = (characters: string): string => `(?:[${characters}]|${ENCODED})*`;

const LOGIN_PART = some(UNRESERVED + SUB_DELIMITERS);
const LOGIN = new RegExp(`${LOGIN_PART}(?::${LOGIN_PART})?@`, 'y');
const PORT = '(?::[0-9]{1,5})?';
const QUERY_PART = some(`${UNRESERVED}${SUB_DELIMITERS}:@/?`);
const FRAGMENT = `(?:#${QUERY_PART})?`;
const HTTP_PATH = `(?:/${some(`${UNRESERVED};:@&=`)})*`;
/** The rest of an HTTP URL behind its host; it may be empty. */
const HTTP_REST = new RegExp(`${PORT}${HTTP_PATH}(?:\\?${QUERY_PART})?${FRAGMENT}`, 'y');
const FILE_PATH = `(?:/${some(`${UNRESERVED}?:@&=`)})+`;
const FTP_REST = new RegExp(`${PORT}${FILE_PATH}(?:;type=[aid])?${FRAGMENT}`, 'iy');
const FILE_REST = new RegExp(`${FILE_PATH}${FRAGMENT}`, 'y');

const SCHEME = /(?:https?|ftp|file):\/\//iy;

/**
 * The end of the longest URL at the start of a text, or -1. It begins with a scheme, or with one of
 * the hosts that end at `hosts` and has more than the host: a host alone depends on what stands
 * behind it.
 */
export function urlEnd(text: string, hosts: readonly number[]): number {
  const scheme = endOf(SCHEME, text, 0);
  if (scheme < 0) return withoutScheme(text, hosts);
  const starts = [looseHostEnd(text, scheme)];
  const login = endOf(LOGIN, text, scheme);
  if (login >= 0) starts.push(looseHostEnd(text, login));
  switch (text.slice(0, 2).toLowerCase()) {
    case 'ht':
      return longest(text, starts, HTTP_REST);
    case 'ft':
      return longest(text, starts, FTP_REST);
    default:
      return longest(text, [scheme, looseHostEnd(text, scheme)], FILE_REST);
  }
}

function withoutScheme(text: string, hosts: readonly number[]): number {
  const ends = hosts.map((host) => {
    const end = endOf(HTTP_REST, text, host);
    return end > host ? end : -1;
  });
  return Math.max(-1, ...ends);
}

function longest(text: string, starts: readonly number[], rest: RegExp): number {
  return Math.max(-1, ...starts.map((start) => (start < 0 ? -1 : endOf(rest, text, start))));
}
