/**
 * Unicode's folding of characters that differ only in case, marks, script of digits or form, as ICU
 * defines it for searches (UTR #30).
 */
import type { ComponentSettings } from './build/component_settings.js';
import { FOLDED, formOf } from './icu_forms.js';
import { caseFolded, type Normalization } from './icu_normalization.js';
import { latinDigits } from './token_filter/decimal_digit.js';
import { onlyIn } from './unicode_set.js';

export function icuFolding(settings: ComponentSettings): Normalization {
  return onlyIn(settings, folded);
}

/** Text for which folding is lower case alone: ASCII without the two accents, which are dropped. */
const PLAIN = /^[^^`\u0080-\uffff]*$/;

function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return latinDigits(caseFolded(text).normalize('NFD').replace(FOLDED, formOf)).normalize('NFC');
}
