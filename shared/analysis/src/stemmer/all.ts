/** All stemmers that the `stemmer` filter knows. */
import { ARABIC } from './arabic.js';
import { BENGALI } from './bengali.js';
import { BRAZILIAN } from './brazilian.js';
import { BULGARIAN } from './bulgarian.js';
import { CZECH } from './czech.js';
import { DUTCH_KP } from './dutch_kp.js';
import { MINIMAL_ENGLISH, PLURAL_ENGLISH, PORTER, POSSESSIVE_ENGLISH } from './english.js';
import { ESTONIAN } from './estonian.js';
import { GALICIAN, MINIMAL_GALICIAN } from './galician.js';
import { GREEK } from './greek.js';
import { HINDI } from './hindi.js';
import { INDONESIAN } from './indonesian.js';
import { KSTEM } from './kstem/kstem.js';
import { LATVIAN } from './latvian.js';
import { LIGHT_FINNISH } from './light_finnish.js';
import { LIGHT_FRENCH } from './light_french.js';
import { LIGHT_GERMAN } from './light_german.js';
import { LIGHT_HUNGARIAN } from './light_hungarian.js';
import { LIGHT_ITALIAN } from './light_italian.js';
import { LIGHT_PORTUGUESE } from './light_portuguese.js';
import { LIGHT_RUSSIAN } from './light_russian.js';
import { LIGHT_SPANISH } from './light_spanish.js';
import { LIGHT_SWEDISH } from './light_swedish.js';
import { LOVINS } from './lovins.js';
import { MINIMAL_FRENCH } from './minimal_french.js';
import { MINIMAL_GERMAN } from './minimal_german.js';
import { LIGHT_NORWEGIAN, LIGHT_NYNORSK, MINIMAL_NORWEGIAN, MINIMAL_NYNORSK } from './norwegian.js';
import { PERSIAN } from './persian.js';
import { MINIMAL_PORTUGUESE, PORTUGUESE_RSLP } from './portuguese_rslp.js';
import { SNOWBALL_STEMMERS } from './snowball.js';
import { SORANI } from './sorani.js';
import type { StemmerType } from './stemmer_type.js';

export const STEMMERS: readonly StemmerType[] = [
  ARABIC,
  BENGALI,
  BRAZILIAN,
  BULGARIAN,
  CZECH,
  DUTCH_KP,
  ESTONIAN,
  GALICIAN,
  GREEK,
  HINDI,
  INDONESIAN,
  KSTEM,
  LATVIAN,
  LIGHT_FINNISH,
  LIGHT_FRENCH,
  LIGHT_GERMAN,
  LIGHT_HUNGARIAN,
  LIGHT_ITALIAN,
  LIGHT_NORWEGIAN,
  LIGHT_NYNORSK,
  LIGHT_PORTUGUESE,
  LIGHT_RUSSIAN,
  LIGHT_SPANISH,
  LIGHT_SWEDISH,
  LOVINS,
  MINIMAL_ENGLISH,
  MINIMAL_FRENCH,
  MINIMAL_GALICIAN,
  MINIMAL_GERMAN,
  MINIMAL_NORWEGIAN,
  MINIMAL_NYNORSK,
  MINIMAL_PORTUGUESE,
  PERSIAN,
  PLURAL_ENGLISH,
  PORTER,
  PORTUGUESE_RSLP,
  POSSESSIVE_ENGLISH,
  ...SNOWBALL_STEMMERS,
  SORANI,
];
