/**
 * Patterns of URLs, in whose parts a `*` stands for any text: `http://www.example.org/root/*`. A
 * pattern is taken apart by the expression of RFC 3986, appendix B, and each of its parts is held
 * against the same part of a URL.
 */
import { simpleMatch } from '@skein/base';

const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** `url`: as `URL` writes it, without dots in its path. */
export function matchesUrl(pattern: string, url: string): boolean {
  const wanted = partsOf(pattern);
  return partsOf(url).every((part, i) => matchesPart(wanted[i], part));
}

/** An authority that is empty is none, as in `file:///`. */
function partsOf(text: string): readonly (string | undefined)[] {
  const parts = PARTS.exec(text)?.slice(1) ?? [];
  return Array.from({ length: 5 }, (_, i) => (parts[i] === '' ? undefined : parts[i]));
}

/** A part that the pattern does not have may not be there either. */
function matchesPart(pattern: string | undefined, part: string | undefined): boolean {
  if (pattern === undefined) return part === undefined;
  if (part === undefined) return pattern === '*';
  return simpleMatch(pattern, part);
}
