/**
 * W. Kraaij, R. Pohlmann: Porter's stemming algorithm for Dutch (1994), in the form of the Snowball
 * project. It lengthens or shortens the vowel when an ending is cut, and cuts the `ge` of
 * participles.
 */
import type { StemmerType } from './stemmer_type.js';

const LAST_VOWEL = /(?:[aeiouy]|ij)$/;
const LAST_CONSONANT = /[^aeiouy]$/;

/**
 * A word and the starts of its regions R1 and R2. A step returns the new text, or `undefined` when
 * it does not apply.
 */
interface Word {
  readonly text: string;
  readonly r1: number;
  readonly r2: number;
}
type Step = (word: Word) => string | undefined;
type Action = (stem: string, word: Word) => string | undefined;

function measured(text: string): Word {
  const [, first = text, second = ''] =
    /^([^aeiouy]*(?:ij|[aeiouy])+[^aeiouy])([^aeiouy]*(?:ij|[aeiouy])+[^aeiouy])?/.exec(text) ?? [];
  const r2 = second === '' ? text.length : first.length + second.length;
  return { text, r1: first.length, r2 };
}

const endsInConsonant = (stem: string) => !stem.endsWith('ij') && LAST_CONSONANT.test(stem);
const inR1 = (stem: string, { r1 }: Word) => stem.length >= r1;

/** Doubles a vowel that was written once because of the ending: lop becomes loop. */
function lengthened(stem: string): string {
  const [, vowel = ''] = /(?:^|[^aeiouy])([aoue])[^aeiouywx]$/.exec(stem) ?? [];
  if (vowel === '') return stem;
  const at = stem.length - 2;
  const before = stem.slice(0, Math.max(0, at - 1));
  const stays = /[aiou]$/.test(before) || /[^aeiouy][aiou].$/.test(before);
  if (vowel === 'e' && stays) return stem;
  return stem.slice(0, at) + vowel + stem.slice(at);
}

/** Puts an ending to a stem that lies in R1. */
const becomes =
  (ending: string): Action =>
  (stem, word) =>
    inR1(stem, word) ? stem + ending : undefined;
const afterConsonant =
  (ending: string): Action =>
  (stem, word) =>
    inR1(stem, word) && endsInConsonant(stem) ? stem + ending : undefined;
const afterVowel =
  (ending: string): Action =>
  (stem, word) =>
    inR1(stem, word) && LAST_VOWEL.test(stem) ? stem + ending : undefined;
const then =
  (action: Action): Action =>
  (stem, word) => {
    const result = action(stem, word);
    return result === undefined ? undefined : lengthened(result);
  };
const goes = becomes('');
const goesLong = then(goes);
const goesAfterConsonant = afterConsonant('');
const goesLongAfterConsonant = then(goesAfterConsonant);
const always =
  (ending: string): Action =>
  (stem) =>
    stem + ending;
const inR2 =
  (ending: string): Action =>
  (stem, { r2 }) =>
    stem.length >= r2 ? lengthened(stem + ending) : undefined;

/** Tries the endings in order; the first action that applies gives the result. */
function firstOf(...ways: readonly (readonly [ending: string, action: Action])[]): Action {
  return (stem, word) => {
    for (const [ending, action] of ways) {
      if (!stem.endsWith(ending)) continue;
      const result = action(stem.slice(0, stem.length - ending.length), word);
      if (result !== undefined) return result;
    }
    return undefined;
  };
}

/** Applies the action of the longest matching ending. */
function step(actions: Readonly<Record<string, Action>>): Step {
  const endings = Object.keys(actions).toSorted((a, b) => b.length - a.length);
  return (word) => {
    const ending = endings.find((each) => word.text.endsWith(each));
    if (ending === undefined) return undefined;
    return actions[ending]?.(word.text.slice(0, word.text.length - ending.length), word);
  };
}

const INFLECTIONS = step({
  "'s": always(''),
  s: (stem, word) => {
    if (stem.endsWith('t') && inR1(stem.slice(0, -1), word)) return undefined;
    return goesAfterConsonant(stem, word);
  },
  ies: becomes('ie'),
  es: firstOf(
    ['ar', goesLongAfterConsonant],
    ['er', goesAfterConsonant],
    ['', afterConsonant('e')],
  ),
  aus: afterVowel('au'),
  en: firstOf(
    ['hed', becomes('heid')],
    ['nd', always('nd')],
    ['d', goesAfterConsonant],
    ['i', (stem) => (LAST_VOWEL.test(stem) ? `${stem}i` : undefined)],
    ['j', (stem) => (LAST_VOWEL.test(stem) ? `${stem}j` : undefined)],
    ['', goesLongAfterConsonant],
  ),
  nde: always('nd'),
});

