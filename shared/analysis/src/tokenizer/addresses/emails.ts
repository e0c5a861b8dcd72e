/** E-mail addresses in running text, as Lucene's UAX29URLEmailTokenizer reads them (RFC 5322). */
import { domainEnds, endOf } from './hosts.js';

/** Lucene counts dots and commas among the characters of atoms, so that two dots may meet. */
const ATOMS = /[A-Za-z0-9!#$%&'*-/=?^_`{|}~+]+/y;
/** Every character but controls, quotes and brackets stands for itself, and any one escaped. */
const ESCAPED = '\\\\[\\x00-\\x7f]';
const QUOTED = new RegExp(
  `"(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x21\\x23-\\x5b\\x5d-\\x7e]|${ESCAPED})*"`,
  'y',
);
const DOMAIN_LITERAL = new RegExp(
  `\\[(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x5a\\x5e-\\x7f]|${ESCAPED})*\\]`,
  'y',
);

/** The end of the longest e-mail address at `start`, or -1. */
export function emailEnd(text: string, start: number): number {
  const domain = domainStart(text, start);
  if (domain < 0) return -1;
  return Math.max(endOf(DOMAIN_LITERAL, text, domain), ...domainEnds(text, domain));
}

/** The place behind the `@` of a local part: atoms and quoted texts, with dots between them. */
function domainStart(text: string, start: number): number {
  let at = start;
  for (;;) {
    const isQuoted = text[at] === '"';
    const end = endOf(isQuoted ? QUOTED : ATOMS, text, at);
    if (end < 0) return -1;
    if (text[end] === '@') return end + 1;
    if (isQuoted) {
      if (text[end] !== '.') return -1;
      at = end + 1;
    } else {
      // The last dot of the atoms separates them from the quoted text.
      if (text[end] !== '"' || text[end - 1] !== '.' || end - at < 2) return -1;
      at = end;
    }
  }
}
