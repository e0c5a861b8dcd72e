/**
 * Names and addresses of hosts, as Lucene's UAX29URLEmailTokenizer reads them in running text. Each
 * text here is a window of limited length, so that long texts take linear time.
 */
import { topLevelEnds } from './top_level_domains.js';

/** RFC 1123 §2.1: letters, digits and hyphens, of which none stands at an end of a label. */
const LABEL = '[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*';
const LABELS = new RegExp(`${LABEL}(?:\\.${LABEL})*`, 'y');

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])';
const IPV4_TEXT = `${OCTET}(?:\\.${OCTET}){3}`;
const IPV4 = new RegExp(IPV4_TEXT, 'y');
const HEX = '[0-9A-Fa-f]{1,4}';
const LAST_32_BITS = `(?:${IPV4_TEXT}|${HEX}:${HEX})`;
/** RFC 3986 §3.2.2: one run of zeros may be left out. */
const IPV6 = new RegExp(
  `\\[(?:${[
    `(?:${HEX}:){6}${LAST_32_BITS}`,
    `::(?:${HEX}:){5}${LAST_32_BITS}`,
    `(?:${HEX})?::(?:${HEX}:){4}${LAST_32_BITS}`,
    `(?:(?:${HEX}:){0,1}${HEX})?::(?:${HEX}:){3}${LAST_32_BITS}`,
    `(?:(?:${HEX}:){0,2}${HEX})?::(?:${HEX}:){2}${LAST_32_BITS}`,
    `(?:(?:${HEX}:){0,3}${HEX})?::${HEX}:${LAST_32_BITS}`,
    `(?:(?:${HEX}:){0,4}${HEX})?::${LAST_32_BITS}`,
    `(?:(?:${HEX}:){0,5}${HEX})?::${HEX}`,
    `(?:(?:${HEX}:){0,6}${HEX})?::`,
  ].join('|')})\\]`,
  'y',
);

/** The end of what a sticky expression matches at `start`, or -1. */
export function endOf(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : -1;
}

/** The end of any host, or -1: behind a scheme, it need not belong to a known domain. */
export function looseHostEnd(text: string, start: number): number {
  return Math.max(endOf(IPV6, text, start), endOf(LABELS, text, start));
}

/** The ends of the hosts that may stand without a scheme: addresses, and names of known domains. */
export function strictHostEnds(text: string, start: number): readonly number[] {
  const addresses = [endOf(IPV6, text, start), ipv4End(text, start)].filter((end) => end >= 0);
  return [...addresses, ...domainEnds(text, start)];
}

/**
 * Lucene's scanner takes an address at the end of the text for a number if it would be one without
 * its last digit, too.
 */
function ipv4End(text: string, start: number): number {
  const end = endOf(IPV4, text, start);
  return end === text.length && text[end - 2] !== '.' ? -1 : end;
}

/** The ends of domain names with a top-level domain, also behind the dot of the root. */
export function* domainEnds(text: string, start: number): Generator<number> {
  const last = endOf(LABELS, text, start);
  for (let dot = text.indexOf('.', start); dot > start && dot < last; ) {
    for (const end of topLevelEnds(text, dot + 1)) {
      yield end;
      if (text[end] === '.') yield end + 1;
    }
    dot = text.indexOf('.', dot + 1);
  }
}
