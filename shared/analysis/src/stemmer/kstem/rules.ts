/** The rules in their order: first inflections, then endings that derive words. */
import { hasVowel, isConsonant, isDoubled, type KstemWord, shorter } from './kstem_word.js';

type Rule = (word: KstemWord) => void;

/** -s, -es, -ies */
const plural: Rule = (word) => {
  const { text } = word;
  if (!text.endsWith('s')) return;
  const ies = word.before('ies');
  if (ies !== undefined) {
    if (!word.try(`${ies}ie`)) word.try(`${ies}y`);
    return;
  }
  const es = word.before('es');
  if (es === undefined) {
    const kept = text.length <= 3 || text.endsWith('ss') || word.before('ous') !== undefined;
    if (!kept) word.try(shorter(text));
    return;
  }
  // Crosses, not crosse: that word is rare.
  const mayEndInE = es.length > 1 && !es.endsWith('ss');
  if (mayEndInE && word.try(`${es}e`)) return;
  if (word.try(es)) return;
  if (mayEndInE) word.text = `${es}e`;
  else word.try(`${es}e`);
};

/** -ed, -ied */
const past: Rule = (word) => {
  if (word.text.length <= 4) return;
  const ied = word.before('ied');
  if (ied !== undefined) {
    if (!word.try(`${ied}ie`)) word.try(`${ied}y`);
    return;
  }
  const ed = word.before('ed');
  if (ed === undefined || !hasVowel(ed)) return;
  if (word.tryRegular(`${ed}e`) || word.try(ed)) return;
  if (isDoubled(ed)) {
    if (!word.try(shorter(ed))) word.try(ed);
    return;
  }
  word.text = ed.startsWith('un') ? `${ed}ed` : `${ed}e`;
};

/** -ing */
const aspect: Rule = (word) => {
  if (word.text.length <= 5) return;
  const stem = word.before('ing');
  if (stem === undefined || !hasVowel(stem)) return;
  if (word.tryRegular(`${stem}e`) || word.try(stem)) return;
  if (isDoubled(stem)) {
    if (!word.try(shorter(stem))) word.try(stem);
    return;
  }
  const last = stem.length - 1;
  const endsHard = last > 0 && isConsonant(stem, last) && isConsonant(stem, last - 1);
  word.text = endsHard ? stem : `${stem}e`;
};

/** -ity; -ability, -ibility, -ivity and -ality are replaced even when the list lacks the result. */
const ity: Rule = (word) => {
  const stem = word.before('ity');
  if (stem === undefined) return;
  const { text } = word;
  if (word.try(stem) || word.try(`${stem}e`)) return;
  if (stem.endsWith('il')) word.try(`${stem.slice(0, -2)}le`);
  else if (stem.endsWith('iv')) word.try(`${stem}e`);
  else if (stem.endsWith('al')) word.try(stem);
  else if (!word.try(text)) word.text = stem;
};

const ness: Rule = (word) => {
  const stem = word.before('ness');
  if (stem !== undefined) word.try(stem.endsWith('i') ? `${shorter(stem)}y` : stem);
};

/** -ion, -ition, -ation, -ication; -ization becomes -ize. */
const ion: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ion');
  if (stem === undefined) return;
  const ization = word.before('ization');
  if (ization !== undefined) {
    word.try(`${ization}ize`);
    return;
  }
  const ition = word.before('ition');
  const ation = word.before('ation');
  const ication = word.before('ication');
  if (ition !== undefined && word.try(`${ition}e`)) return;
  if (ation !== undefined) {
    if (word.try(`${ation}ate`) || word.try(`${ation}e`) || word.try(ation)) return;
  }
  if (ication !== undefined && word.try(`${ication}y`)) return;
  if (word.try(`${stem}e`) || word.try(stem)) return;
  word.text = text;
};

