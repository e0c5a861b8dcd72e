/**
 * A stemmer of Portuguese as it is written in Brazil: Snowball's regions, endings without accents.
 */
import { folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('áâãéêíóôõúüçñ', 'aaaeeiooouucn');
const LETTERS = /^\p{L}*$/u;

type Region = 'first' | 'second' | 'verb';
type Regions = Readonly<Record<Region, string>>;
type Derived = readonly [ending: string, put: string, region: Region];

const second = (endings: string, put = '') =>
  endings.split(' ').map((ending): Derived => [ending, put, 'second']);

/**
 * Derived nouns and adjectives. The endings `logias` and the verb's `ira` stay: Lucene's stemmer
 * finds them, but cuts nothing.
 */
const DERIVED: readonly Derived[] = [
  ...second('uciones ucion', 'u'),
  ...second('imentos amentos adores adoras'),
  ...second('logias', 'logias'),
  ...second('encias encia', 'ente'),
  ['amente', '', 'first'],
  ...second('idades acoes imento amento adora ismos istas'),
  ...second('logia', 'log'),
  ...second('mente idade acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos'),
  ['eiras', 'eir', 'verb'],
  ...second('eza ico ica oso osa iva ivo'),
  ['eira', 'eir', 'verb'],
];

/** Endings of verbs, longest first. */
const VERBS =
  `issemos essemos assemos ariamos eriamos iriamos iremos eremos aremos avamos iramos eramos aramos
asseis esseis isseis arieis erieis irieis irmos iamos armos ermos areis ereis ireis asses esses isses astes assem
essem issem ardes erdes irdes ariam eriam iriam arias erias irias estes istes aveis aria eria iria asse esse isse
aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo arao erao irao adas idas aras eras
iras avas ares eres ires ados idos amos emos imos ieis ada ida ara era ira iam ado ido ias ais eis ear ia ei am em
ar er ir as es is eu iu ou`.split(/\s+/);

const RESIDUAL = ['os', 'a', 'i', 'o'];

function afterFirstSyllable(word: string): string {
  return /^[^aeiou]*[aeiou]+[^aeiou](?=.)(.*)$/s.exec(word)?.[1] ?? '';
}

function regionsOf(word: string): Regions {
  const first = afterFirstSyllable(word);
  return { first, second: afterFirstSyllable(first), verb: verbRegion(word) };
}

function verbRegion(word: string): string {
  const found =
    /^.[^aeiou][^aeiou]*[aeiou](?=.)(.*)$/s.exec(word) ??
    /^[aeiou]{2}[aeiou]*[^aeiou](?=.)(.*)$/s.exec(word);
  return found?.[1] ?? word.slice(3);
}

export const BRAZILIAN: StemmerType = {
  names: ['brazilian'],
  create: () => (term) => {
    const word = withoutPunctuation(fold(term.toLowerCase()));
    if (word.length <= 2 || word.length >= 30) return term;
    return LETTERS.test(word) ? stemOf(word) : word;
  },
};

function withoutPunctuation(word: string): string {
  const rest = word.length < 2 ? word : word.replace(/^["'\-,;.?!]/, '');
  return rest.length < 2 ? rest : rest.replace(/["'\-,;.?!]$/, '');
}

function stemOf(word: string): string {
  const regions = regionsOf(word);
  const cut = withoutSuffix(word, regions);
  const { verb } = regions;
  const rest =
    cut === undefined
      ? without(
          word,
          RESIDUAL.find((end) => verb.endsWith(end)),
        )
      : cut;
  const softened = cut !== undefined && verb.endsWith('ci') ? without(rest, 'i') : rest;
  if (!verb.endsWith('e')) return softened;
  const last = verb.endsWith('gue') ? 'u' : verb.endsWith('cie') ? 'i' : undefined;
  return without(without(softened, 'e'), last);
}

/** Cuts a derived ending, or else a verb's ending; `undefined` when the word has neither. */
function withoutSuffix(word: string, regions: Regions): string | undefined {
  const derived = DERIVED.find(
    ([ending, , region]) =>
      word.endsWith(ending) && regions[region].endsWith(regionEnding(ending, region)),
  );
  if (derived) return without(word, derived[0]) + derived[1];
  const verb = VERBS.find((ending) => regions.verb.endsWith(ending));
  if (verb === undefined) return undefined;
  return verb === 'ira' ? word : without(word, verb);
}

/** The part of the ending that must lie in the region: the e of `eira` may stand outside of it. */
function regionEnding(ending: string, region: Region): string {
  return region === 'verb' ? ending.slice(1) : ending;
}

function without(word: string, ending: string | undefined): string {
  return ending !== undefined && word.endsWith(ending) ? word.slice(0, -ending.length) : word;
}
