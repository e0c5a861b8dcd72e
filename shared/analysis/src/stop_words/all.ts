/**
 * Lists of stop words by the names that settings give them. `cjk` has no name: only its analyzer
 * uses it.
 */
import { ARABIC } from './arabic.js';
import { ARMENIAN } from './armenian.js';
import { BASQUE } from './basque.js';
import { BENGALI } from './bengali.js';
import { BRAZILIAN } from './brazilian.js';
import { BULGARIAN } from './bulgarian.js';
import { CATALAN } from './catalan.js';
import { CZECH } from './czech.js';
import { DANISH } from './danish.js';
import { DUTCH } from './dutch.js';
import { ENGLISH } from './english.js';
import { ESTONIAN } from './estonian.js';
import { FINNISH } from './finnish.js';
import { FRENCH } from './french.js';
import { GALICIAN } from './galician.js';
import { GERMAN } from './german.js';
import { GREEK } from './greek.js';
import { HINDI } from './hindi.js';
import { HUNGARIAN } from './hungarian.js';
import { INDONESIAN } from './indonesian.js';
import { IRISH } from './irish.js';
import { ITALIAN } from './italian.js';
import { LATVIAN } from './latvian.js';
import { LITHUANIAN } from './lithuanian.js';
import { NORWEGIAN } from './norwegian.js';
import { PERSIAN } from './persian.js';
import { PORTUGUESE } from './portuguese.js';
import { ROMANIAN } from './romanian.js';
import { RUSSIAN } from './russian.js';
import { SORANI } from './sorani.js';
import { SPANISH } from './spanish.js';
import { SWEDISH } from './swedish.js';
import { THAI } from './thai.js';
import { TURKISH } from './turkish.js';

const TEXTS: Readonly<Record<string, string>> = {
  _arabic_: ARABIC,
  _armenian_: ARMENIAN,
  _basque_: BASQUE,
  _bengali_: BENGALI,
  _brazilian_: BRAZILIAN,
  _bulgarian_: BULGARIAN,
  _catalan_: CATALAN,
  _czech_: CZECH,
  _danish_: DANISH,
  _dutch_: DUTCH,
  _english_: ENGLISH,
  _estonian_: ESTONIAN,
  _finnish_: FINNISH,
  _french_: FRENCH,
  _galician_: GALICIAN,
  _german_: GERMAN,
  _greek_: GREEK,
  _hindi_: HINDI,
  _hungarian_: HUNGARIAN,
  _indonesian_: INDONESIAN,
  _irish_: IRISH,
  _italian_: ITALIAN,
  _latvian_: LATVIAN,
  _lithuanian_: LITHUANIAN,
  _norwegian_: NORWEGIAN,
  _persian_: PERSIAN,
  _portuguese_: PORTUGUESE,
  _romanian_: ROMANIAN,
  _russian_: RUSSIAN,
  _sorani_: SORANI,
  _spanish_: SPANISH,
  _swedish_: SWEDISH,
  _thai_: THAI,
  _turkish_: TURKISH,
};

const sets = new Map<string, ReadonlySet<string>>();

/** The list that a name such as `_french_` stands for; its set is built on first use. */
export function namedStopWords(name: string): ReadonlySet<string> | undefined {
  const text = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
  if (text === undefined) return undefined;
  const known = sets.get(name) ?? wordsOf(text);
  sets.set(name, known);
  return known;
}

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
