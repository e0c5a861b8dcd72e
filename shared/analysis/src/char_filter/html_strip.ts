/**
 * `html_strip`: removes tags and comments and replaces entities by their characters. A block tag
 * leaves a line break, unless its name is cut off by the end of the text.
 */
import type { CharFilterType } from '../build/component_type.js';
import type { FilteredText } from '../component.js';
import { TextRewriter } from './offset_map.js';

const MARKUP =
  /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<[!?][^>]*>|<\/?([a-z][a-z0-9:-]*)(?:\s[^<>]*)?\/?>|<\/?[a-z][\w:.-]*$|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,30}));?/gi;

const INLINE = new Set(
  'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var'.split(
    ' ',
  ),
);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
  middot: '·',
  times: '×',
  bull: '•',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  aacute: 'á',
  agrave: 'à',
  acirc: 'â',
  atilde: 'ã',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  iacute: 'í',
  igrave: 'ì',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  oacute: 'ó',
  ograve: 'ò',
  ocirc: 'ô',
  otilde: 'õ',
  oslash: 'ø',
  uacute: 'ú',
  ugrave: 'ù',
  ucirc: 'û',
  yacute: 'ý',
  Eacute: 'É',
  Egrave: 'È',
  Aacute: 'Á',
  Agrave: 'À',
  Aring: 'Å',
  AElig: 'Æ',
  Ccedil: 'Ç',
  Ntilde: 'Ñ',
  Oacute: 'Ó',
  Oslash: 'Ø',
  Uacute: 'Ú',
};

export const HTML_STRIP: CharFilterType = {
  name: 'html_strip',
  create: (settings) => {
    const escaped = new Set((settings.list('escaped_tags') ?? []).map((tag) => tag.toLowerCase()));
    return {
      name: 'html_strip',
      apply: (text) => strip(text, escaped),
    };
  },
};

const NONE: ReadonlySet<string> = new Set();

/** Returns a text without its markup. */
export function htmlStripped(text: string): string {
  return strip(text, NONE).text;
}

function strip(text: string, escaped: ReadonlySet<string>): FilteredText {
  const rewriter = new TextRewriter();
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    rewriter.keep(text.slice(at, match.index));
    const replacement = replacementOf(match, escaped);
    if (replacement === undefined) rewriter.keep(match[0]);
    else rewriter.replace(match[0].length, replacement);
    at = match.index + match[0].length;
  }
  rewriter.keep(text.slice(at));
  return rewriter.finish();
}

/** The replacement of a match; `undefined` keeps the matched text. */
function replacementOf(match: RegExpExecArray, escaped: ReadonlySet<string>): string | undefined {
  const [, block, tag, decimal, hex, entity] = match;
  if (tag !== undefined) {
    const name = tag.toLowerCase();
    if (escaped.has(name)) return undefined;
    return INLINE.has(name) ? '' : '\n';
  }
  if (entity !== undefined) return Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : undefined;
  if (decimal !== undefined) return fromCode(Number(decimal));
  if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
  return block === undefined ? '' : '\n';
}

function fromCode(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
