/** L. Freienthal's stemmer of Estonian (2019), after its description at snowballstem.org. */
import { type EndingRow, endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const VOWEL = /[aeiouõäöü]$/;
/** Vowels in front of case endings. */
const CASE_VOWEL = /[aeiou]$/;
const LONG_VOWEL = /(aa|ee|ii|oo|uu|ää|öö|üü|õõ)$/;
const afterCaseVowel = (stem: string) => CASE_VOWEL.test(stem) || LONG_VOWEL.test(stem);

/** Irregular verbs: a stem and the forms that become it. */
const VERB_FORMS = `joo: joon jood joob joote joome joovad jõin jõid jõi jõime jõite joomata juuakse joodakse juua jooma
saa: saan saad saab saate saame saavad saaksin saaksid saaks saaksite saaksime sain said sai saite saime saamata saadakse saadi saama saada
viima: viin viid viib viite viime viivad viiksin viiksid viiks viiksite viiksime viisin viisite viisime viimata viiakse viidi viima viia
keesi: keen keeb keed kees keeme keete keevad keeksin keeks keeksid keeksime keeksite keemata keema keeta keedakse
löö: löön lööd lööb lööme lööte löövad lööksin lööksid lööks lööksime lööksite löömata lüüakse löödakse löödi lööma lüüa
lõi: lõin lõid lõi lõime lõite
loo: loon lood loob loome loote loovad looksin looksid looks looksime looksite loomata luuakse loodi luua looma
käisi: käin käib käid käis käime käite käivad käiksin käiks käiksid käiksime käiksite käimata käiakse käidi käia käima
söö: söön sööb sööd sööme sööte söövad sööksin sööks sööksid sööksime sööksite sõin sõi sõid sõime sõite söömata süüakse söödakse söödi sööma süüa
too: toon tood toob toote toome toovad tooksin tooksid tooks tooksite tooksime tõin tõid tõi tõime tõite toomata tuuakse toodi tooma tuua
võisi: võin võid võib võime võis võite võivad võiksin võiksid võiks võiksime võiksite võimata võidakse võidi võida võima
jääma: jään jääd jääb jääme jääte jäävad jääksin jääksid jääks jääksime jääksite jäime jäite jäin jäid jäi jäämata jäädakse jääda jääma jäädi
müüsi: müün müüd müüb müüs müüme müüte müüvad müüksin müüksid müüks müüksime müüksite müümata müüakse müüdi müüa müüma
luge: loeb loen loed loeme loete loevad loeks loeksin loeksid loeksime loeksite
põde: põen põeb põed põeme põete põevad põeksin põeks põeksid põeksime põeksite
ladu: laon laob laod laome laote laovad laoksin laoks laoksid laoksime laoksite
tegi: teeksin teeks teeksid teeksime teeksite teen teeb teed teeme teete teevad tegemata tehakse tehti tegema teha
nägi: näen näeb näed näeme näete näevad näeksin näeks näeksid näeksime näeksite nägemata nähakse nähti näha nägema`;

const VERBS: readonly EndingRow[] = [
  [0, 'nuksin nuksime nuksid nuksite ksin ksid ksime ksite mata takse dakse taks daks'],
  [0, 'akse', 'a'],
  [0, 'sime site sin'],
  [0, 'me da n b', '', (stem) => VOWEL.test(stem)],
];
const NOUNS: readonly EndingRow[] = [
  [0, 'lasse last lane lasi', 'lase'],
  [0, 'misse mist mine misi', 'mise'],
  [0, 'lisse list line lisi', 'lise'],
];
const CASES: readonly EndingRow[] = [[0, 'sse st le lt ga ks ta t s l', '', afterCaseVowel]];
const PLURALS: readonly EndingRow[] = [
  [0, 'ikkude ikke ike', 'iku'],
  [0, 'sid', '', (stem) => !LONG_VOWEL.test(stem)],
  [0, 'te', afterTe],
  [0, 'de d', '', afterCaseVowel],
];
const DEGREES: readonly EndingRow[] = [
  [0, 'mai m', '', (stem) => CASE_VOWEL.test(stem)],
  [0, 'ma'],
];
const I_PLURAL: readonly EndingRow[] = [[0, 'i', '', (stem) => CASE_VOWEL.test(stem)]];
const PARTICIPLES: readonly EndingRow[] = [[0, 'nu tu du va']];

function afterTe(stem: string): string {
  if (stem.endsWith('t')) return `${stem}te`;
  if (stem.length < 4) return `${stem}t`;
  return /(mi|la|li)s$/.test(stem) ? `${stem}e` : stem;
}

export const ESTONIAN: StemmerType = {
  names: ['estonian'],
  create: () => {
    const verbs = verbForms();
    const rules = [NOUNS, CASES, PLURALS, DEGREES, I_PLURAL, PARTICIPLES].map(inRegion);
    const verb = inRegion(VERBS);
    return (term) => {
      const irregular = verbs.get(term);
      if (irregular !== undefined) return irregular;
      const start = regionStart(term);
      let word = withoutEmphasis(term, start);
      const verbal = verb(word, start);
      if (verbal !== undefined) word = verbal;
      else for (const rule of rules) word = rule(word, start) ?? word;
      return word.replace(/([kpt])\1([aeiouõäöü])$/, '$1$2');
    };
  },
};

function verbForms(): ReadonlyMap<string, string> {
  return new Map(
    VERB_FORMS.split('\n').flatMap((line) => {
      const [stem = '', forms = ''] = line.split(': ');
      return forms.split(' ').map((form): [string, string] => [form, stem]);
    }),
  );
}

/** The start of the region of endings: after the first vowel and a consonant. */
function regionStart(term: string): number {
  return /^[^aeiouõäöü]*[aeiouõäöü]+[^aeiouõäöü]/.exec(term)?.[0].length ?? term.length;
}

const always = () => true;

/** Applies the longest ending of the region; no shorter one is tried if its condition fails. */
function inRegion(rows: readonly EndingRow[]): (word: string, start: number) => string | undefined {
  const singles = rows
    .flatMap(([above, endings, put = '', fits = always]) =>
      endings
        .split(' ')
        .map((ending) => ({ ending, rules: endingRules([[above, ending, put, fits]]) })),
    )
    .sort((a, b) => b.ending.length - a.ending.length);
  return (word, start) => {
    const region = word.slice(start);
    const found = singles.find(({ ending }) => region.endsWith(ending));
    return found?.rules.first(word);
  };
}

function withoutEmphasis(word: string, start: number): string {
  const region = word.slice(start);
  if (word.length < 6) return word;
  const stem = word.slice(0, -2);
  if (region.endsWith('gi'))
    return /[cjlmnqrvwxaeiouõäöü]$/.test(stem) && !LONG_VOWEL.test(stem) ? stem : word;
  return region.endsWith('ki') && /[kptgbdshfšzž]$/.test(stem) ? stem : word;
}
