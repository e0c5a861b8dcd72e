/**
 * G. Ntais: Development of a stemmer for the Greek language (2006). Words are given without
 * accents, with every sigma as σ.
 */
import { type EndingRow, endingRules } from './endings.js';
import * as words from './greek_words.js';
import type { StemmerType } from './stemmer_type.js';

const VOWEL = /[αεηιουω]$/;
const VOWEL_BUT_Y = /[αεηιοω]$/;

/**
 * Puts an ending back after stems that are one of `whole`, or that end with one of `endings` or
 * with `vowel`.
 */
function back(put: string, whole: string, endings = '', vowel?: RegExp): (stem: string) => string {
  const set = new Set(whole.split(/\s+/));
  const ends = endings.split(/\s+/).filter((each) => each !== '');
  return (stem) =>
    set.has(stem) || vowel?.test(stem) === true || ends.some((each) => stem.endsWith(each))
      ? stem + put
      : stem;
}

const ike = back('ικ', words.KEEP_IK, '', VOWEL);
const ouse = back('ουσ', words.KEEP_OUS, words.KEEP_OUS_AFTER, VOWEL);
const ane = back('αγαν', 'τρ τσ');
const ike13 = back('ηκ', 'διαθ θ παρακαταθ προσθ συνθ', 'σκωλ σκουλ ναρθ σφ οθ πιθ');
const ise = back('ησ', 'ν χερσον δωδεκαν ερημον μεγαλον επταν');
const oune = back('ουν', 'ν ρ σπι στραβομουτσ κακομουτσ εξων');
const oume = back('ουμ', 'παρασουσ φ χ ωριοπλ αζ αλλοσουσ ασουσ');
const age = back('αγ', words.KEEP_AG, 'οφ πελ χορτ λλ σφ ρπ φρ πρ λοχ σμην');
const keepsNoAg = (stem: string) => stem === 'ψοφ' || stem === 'ναυλοχ' || stem.endsWith('κολλ');
const masculine = (stem: string) =>
  /(οκ|μαμ|μαν|μπαμπ|πατερ|γιαγι|νταντ|κυρ|θει|πεθερ)$/.test(stem) ? stem : `${stem}αδ`;
const ontas = (stem: string) =>
  stem === 'αρχ' ? 'αρχοντ' : stem.endsWith('κρε') ? `${stem}ωντ` : stem;

/** The rules, applied one after the other; each may cut once. */
const RULES: readonly (readonly EndingRow[])[] = [
  [[4, 'αδεσ αδων', masculine]],
  [[4, 'εδεσ εδων', back('εδ', '-', 'οπ ιπ εμπ υπ γηπ δαπ κρασπ μιλ')]],
  [
    [
      5,
      'ουδεσ ουδων',
      back('ουδ', '-', 'αρκ καλιακ πεταλ λιχ πλεξ σκ σ φλ φρ βελ λουλ χν σπ τραγ φε'),
    ],
  ],
  [[3, 'εωσ εων', back('ε', 'θ δ ελ γαλ ν π ιδ παρ')]],
  [
    [2, 'ια', back('ι', '-', '', VOWEL)],
    [3, 'ιου ιων', back('ι', '-', '', VOWEL)],
  ],
  [
    [3, 'ικα ικο', ike],
    [4, 'ικου ικων', ike],
  ],
  [
    [7, 'ηθηκαμε'],
    [6, 'ουσαμε'],
    [5, 'αγαμε ησαμε ηκαμε'],
  ],
  [[3, 'αμε', back('αμ', words.KEEP_AM)]],
  [
    [8, 'ιουντανε', ane],
    [7, 'ιοντανε', ane],
    [0, 'ουντανε ηθηκανε', ane],
    [6, 'ιοτανε', ane],
    [0, 'οντανε ουσανε', ane],
    [5, 'αγανε', ane],
    [0, 'ησανε οτανε ηκανε', ane],
  ],
  [[3, 'ανε', back('αν', words.KEEP_AN, '', VOWEL_BUT_Y)]],
  [[5, 'ησετε']],
  [[3, 'ετε', back('ετ', words.KEEP_ET, words.KEEP_ET_AFTER, VOWEL_BUT_Y)]],
  [[5, 'οντασ ωντασ', ontas]],
  [
    [7, 'ιομαστε', back('ομαστ', 'ον')],
    [6, 'ομαστε', back('ομαστ', 'ον')],
  ],
  [[5, 'ιεστε', back('ιεστ', 'π απ συμπ ασυμπ ακαταπ αμεταμφ')]],
  [[4, 'εστε', back('εστ', 'αλ αρ εκτελ ζ μ ξ παρακαλ προ νισ')]],
  [
    [6, 'ηθηκεσ'],
    [5, 'ηθηκα ηθηκε'],
  ],
  [
    [4, 'ηκεσ', ike13],
    [3, 'ηκα ηκε', ike13],
  ],
  [
    [5, 'ουσεσ', ouse],
    [4, 'ουσα ουσε', ouse],
  ],
  [
    [4, 'αγεσ', '', keepsNoAg],
    [3, 'αγα αγε', '', keepsNoAg],
    [4, 'αγεσ', age],
    [3, 'αγα αγε', age],
  ],
  [
    [4, 'ησου', ise],
    [3, 'ησε ησα', ise],
  ],
  [[4, 'ηστε', back('ηστ', 'ασβ σβ αχρ χρ απλ αειμν δυσχρ ευχρ κοινοχρ παλιμψ')]],
  [
    [6, 'ησουνε ηθουνε', oune],
    [4, 'ουνε', oune],
  ],
  [
    [6, 'ησουμε ηθουμε', oume],
    [4, 'ουμε', oume],
  ],
  [
    [5, 'ματων ματοσ', 'μα'],
    [4, 'ματα', 'μα'],
  ],
];

