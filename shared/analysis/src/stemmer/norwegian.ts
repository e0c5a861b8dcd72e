/**
 * Light and minimal stemmers of both Norwegian languages, modelled on those of Swedish. A row
 * applies to both languages or to one.
 */
import { type EndingRow, endingRules } from './endings.js';
import type { Stem, StemmerType } from './stemmer_type.js';

type Row = readonly [language: 'both' | 'bokmål' | 'nynorsk', above: number, endings: string];

const LIGHT: readonly Row[] = [
  ['bokmål', 7, 'heter heten'],
  ['nynorsk', 7, 'heita'],
  ['nynorsk', 8, 'heiter leiken leikar'],
  ['both', 5, 'dom'],
  ['bokmål', 5, 'het'],
  ['nynorsk', 6, 'heit semd leik'],
  ['both', 7, 'elser elsen'],
  ['both', 6, 'else'],
  ['bokmål', 6, 'ende este eren'],
  ['nynorsk', 6, 'ande aste aren'],
  ['both', 5, 'ene'],
  ['bokmål', 5, 'ere est'],
  ['nynorsk', 5, 'are ast ane'],
  ['both', 4, 'er en et te'],
  ['nynorsk', 4, 'ar'],
  ['bokmål', 4, 'st'],
  ['both', 3, 'a e n'],
];
const MINIMAL: readonly Row[] = [
  ['both', 5, 'ene'],
  ['nynorsk', 5, 'ane'],
  ['both', 4, 'er en et'],
  ['nynorsk', 4, 'ar'],
  ['both', 3, 'a e'],
];

function stemOf(rows: readonly Row[], language: 'bokmål' | 'nynorsk'): Stem {
  const chosen = rows.filter(([of]) => of === 'both' || of === language);
  const rules = endingRules(chosen.map(([, above, endings]): EndingRow => [above, endings]));
  return (term) => rules.cut(term.length > 4 && term.endsWith('s') ? term.slice(0, -1) : term);
}

export const LIGHT_NORWEGIAN: StemmerType = {
  names: ['light_norwegian', 'lightNorwegian'],
  create: () => stemOf(LIGHT, 'bokmål'),
};

export const LIGHT_NYNORSK: StemmerType = {
  names: ['light_nynorsk', 'lightNynorsk'],
  create: () => stemOf(LIGHT, 'nynorsk'),
};

export const MINIMAL_NORWEGIAN: StemmerType = {
  names: ['minimal_norwegian', 'minimalNorwegian'],
  create: () => stemOf(MINIMAL, 'bokmål'),
};

export const MINIMAL_NYNORSK: StemmerType = {
  names: ['minimal_nynorsk', 'minimalNynorsk'],
  create: () => stemOf(MINIMAL, 'nynorsk'),
};
