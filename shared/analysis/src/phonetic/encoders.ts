import { DOUBLE_METAPHONE } from './double_metaphone.js';
import type { PhoneticEncoder } from './encoder.js';
import { METAPHONE } from './metaphone.js';
import { REFINED_SOUNDEX } from './refined_soundex.js';
import { SOUNDEX } from './soundex.js';

export const ENCODERS: readonly PhoneticEncoder[] = [
  DOUBLE_METAPHONE,
  METAPHONE,
  REFINED_SOUNDEX,
  SOUNDEX,
];

/** Encoders of OpenSearch's phonetic plugin that are not implemented here. */
export const OTHER_ENCODERS: readonly string[] = [
  ...['beider_morse', 'beidermorse', 'caverphone1', 'caverphone2', 'caverphone', 'cologne'],
  ...['daitch_mokotoff', 'haasephonetik', 'koelnerphonetik', 'koelnerphonetikhaase', 'nysiis'],
];
