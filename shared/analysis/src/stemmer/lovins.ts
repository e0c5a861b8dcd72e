/**
 * J. B. Lovins: Development of a stemming algorithm (1968), in the form of the Snowball project:
 * cuts the longest ending whose condition holds, then corrects the spelling.
 */
import type { StemmerType } from './stemmer_type.js';

/** Endings by the letter of their condition on the stem. */
const ENDINGS: Readonly<Record<string, string>> = {
  A:
    "'s a ability able ableness ably aceous acies acity acy ae aic aical aically alist " +
    'alities ality alize alness ancial ancies antaneous antiality antialness arial aric ' +
    'aries arily arisation arisations ariser aristic arizability arizable arization ' +
    'arizations arize arized arizer arizing aroid ata atable ate ately ateness ates ' +
    'atingly ative atively ativeness atives ativism ator ators atory e eful efully ehood ' +
    'eity eless elity ement ence enced ences encible encies encing ency ental entally ' +
    'entation entations ential entiality entialize entially entialness entials entiate ' +
    'entiation entist ently entness eous eously eousness ese ful fully fulness hood i ia ' +
    'ial ialist iality ialize ially ials ian ians ibility ible ibleness ibly ic ical ' +
    'icalism icalist icality icalize ically icalness icance icant ician icianry icians ' +
    'icide icism icist icists icity ics ied iedly ier iers iful ifully ihood ily inate ' +
    'ination iness ingness ional ionalism ionality ionalize ionally ionalness ionals ' +
    'ioned ioning ionist ious iously iousness is isation ished ishness ist istic istical ' +
    'istically istics ists iteness ities itous itousness ity ium ive ively iveness ' +
    'ivistic ivities ivity izability izational izations izement less lessly lessness lily ' +
    "ness nesses o ogen oid oidal oidally oides oidism otide ous ously ousness s' ward " +
    'wise yish',
  B:
    'acious age ages aging alism alistic alistically ally ance anced ances ancing ancy ' +
    'ant ants arity as atic ation ational ationally ations ingly ions ism isms ' +
    'izationally ly y ying',
  C: 'allically antic ent ented enting ish',
  D: 'ionate',
  E: 'ariness ature eableness ed edly elihood ely ene ened eness ening enly ery es izable',
  F: 'ary en ization ize ized izer izers izing',
  G: 'action ication',
  H: 'itic',
  I: 'ated ating idine',
  J: 'inism',
  K: 'arly',
  L: 'ide ides',
  M: 'ine ines',
  N: 'ing ings',
  O: 'ars',
  P: 'ies',
  Q: 'ion',
  R: 'one yl',
  S: 'on',
  T: 'or',
  U: 'um',
  V: 'us',
  W: 's',
  X: 'ar',
  Y: 'eal ealy ear early',
  Z: 'eature',
  AA: 'ite',
  BB: 'al allic als',
  CC: 'inity',
};