/** Endings to cut when no other rule has cut anything. */
const LONG_LIST = endingRules([
  [9, 'ιοντουσαν'],
  [8, 'ιομασταν ιοσασταν ιουμαστε οντουσαν'],
  [7, 'ιεμαστε ιεσαστε ιομουνα ιοσαστε ιοσουνα ιουνται ιουνταν ηθηκατε ομασταν οσασταν ουμαστε'],
  [6, 'ιομουν ιονταν ιοσουν ηθειτε ηθηκαν ομουνα οσαστε οσουνα ουνται ουνταν ουσατε'],
  [
    5,
    'αγατε ιεμαι ιεται ιεσαι ιοταν ιουμα ηθεισ ηθουν ηκατε ησατε ησουν ομουν ονται ονταν οσουν ουμαι ουσαν',
  ],
  [4, 'αγαν αμαι ασαι αται ειτε εσαι εται ηδεσ ηδων ηθει ηκαν ησαν ησει ησεσ ομαι οταν'],
  [3, 'αει εισ ηθω ησω ουν ουσ'],
  [2, 'αν ασ αω ει εσ ησ οι οσ ου υσ ων'],
  [1, 'α ε η ι ο υ ω'],
]);
const COMPARATIVES = endingRules([[0, 'εστερ εστατ οτερ οτατ υτερ υτατ ωτερ ωτατ']]);

export const GREEK: StemmerType = {
  names: ['greek'],
  create: () => {
    const rules = RULES.map(endingRules);
    return (term) => {
      if (term.length < 4) return term;
      if (term === 'αγαμε') return 'αγαμ';
      let word = irregular(term);
      for (const rule of rules) word = rule.cut(word);
      if (word.length === term.length) word = LONG_LIST.cut(word);
      return COMPARATIVES.cut(word);
    };
  },
};

/** Cuts the endings of nouns whose genitive and plural are irregular. */
function irregular(term: string): string {
  return term
    .replace(/(καθεστ)ω(τοσ|των|τα|σ)$/, '$1')
    .replace(/(γεγον)ο(τοσ|των|τα|σ)$/, '$1')
    .replace(/(τατο|σκα|ολο|φα|σο)γι(ου|ων|α)$/, '$1')
    .replace(/(κρε|περ|τερ)α(τοσ|των|τα|σ)$/, '$1')
    .replace(/(φω)(τοσ|των|τα|σ)$/, '$1');
}
