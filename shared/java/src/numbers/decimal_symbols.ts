/** The signs of a locale's number formats. */
import { type Locale, platformTag } from '../text/locale.js';

export interface NumberSigns {
  readonly zero: string;
  readonly decimal: string;
  readonly grouping: string;
  readonly minus: string;
}

export const ROOT_SIGNS: NumberSigns = { zero: '0', decimal: '.', grouping: ',', minus: '-' };

const known = new Map<string, NumberSigns>();
const MAX_KNOWN = 256;

/**
 * The locale data of OpenSearch's JVM groups with a no-break space where newer data has a narrow
 * one, and writes a plain minus.
 */
export function signsOf(locale: Locale): NumberSigns {
  const tag = platformTag(locale);
  if (tag === 'und' || tag === 'en') return ROOT_SIGNS;
  let found = known.get(tag);
  if (found === undefined) {
    found = readSigns(tag);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(tag, found);
  }
  return found;
}

function readSigns(tag: string): NumberSigns {
  const parts = new Intl.NumberFormat(tag, {
    useGrouping: true,
    numberingSystem: 'latn',
  }).formatToParts(-1234567.5);
  const part = (type: string, otherwise: string): string =>
    parts.find((one) => one.type === type)?.value ?? otherwise;
  return {
    zero: '0',
    decimal: part('decimal', '.'),
    grouping: part('group', ',').replace('\u202f', '\u00a0'),
    minus: '-',
  };
}
