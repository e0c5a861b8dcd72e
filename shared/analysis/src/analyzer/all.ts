/** All built-in analyzers. */
import type { AnalyzerType } from '../build/analyzer_type.js';
import { ARABIC_ANALYZER } from './arabic.js';
import { ARMENIAN_ANALYZER } from './armenian.js';
import { BASQUE_ANALYZER } from './basque.js';
import { BENGALI_ANALYZER } from './bengali.js';
import { BRAZILIAN_ANALYZER } from './brazilian.js';
import { BULGARIAN_ANALYZER } from './bulgarian.js';
import { CATALAN_ANALYZER } from './catalan.js';
import { CHINESE_ANALYZER } from './chinese.js';
import { CJK_ANALYZER } from './cjk.js';
import { CZECH_ANALYZER } from './czech.js';
import { DANISH_ANALYZER } from './danish.js';
import { DUTCH_ANALYZER } from './dutch.js';
import { ENGLISH_ANALYZER } from './english.js';
import { ESTONIAN_ANALYZER } from './estonian.js';
import { FINGERPRINT_ANALYZER } from './fingerprint.js';
import { FINNISH_ANALYZER } from './finnish.js';
import { FRENCH_ANALYZER } from './french.js';
import { GALICIAN_ANALYZER } from './galician.js';
import { GERMAN_ANALYZER } from './german.js';
import { GREEK_ANALYZER } from './greek.js';
import { HINDI_ANALYZER } from './hindi.js';
import { HUNGARIAN_ANALYZER } from './hungarian.js';
import { ICU_ANALYZER } from './icu.js';
import { INDONESIAN_ANALYZER } from './indonesian.js';
import { IRISH_ANALYZER } from './irish.js';
import { ITALIAN_ANALYZER } from './italian.js';
import { KEYWORD_ANALYZER } from './keyword.js';
import { KUROMOJI_ANALYZER } from './kuromoji.js';
import { LATVIAN_ANALYZER } from './latvian.js';
import { LITHUANIAN_ANALYZER } from './lithuanian.js';
import { NORWEGIAN_ANALYZER } from './norwegian.js';
import { PATTERN_ANALYZER } from './pattern.js';
import { PERSIAN_ANALYZER } from './persian.js';
import { PORTUGUESE_ANALYZER } from './portuguese.js';
import { ROMANIAN_ANALYZER } from './romanian.js';
import { RUSSIAN_ANALYZER } from './russian.js';
import { SIMPLE_ANALYZER } from './simple.js';
import { SNOWBALL_ANALYZER } from './snowball.js';
import { SORANI_ANALYZER } from './sorani.js';
import { SPANISH_ANALYZER } from './spanish.js';
import { STANDARD_ANALYZER } from './standard.js';
import { STOP_ANALYZER } from './stop.js';
import { SWEDISH_ANALYZER } from './swedish.js';
import { THAI_ANALYZER } from './thai.js';
import { TURKISH_ANALYZER } from './turkish.js';
import { WHITESPACE_ANALYZER } from './whitespace.js';

export const ANALYZERS: readonly AnalyzerType[] = [
  ARABIC_ANALYZER,
  ARMENIAN_ANALYZER,
  BASQUE_ANALYZER,
  BENGALI_ANALYZER,
  BRAZILIAN_ANALYZER,
  BULGARIAN_ANALYZER,
  CATALAN_ANALYZER,
  CHINESE_ANALYZER,
  CJK_ANALYZER,
  CZECH_ANALYZER,
  DANISH_ANALYZER,
  DUTCH_ANALYZER,
  ENGLISH_ANALYZER,
  ESTONIAN_ANALYZER,
  FINGERPRINT_ANALYZER,
  FINNISH_ANALYZER,
  FRENCH_ANALYZER,
  GALICIAN_ANALYZER,
  GERMAN_ANALYZER,
  GREEK_ANALYZER,
  HINDI_ANALYZER,
  HUNGARIAN_ANALYZER,
  ICU_ANALYZER,
  INDONESIAN_ANALYZER,
  IRISH_ANALYZER,
  ITALIAN_ANALYZER,
  KEYWORD_ANALYZER,
  KUROMOJI_ANALYZER,
  LATVIAN_ANALYZER,
  LITHUANIAN_ANALYZER,
  NORWEGIAN_ANALYZER,
  PATTERN_ANALYZER,
  PERSIAN_ANALYZER,
  PORTUGUESE_ANALYZER,
  ROMANIAN_ANALYZER,
  RUSSIAN_ANALYZER,
  SIMPLE_ANALYZER,
  SNOWBALL_ANALYZER,
  SORANI_ANALYZER,
  SPANISH_ANALYZER,
  STANDARD_ANALYZER,
  STOP_ANALYZER,
  SWEDISH_ANALYZER,
  THAI_ANALYZER,
  TURKISH_ANALYZER,
  WHITESPACE_ANALYZER,
];