const DIMINUTIVES = step({
  je: firstOf(
    ["'t", always('')],
    ['et', goesAfterConsonant],
    ['rnt', always('rn')],
    ['t', (stem, word) => (/(?:[aeiouy]|ij).$/.test(stem) ? goes(stem, word) : undefined)],
    ['ink', always('ing')],
    ['mp', always('m')],
    ["'", goes],
    ['', goesAfterConsonant],
  ),
  ge: becomes('g'),
  lijke: becomes('lijk'),
  ische: becomes('isch'),
  de: goesAfterConsonant,
  te: becomes('t'),
  se: becomes('s'),
  re: becomes('r'),
  le: then(becomes('l')),
  ene: then(afterConsonant('en')),
  ieve: afterConsonant('ief'),
});

const NOUNS = step({
  atie: becomes('eer'),
  iteit: goesLong,
  heid: goes,
  sel: goes,
  ster: goes,
  rder: always('r'),
  ing: goesLong,
  isme: goesLong,
  erij: goesLong,
  arij: afterConsonant('aar'),
  fie: inR2('f'),
  gie: inR2('g'),
  tst: afterConsonant('t'),
  dst: afterConsonant('d'),
});

const ADJECTIVES = step({
  ioneel: becomes('ie'),
  atief: becomes('eer'),
  baar: goes,
  naar: afterVowel('n'),
  laar: afterVowel('l'),
  raar: afterVowel('r'),
  tant: becomes('teer'),
  lijker: becomes('lijk'),
  lijkst: becomes('lijk'),
  achtig: goes,
  achtiger: goes,
  achtigst: goes,
  eriger: goesLongAfterConsonant,
  erigst: goesLongAfterConsonant,
  erig: goesLongAfterConsonant,
  end: goesLongAfterConsonant,
});

const IG = step({
  iger: goesLongAfterConsonant,
  igst: goesLongAfterConsonant,
  ig: goesLongAfterConsonant,
});

/** Endings of participles. */
const PARTICIPLES = step({
  d: (stem, word) => participle(stem, word, 'n'),
  t: (stem, word) => participle(stem, word, 'h'),
});

function participle(stem: string, word: Word, after: string): string | undefined {
  if (stem.endsWith(after) && inR1(stem.slice(0, -1), word)) return undefined;
  return goesAfterConsonant(stem, word);
}

const HARD_ENDS = step({ kt: always('k'), ft: always('f'), pt: always('p') });

/** Corrects the spelling at the end of a word: no doubled letter, no v or z. */
function endSpelling(text: string): string {
  if (/(?:([bcdfghjklmnpqrstwx])\1|vv|zz)$/.test(text)) return text.slice(0, -1);
  return text.replace(/v$/, 'f').replace(/z$/, 's');
}

/**
 * Cuts the first `ge` from a place on, if a vowel and a consonant follow; `undefined` when it
 * stays.
 */
function withoutGe(text: string, at: number): string | undefined {
  if (at < 0) return undefined;
  const rest = text.slice(at + 2);
  const follows = rest.length >= 3 && /[aeiouy][^aeiouy]/.test(rest);
  return follows ? text.slice(0, at) + rest : undefined;
}

function stem(term: string): string {
  let word = measured(term.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y'));
  let isStemmed = false;
  const apply = (result: string | undefined) => {
    if (result === undefined) return;
    word = { ...word, text: result };
    isStemmed = true;
  };
  apply(INFLECTIONS(word));
  apply(DIMINUTIVES(word));
  apply(NOUNS(word));
  apply(ADJECTIVES(word) ?? IG(word));
  const losing = (lost: string | undefined) => {
    if (lost === undefined) return;
    word = measured(lost);
    word = { ...word, text: PARTICIPLES(word) ?? word.text };
  };
  losing(withoutGe(word.text, word.text.startsWith('ge') ? 0 : -1));
  const infix = withoutGe(word.text, word.text.indexOf('ge', 1));
  losing(infix);
  apply(HARD_ENDS(word));
  const text = isStemmed || infix !== undefined ? endSpelling(word.text) : word.text;
  return text.replaceAll('Y', 'y');
}

export const DUTCH_KP: StemmerType = {
  names: ['dutch_kp', 'dutchKp', 'kp'],
  create: () => stem,
};
