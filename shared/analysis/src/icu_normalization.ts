/**
 * Unicode's normal forms by the names that ICU gives them, computed with the JavaScript engine's
 * own tables.
 */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from './build/component_settings.js';
import { onlyIn } from './unicode_set.js';

export type Normalization = (text: string) => string;

/** The form that the settings name; `nfkc_cf` by default. */
export function icuNormalization(settings: ComponentSettings): Normalization {
  return onlyIn(settings, formOf(settings));
}

function formOf(settings: ComponentSettings): Normalization {
  const name = settings.string('name') ?? 'nfkc_cf';
  const decomposes = settings.string('mode') === 'decompose';
  if (name === 'nfc') return (text) => text.normalize(decomposes ? 'NFD' : 'NFC');
  if (name === 'nfkc') return (text) => text.normalize(decomposes ? 'NFKD' : 'NFKC');
  if (name === 'nfkc_cf') {
    return decomposes ? (text) => caseFolded(text).normalize('NFD') : caseFolded;
  }
  const reason = `Unknown normalization form [${name}], expected one of [nfc, nfkc, nfkc_cf]`;
  throw new ApiError('illegal_argument_exception', reason);
}

const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** `NFKC_Casefold` of the Unicode standard, chapter 3.13. */
export function caseFolded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const once = folded(text.normalize('NFD')).normalize('NFKC');
  return folded(once).normalize('NFKC').replace(IGNORABLE, '').normalize('NFC');
}

/** A letter that case folding leaves alone, though it has a capital. */
const DOTLESS_I = '\u0131';
/** Cherokee folds to its capitals, which are the older letters. */
const CHEROKEE_SMALL = /[\u13f8-\u13fd\uab70-\uabbf]/;
const CHEROKEE = /[\u13a0-\u13f5]/;

/** Full case folding: lowers the capital of each letter; the result may have several letters. */
function folded(text: string): string {
  let out = '';
  for (const letter of text) {
    if (letter === DOTLESS_I || CHEROKEE.test(letter)) out += letter;
    else if (CHEROKEE_SMALL.test(letter)) out += letter.toUpperCase();
    else out += lowered(letter.toLowerCase().toUpperCase());
  }
  return out;
}

/** Lower case letter by letter, so that a sigma at the end of a word is like any other. */
function lowered(text: string): string {
  let out = '';
  for (const letter of text) out += letter.toLowerCase();
  return out;
}