/** -er, -or, -ier, -eer; -izer becomes -ize. */
const er: Rule = (word) => {
  const { text } = word;
  if (word.before('izer') !== undefined) {
    word.try(shorter(text));
    return;
  }
  const stem = word.before('er') ?? word.before('or');
  if (stem === undefined) return;
  const vowel = stem.endsWith('i') ? 'e' : text.charAt(text.length - 2);
  if (isDoubled(stem) && word.try(shorter(stem))) return;
  if (stem.endsWith('i') && word.try(`${shorter(stem)}y`)) return;
  if (stem.endsWith('e') && word.try(shorter(stem))) return;
  if (word.try(stem + vowel) || word.try(stem) || word.try(`${stem}e`)) return;
  word.text = text;
};

/** -ly; -ally becomes -al, -ably -able. */
const ly: Rule = (word) => {
  const stem = word.before('ly');
  if (stem === undefined) return;
  if (word.try(`${stem}le`) || word.try(stem)) return;
  if (stem.endsWith('al')) return;
  if (stem.endsWith('ab')) {
    word.text = `${stem}le`;
    return;
  }
  if (stem.endsWith('i') && word.try(`${shorter(stem)}y`)) return;
  word.text = stem;
};

/** -al, -ical, -ial */
const al: Rule = (word) => {
  const { text } = word;
  const stem = word.before('al');
  if (text.length < 4 || stem === undefined) return;
  if (word.try(stem) || (isDoubled(stem) && word.try(shorter(stem)))) return;
  if (word.try(`${stem}e`) || word.try(`${stem}um`)) return;
  if (stem.length > 1 && stem.endsWith('ic')) {
    const base = stem.slice(0, -2);
    if (!word.try(base) && !word.try(`${base}y`)) word.try(`${base}ic`);
    return;
  }
  if (stem.endsWith('i') && word.try(shorter(stem))) return;
  word.text = text;
};

/** Looks up a word that an earlier rule has produced without a look-up. */
const lookUp: Rule = (word) => {
  const found = word.tryRegular(word.text);
  if (found) ive(word);
};

/** -ive, -ative, or for -ion. */
const ive: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ive');
  if (stem === undefined) return;
  if (word.try(stem) || word.try(`${stem}e`)) return;
  if (stem.length > 1 && stem.endsWith('at')) {
    const base = stem.slice(0, -2);
    if (word.try(`${base}e`) || word.try(base)) return;
  }
  if (!word.try(`${stem}ion`)) word.text = text;
};

const ize: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ize');
  if (stem === undefined) return;
  if (word.try(stem) || (isDoubled(stem) && word.try(shorter(stem)))) return;
  if (!word.try(`${stem}e`)) word.text = text;
};

const ment: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ment');
  if (stem !== undefined && !word.try(stem)) word.text = text;
};

/** -able, -ible */
const ble: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ble');
  if (stem === undefined || !/[ai]$/.test(stem)) return;
  const base = shorter(stem);
  if (word.try(base) || (isDoubled(base) && word.try(shorter(base)))) return;
  if (!word.try(`${base}e`) && !word.try(`${base}ate`)) word.text = text;
};

const ism: Rule = (word) => {
  const stem = word.before('ism');
  if (stem !== undefined) word.try(stem);
};

/** -ic, which may also be short for -ical. */
const ic: Rule = (word) => {
  const { text } = word;
  const stem = word.before('ic');
  if (stem === undefined) return;
  if (word.try(`${text}al`) || word.try(`${stem}y`) || word.try(`${stem}e`)) return;
  if (!word.try(stem)) word.text = text;
};

/** -ency, -ancy */
const ncy: Rule = (word) => {
  const stem = word.before('ncy');
  if (stem === undefined || !/[ea]$/.test(stem)) return;
  if (!word.try(`${stem}nt`)) word.try(`${stem}nce`);
};

/** -ence, -ance */
const nce: Rule = (word) => {
  const { text } = word;
  const stem = word.before('nce');
  if (stem === undefined || !/[ea]$/.test(stem)) return;
  const base = shorter(stem);
  if (!word.try(`${base}e`) && !word.try(base)) word.text = text;
};

export const RULES: readonly Rule[] = [
  plural,
  past,
  aspect,
  ity,
  ness,
  ion,
  er,
  ly,
  al,
  lookUp,
  ive,
  ize,
  ment,
  ble,
  ism,
  ic,
  ncy,
  nce,
];
