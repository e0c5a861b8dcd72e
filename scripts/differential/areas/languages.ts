/**
 * Analyzers, stemmers and normalizations of languages, and texts in them (the Universal Declaration
 * of Human Rights).
 */
import { join } from 'node:path';
import { fileJson } from '../../trusted_json.ts';
import { ADVERSARIAL } from '../corpus.ts';
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';
import type { Components } from './components.ts';

/** Sentences by language. */
const TEXTS = fileJson<Readonly<Record<string, readonly string[]>>>(
  join(import.meta.dirname, '../languages.json'),
);

const WITHOUT_ANALYZER: ReadonlySet<string> = new Set([
  'serbian',
  'tamil',
  'japanese',
  'korean',
  'chinese',
]);
const LANGUAGES = Object.keys(TEXTS);
const ANALYZED = LANGUAGES.filter((name) => !WITHOUT_ANALYZER.has(name));

/**
 * Sentences by the analyzer of their language, for all 35 language analyzers of the analysis
 * module.
 */
export const TEXTS_BY_ANALYZER: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ANALYZED.map((name) => [name, TEXTS[name] ?? []])),
  cjk: [...(TEXTS.chinese ?? []), ...(TEXTS.japanese ?? []), ...(TEXTS.korean ?? [])],
  thai: ADVERSARIAL.filter((text) => /[\u0e01-\u0e5b]/.test(text)),
};

/** The percentage of texts from a random language; the others are in the language of the chain. */
const FOREIGN_PERCENT = 15;

const STEMMERS: Readonly<Record<string, readonly string[]>> = {
  english: [
    'porter',
    'porter2',
    'minimal_english',
    'possessive_english',
    'lovins',
    'plural_english',
  ],
  finnish: ['light_finnish', 'finnish'],
  french: ['light_french', 'minimal_french', 'french'],
  galician: ['galician', 'minimal_galician'],
  german: ['light_german', 'minimal_german', 'german', 'german2'],
  hungarian: ['light_hungarian', 'hungarian'],
  italian: ['light_italian', 'italian'],
  norwegian: [
    'light_norwegian',
    'minimal_norwegian',
    'light_nynorsk',
    'minimal_nynorsk',
    'norwegian',
  ],
  portuguese: ['light_portuguese', 'minimal_portuguese', 'portuguese_rslp', 'portuguese'],
  russian: ['light_russian', 'russian'],
  spanish: ['light_spanish', 'spanish'],
  swedish: ['light_swedish', 'swedish'],
};

const NORMALIZATIONS: readonly string[] = [
  'arabic_normalization',
  'bengali_normalization',
  'german_normalization',
  'hindi_normalization',
  'indic_normalization',
  'persian_normalization',
  'scandinavian_folding',
  'scandinavian_normalization',
  'serbian_normalization',
  'sorani_normalization',
];

const STEMS: readonly string[] = [
  'arabic_stem',
  'brazilian_stem',
  'czech_stem',
  'dutch_stem',
  'french_stem',
  'german_stem',
  'russian_stem',
];

const STOP_WORDS: readonly Json[] = ['_none_', '_english_', ['de', 'и', 'och'], []];
const EXCLUDED: readonly Json[] = [['rights', 'droits', 'rechte'], 'libertad', []];

/** The language analyzers with the values of their settings. */
export const LANGUAGE_ANALYZERS: Components = Object.fromEntries(
  ANALYZED.map((name) => [name, { stopwords: STOP_WORDS, stem_exclusion: EXCLUDED }]),
);

interface LanguageCase {
  readonly chain: Made;
  readonly text: string;
}

export function languageCase(dice: Dice): LanguageCase {
  const language = dice.pick(LANGUAGES);
  const of = dice.chance(FOREIGN_PERCENT) ? dice.pick(LANGUAGES) : language;
  const text = dice.pick(TEXTS[of] ?? []);
  const isWhole = dice.chance(45) && ANALYZED.includes(language);
  return { chain: isWhole ? { analyzer: language } : chainOf(language, dice), text };
}

function chainOf(language: string, dice: Dice): Made {
  const upper = language.charAt(0).toUpperCase() + language.slice(1);
  const links: readonly (() => Json)[] = [
    () => dice.pick<Json>(['lowercase', { type: 'lowercase', language: 'turkish' }]),
    () => ({ type: 'stop', stopwords: `_${language}_` }),
    () => ({ type: 'stemmer', language: dice.pick(STEMMERS[language] ?? [language]) }),
    () => ({ type: 'snowball', language: upper }),
    () => dice.pick(NORMALIZATIONS),
    () => dice.pick(STEMS),
    () => dice.pick<Json>(['decimal_digit', 'asciifolding', 'elision', 'apostrophe', 'cjk_bigram']),
    () => ({ type: 'keyword_marker', keywords: ['rights', 'droits'] }),
    () => 'keyword_repeat',
  ];
  const filter = Array.from({ length: 1 + dice.int(4) }, () => dice.pick(links)());
  return { tokenizer: dice.pick(['standard', 'standard', 'whitespace', 'letter']), filter };
}
