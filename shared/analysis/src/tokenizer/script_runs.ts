/**
 * Runs of text in one script, as Lucene's ScriptIterator cuts them: signs and marks without a
 * script belong to the letters around them.
 */

export interface ScriptRun {
  readonly start: number;
  readonly end: number;
  /**
   * Han, Hiragana and Katakana are all `Japanese`; `Common` means that the run has no letter of a
   * script.
   */
  readonly script: string;
}

const NO_SCRIPT = 'Common';

/** All scripts of Unicode 15.1 with letters of their own, except the three of Japanese. */
const NAMES =
  `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid
   Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru
   Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Hangul Hanifi_Rohingya
   Hanunoo Hatran Hebrew Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Kawi Kayah_Li Kharoshthi Khitan_Small_Script
   Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi
   Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari
   New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian
   Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan
   Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet
   Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`.split(
    /\s+/,
  );

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;
const MARK = /\p{Mn}/u;
/** Lucene counts wide digits as Latin, to keep them from its dictionary of Japanese. */
const WIDE_DIGIT = /[\uff10-\uff19]/;

let tests: readonly (readonly [script: string, test: RegExp])[] | undefined;
const known = new Map<string, string>();
/** Characters whose script is cached; the texts of an index have fewer. */
const MOST_KNOWN = 20_000;

export function* scriptRuns(text: string): Generator<ScriptRun> {
  let start = 0;
  let script = NO_SCRIPT;
  let at = 0;
  for (const character of text) {
    const own = scriptOf(character);
    const goesOn = own === NO_SCRIPT || own === script || MARK.test(character);
    if (script === NO_SCRIPT) script = own;
    else if (!goesOn) {
      yield { start, end: at, script };
      start = at;
      script = own;
    }
    at += character.length;
  }
  if (at > start) yield { start, end: at, script };
}

function scriptOf(character: string): string {
  if (character <= '\x7f') return /[A-Za-z]/.test(character) ? 'Latin' : NO_SCRIPT;
  let script = known.get(character);
  if (script === undefined) {
    script = lookedUp(character);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(character, script);
  }
  return script;
}

function lookedUp(character: string): string {
  if (WIDE_DIGIT.test(character)) return 'Latin';
  if (COMMON.test(character)) return NO_SCRIPT;
  if (JAPANESE.test(character)) return 'Japanese';
  tests ??= NAMES.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')]);
  return tests.find(([, test]) => test.test(character))?.[0] ?? 'Unknown';
}
