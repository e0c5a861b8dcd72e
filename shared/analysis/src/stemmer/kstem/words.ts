/**
 * The words of Bob Krovetz's stemmer as Lucene has them. Copyright (c) 2003, Center for Intelligent
 * Information Retrieval, University of Massachusetts, Amherst: free to use and to pass on, in
 * source or binary form, with this notice, without warranty; the names of the Center and of the
 * University do not endorse what is made of it.
 *
 * Lists are sorted. Each word is written as a capital for the number of letters that it shares with
 * the word before (`A` is none), followed by its other letters.
 */
import { WORDS_A_TO_B } from './words_a_to_b.js';
import { WORDS_C } from './words_c.js';
import { WORDS_D_TO_E } from './words_d_to_e.js';
import { WORDS_F_TO_H } from './words_f_to_h.js';
import { WORDS_I_TO_M } from './words_i_to_m.js';
import { WORDS_N_TO_P } from './words_n_to_p.js';
import { WORDS_Q_TO_R } from './words_q_to_r.js';
import { WORDS_S } from './words_s.js';
import { WORDS_T_TO_Z } from './words_t_to_z.js';

const LISTS: readonly string[] = [
  WORDS_A_TO_B,
  WORDS_C,
  WORDS_D_TO_E,
  WORDS_F_TO_H,
  WORDS_I_TO_M,
  WORDS_N_TO_P,
  WORDS_Q_TO_R,
  WORDS_S,
  WORDS_T_TO_Z,
];

/** Words that stand for themselves; words that are derived from them do not lead to them. */
const EXCEPTIONS =
  'aide bathe caste cute dame dime doge done dune envelope gage grille grippe lobe mane mare ' +
  'nape node pane pate plane pope programme quite ripe rote rune sage severe shoppe sine slime ' +
  'snipe steppe suite swinge tare tine tope tripe twine';

/** Words whose root no rule finds: irregular forms, and words that belong to a country. */
const DIRECT =
  'aging>age going>go goes>go lying>lie using>use owing>owe suing>sue dying>die tying>tie ' +
  'vying>vie aged>age used>use vied>vie cued>cue died>die eyed>eye hued>hue iced>ice lied>lie ' +
  'owed>owe sued>sue toed>toe tied>tie does>do doing>do aeronautical>aeronautics ' +
  'mathematical>mathematics political>politics metaphysical>metaphysics cylindrical>cylinder ' +
  'nazism>nazi ambiguity>ambiguous barbarity>barbarous credulity>credulous generosity>generous ' +
  'spontaneity>spontaneous unanimity>unanimous voracity>voracious fled>flee ' +
  'miscarriage>miscarry';
const COUNTRIES =
  'afghan>afghanistan african>africa albanian>albania algerian>algeria american>america ' +
  'andorran>andorra angolan>angola arabian>arabia argentine>argentina armenian>armenia ' +
  'asian>asia australian>australia austrian>austria azerbaijani>azerbaijan azeri>azerbaijan ' +
  'bangladeshi>bangladesh belgian>belgium bermudan>bermuda bolivian>bolivia bosnian>bosnia ' +
  'botswanan>botswana brazilian>brazil british>britain bulgarian>bulgaria burmese>burma ' +
  'californian>california cambodian>cambodia canadian>canada chadian>chad chilean>chile ' +
  'chinese>china colombian>colombia croat>croatia croatian>croatia cuban>cuba cypriot>cyprus ' +
  'czechoslovakian>czechoslovakia danish>denmark egyptian>egypt equadorian>equador ' +
  'eritrean>eritrea estonian>estonia ethiopian>ethiopia european>europe fijian>fiji ' +
  'filipino>philippines finnish>finland french>france gambian>gambia georgian>georgia ' +
  'german>germany ghanian>ghana greek>greece grenadan>grenada guamian>guam guatemalan>guatemala ' +
  'guinean>guinea guyanan>guyana haitian>haiti hawaiian>hawaii holland>dutch honduran>honduras ' +
  'hungarian>hungary icelandic>iceland indonesian>indonesia iranian>iran iraqi>iraq iraqui>iraq ' +
  'irish>ireland israeli>israel italian>italy jamaican>jamaica japanese>japan jordanian>jordan ' +
  'kampuchean>cambodia kenyan>kenya korean>korea kuwaiti>kuwait lankan>lanka laotian>laos ' +
  'latvian>latvia lebanese>lebanon liberian>liberia libyan>libya lithuanian>lithuania ' +
  'macedonian>macedonia madagascan>madagascar malaysian>malaysia maltese>malta ' +
  'mauritanian>mauritania mexican>mexico micronesian>micronesia moldovan>moldova monacan>monaco ' +
  'mongolian>mongolia montenegran>montenegro moroccan>morocco myanmar>burma namibian>namibia ' +
  'nepalese>nepal nicaraguan>nicaragua nigerian>nigeria norwegian>norway omani>oman ' +
  'pakistani>pakistan panamanian>panama papuan>papua paraguayan>paraguay peruvian>peru ' +
  'portuguese>portugal romanian>romania rumania>romania rumanian>romania russian>russia ' +
  'rwandan>rwanda samoan>samoa scottish>scotland serb>serbia serbian>serbia siam>thailand ' +
  'siamese>thailand slovakia>slovak slovakian>slovak slovenian>slovenia somali>somalia ' +
  'somalian>somalia spanish>spain swedish>sweden swiss>switzerland syrian>syria ' +
  'taiwanese>taiwan tanzanian>tanzania texan>texas thai>thailand tunisian>tunisia ' +
  'turkish>turkey ugandan>uganda ukrainian>ukraine uruguayan>uruguay uzbek>uzbekistan ' +
  'venezuelan>venezuela vietnamese>viet virginian>virginia yemeni>yemen yugoslav>yugoslavia ' +
  'yugoslavian>yugoslavia zambian>zambia zealander>zealand zimbabwean>zimbabwe';

export interface KstemWords {
  /** The root of each word: mostly the word itself. */
  readonly roots: ReadonlyMap<string, string>;
  readonly exceptions: ReadonlySet<string>;
}

let known: KstemWords | undefined;

/** The words, unpacked on first use. */
export function kstemWords(): KstemWords {
  if (known !== undefined) return known;
  const roots = new Map<string, string>();
  for (const list of LISTS) for (const word of unpacked(list)) roots.set(word, word);
  const exceptions = new Set(EXCEPTIONS.split(' '));
  for (const word of exceptions) roots.set(word, word);
  for (const pair of [...DIRECT.split(' '), ...COUNTRIES.split(' ')]) {
    const [word = '', root = ''] = pair.split('>');
    roots.set(word, root);
  }
  known = { roots, exceptions };
  return known;
}

function* unpacked(list: string): Generator<string> {
  let word = '';
  for (const [, shared = '', rest = ''] of list.matchAll(/([A-Z])([a-z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
    yield word;
  }
}
