/**
 * Patterns of URLs, in whose parts a `*` stands for any text: `http://www.example.org/root/*`. A
 * pattern is split by the expression of RFC 3986, appendix B, and each of its parts is matched
 * against the same part of a URL.
 */
import { simpleMatch } from '@skein/base';

const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** True when the pattern matches; `url` is normalised by `URL`, without dots in its path. */
export function matchesUrl(pattern: string, url: string): boolean {
  const wanted = partsOf(pattern);
  return partsOf(url).every((part, i) => matchesPart(wanted[i], part));
}

/** The parts of a URL. An empty part, such as the authority of `file:///`, counts as absent. */
function partsOf(text: string): readonly (string | undefined)[] {
  const parts = PARTS.exec(text)?.slice(1) ?? [];
  return Array.from({ length: 5 }, (_, i) => (parts[i] === '' ? undefined : parts[i]));
}

/** A part that the pattern lacks must be absent from the URL too. */
function matchesPart(pattern: string | undefined, part: string | undefined): boolean {
  if (pattern === undefined) return part === undefined;
  if (part === undefined) return pattern === '*';
  return simpleMatch(pattern, part);
}