/** Conditions on the stem, which keeps at least two letters. */
const CONDITIONS: Readonly<Record<string, (stem: string) => boolean>> = {
  A: () => true,
  B: (stem) => stem.length >= 3,
  C: (stem) => stem.length >= 4,
  D: (stem) => stem.length >= 5,
  E: (stem) => !stem.endsWith('e'),
  F: (stem) => stem.length >= 3 && !stem.endsWith('e'),
  G: (stem) => stem.length >= 3 && stem.endsWith('f'),
  H: (stem) => /(?:t|ll)$/.test(stem),
  I: (stem) => !/[oe]$/.test(stem),
  J: (stem) => !/[ae]$/.test(stem),
  K: (stem) => stem.length >= 3 && /(?:l|i|u.e)$/.test(stem),
  L: (stem) => !/(?:u|x|[^o]s|^s)$/.test(stem),
  M: (stem) => !/[acem]$/.test(stem),
  N: (stem) => stem.length >= 4 || (stem.length === 3 && !stem.startsWith('s')),
  O: (stem) => /[li]$/.test(stem),
  P: (stem) => !stem.endsWith('c'),
  Q: (stem) => stem.length >= 3 && !/[ln]$/.test(stem),
  R: (stem) => /[nr]$/.test(stem),
  S: (stem) => /(?:dr|[^t]t|^t)$/.test(stem),
  T: (stem) => /(?:s|[^o]t|^t)$/.test(stem),
  U: (stem) => /[lmnr]$/.test(stem),
  V: (stem) => stem.endsWith('c'),
  W: (stem) => !/[su]$/.test(stem),
  X: (stem) => /(?:l|i|u.e)$/.test(stem),
  Y: (stem) => stem.endsWith('in'),
  Z: (stem) => !stem.endsWith('f'),
  AA: (stem) => /(?:d|f|ph|th|l|er|or|es|t)$/.test(stem),
  BB: (stem) => stem.length >= 3 && !/(?:met|ryst)$/.test(stem),
  CC: (stem) => stem.endsWith('l'),
};

/**
 * Endings of the stem and their replacements; the third entry lists letters after which the rule
 * does not apply.
 */
const SPELLINGS: readonly (readonly [ending: string, becomes: string, notAfter?: string])[] = [
  ['iev', 'ief'],
  ['uct', 'uc'],
  ['umpt', 'um'],
  ['rpt', 'rb'],
  ['urs', 'ur'],
  ['istr', 'ister'],
  ['metr', 'meter'],
  ['olv', 'olut'],
  ['ul', 'l', 'aio'],
  ['bex', 'bic'],
  ['dex', 'dic'],
  ['pex', 'pic'],
  ['tex', 'tic'],
  ['ax', 'ac'],
  ['ex', 'ec'],
  ['ix', 'ic'],
  ['lux', 'luc'],
  ['uad', 'uas'],
  ['vad', 'vas'],
  ['cid', 'cis'],
  ['lid', 'lis'],
  ['erid', 'eris'],
  ['pand', 'pans'],
  ['end', 'ens', 's'],
  ['ond', 'ons'],
  ['lud', 'lus'],
  ['rud', 'rus'],
  ['her', 'hes', 'pt'],
  ['mit', 'mis'],
  ['ent', 'ens', 'm'],
  ['ert', 'ers'],
  ['et', 'es', 'n'],
  ['yt', 'ys'],
  ['yz', 'ys'],
];

const LONGEST_FIRST = SPELLINGS.toSorted(([a], [b]) => b.length - a.length);

function conditionsByEnding(): ReadonlyMap<string, (stem: string) => boolean> {
  const found = new Map<string, (stem: string) => boolean>();
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    for (const ending of (ENDINGS[name] ?? '').split(' ')) found.set(ending, condition);
  }
  return found;
}

const LEAST = 2;

function withoutEnding(
  term: string,
  conditions: ReadonlyMap<string, (stem: string) => boolean>,
  longest: number,
): string {
  for (let length = Math.min(longest, term.length - LEAST); length > 0; length--) {
    const stem = term.slice(0, -length);
    if (conditions.get(term.slice(-length))?.(stem) === true) return stem;
  }
  return term;
}

function spelled(stem: string): string {
  const single = stem.replace(/([bdglmnprst])\1$/, '$1');
  const found = LONGEST_FIRST.find(([ending]) => single.endsWith(ending));
  if (found === undefined) return single;
  const [ending, becomes, notAfter = ''] = found;
  const base = single.slice(0, -ending.length);
  const stays = base !== '' && notAfter.includes(base.charAt(base.length - 1));
  return stays ? single : base + becomes;
}

export const LOVINS: StemmerType = {
  names: ['lovins'],
  create: () => {
    const conditions = conditionsByEnding();
    const longest = Math.max(...[...conditions.keys()].map((ending) => ending.length));
    return (term) => spelled(withoutEnding(term, conditions, longest));
  },
};
