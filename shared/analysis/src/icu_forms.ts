/**
 * The results of `icu_folding` for characters that Unicode's own foldings leave as they are. They
 * were found by asking Lucene's ICUFoldingFilter 9.12 (ICU 74) for every character. The characters
 * are those of a decomposed text in folded case; characters that those foldings change by
 * themselves are not listed.
 */

/** Characters by the form that they become. */
const FORMS: Readonly<Record<string, string>> = {
  ' ': '\u{1680}',
  '!': 'ǃ',
  '"': '«»״“”„❝❞❮❯',
  '%': '⁒',
  "'": '׳‘’‚‛′‵‹›❛❜ꞌ',
  '(': '❨❪',
  '((': '⸨',
  ')': '❩❫',
  '))': '⸩',
  '*': '⁎',
  '-': '֊־᐀᠆‐‒–—―−⸗⸚⸺⸻⹀⹝〜〰゠𐺭',
  '/': '⁄',
  0: '⓿',
  1: '፩᧚⓵❶➀➊𐩀𐹠𑁒',
  10: '⓾❿➉➓',
  11: '⓫',
  12: '⓬',
  13: '⓭',
  14: '⓮',
  15: '⓯',
  16: '⓰',
  17: '⓱',
  18: '⓲',
  19: '⓳',
  2: 'ƻ፪⓶❷➁➋𐩁𐹡𑁓',
  20: '⓴',
  3: '፫⓷❸➂➌𐩂𐹢𑁔',
  4: '፬⓸❹➃➍𐩃𐹣𑁕',
  5: 'ƽ፭⓹❺➄➎𐹤𑁖',
  6: '፮⓺❻➅➏𐹥𑁗',
  7: '፯⓻❼➆➐𐹦𑁘',
  8: '፰⓼❽➇➑𐹧𑁙',
  9: '፱⓽❾➈➒𐹨𑁚',
  ';': '⁏',
  '<': '❬❰',
  '>': '❭❱',
  '[': '⁅❲',
  ']': '⁆❳',
  a: 'ɐɑɒəɚᴀᶏᶐᶕⱥ',
  aa: 'ꜳ',
  ae: 'æᴁᴂ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃƅɓʙᴃᵬᶀ',
  c: 'ƈȼɕʗᴄↄꜿ',
  d: 'ðđƌƍȡɖɗᴅᴆᵭᶁᶑẟꝺ',
  db: 'ȸ',
  dz: 'ʣʥ',
  e: 'ǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻ',
  f: 'ƒᵮᶂⅎꜰꝼꟻ',
  fn: 'ʩ',
  g: 'ǥɠɡɢʛᵷᵹᶃꝿ',
  h: 'ħɥɦʜʮʯⱨⱶ',
  hv: 'ƕ',
  i: 'ıɨɩɪᴉᵻᵼᶖꟾ',
  j: 'ȷɉɟʄʝᴊ',
  k: 'ƙʞᴋᶄⱪꝁꝃꝅ',
  l: 'łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁ',
  ll: 'ỻ',
  ls: 'ʪ',
  lz: 'ʫ',
  m: 'ɯɰɱᴍᴟᵯᶆꟽꟿ',
  n: 'ŋƞȵɲɳɴᴎᵰᶇ',
  o: 'øɔɵʘᴏᴐᴑᴓᴖᴗᶗⱺꝋꝍ',
  oe: 'œɶᴔ',
  oo: 'ꝏ',
  ou: 'ȣᴕ',
  p: 'ƥᴘᵱᵽᶈꝑꝓꝕꟼ',
  q: 'ĸɋʠꝗꝙ',
  qp: 'ȹ',
  r: 'ɍɼɽɾɿʀʁᴙᴚᵲᵳᶉꝛꞃ',
  s: 'ȿʂᵴᶊẜẝꜱꞅ',
  t: 'ŧƫƭȶʇʈᴛᵵⱦꞇ',
  tc: 'ʨ',
  th: 'þᵺꝥꝧ',
  ts: 'ʦ',
  tz: 'ꜩ',
  u: 'ʉᴜᴝᴞᵾᶙ',
  ue: 'ᵫ',
  v: 'ʋʌᴠᶌỽⱱⱴꝟꝩ',
  vy: 'ꝡ',
  w: 'ƿʍᴡⱳ',
  ww: 'ʬ',
  x: 'ᶍ',
  y: 'ƴɏʎʏỿ',
  z: 'ƶȝȥɀʐʑᴢᵶᶎⱬꝣ',
  '{': '❴',
  '|': 'ǀ',
  '||': 'ǁ',
  '}': '❵',
  '~': '⁓',
  г: 'ґғҕ',
  ж: 'җ',
  з: 'ҙ',
  и: 'ҋ',
  к: 'қҝҟӄ',
  л: 'ӆ',
  м: 'ӎ',
  н: 'ңӈӊ',
  п: 'ҧ',
  р: 'ҏ',
  с: 'ҫ',
  т: 'ҭ',
  х: 'ҳ',
  ч: 'ҹ',
  ѡ: 'ѽ',
  ү: 'ұ',
  ҽ: 'ҷҿӌ',
  ك: 'ک',
  ه: 'ة',
  ي: 'ىی',
  '\u{901}': '\u{900}',
  小: '⺌⺍',
  尢: '⺎⺐',
  尣: '⺏⺑',
  爫: '⺤⺥',
  网: '⺳⺴',
  羊: '⺶⺷',
  艹: '⺾⺿⻀',
  辶: '⻌⻍⻎',
};

/** Radicals, each followed by the ideograph that it becomes. */
const RADICALS = `⺁厂 ⺂乛 ⺃乚 ⺄乙 ⺅亻 ⺆冂 ⺇几 ⺈刀 ⺉刂 ⺊卜 ⺋㔾 ⺒巳 ⺓幺 ⺔彑 ⺕彐 ⺖忄 ⺗心 ⺘扌 ⺙攵 ⺛旡 ⺜日 ⺝月 ⺞歺 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺦丬 ⺧牛 ⺨犭 ⺩王 ⺪疋 ⺫目 ⺬示 ⺭礻 ⺮竹 ⺯糹 ⺰纟 ⺱罓 ⺲罒
   ⺵𦉫 ⺸羋 ⺹耂 ⺺肀 ⺻聿 ⺼肉 ⺽臼 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻆角 ⻇𧢲 ⻈讠 ⻉贝 ⻊足 ⻋车 ⻏邑 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻕阜 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞𩙿 ⻟飠 ⻠饣 ⻡𩠐 ⻢马 ⻣骨 ⻤鬼
   ⻥鱼 ⻦鸟 ⻧鹵 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯龍 ⻰龙 ⻱龜 ⻲亀 〡一 〢二 〣三 〤四 〥五 〦六 〧七 〨八 〩九`;

/**
 * Marks, letters that stand for marks, and signs that are dropped: hexadecimal code points and
 * ranges.
 */
const DROPPED = `5e 60 b7 2b9-2d7 2de-2df 2e5-33f 342 346-34e 350-362 375 483-487 559 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 640 64b-65f 670
   6d6-6ed 711 730-74a 7a6-7b0 7eb-7f5 7fa 816-819 81b-823 825-827 829-82d 898-89f 8c9-8d2 8e3-8fe 93c 94d 951-954 971 9bc 9cd a3c
   a4d abc acd afd-aff b3c b4d b55 bcd c3c c4d cbc ccd d3b-d3c d4d dca e47-e4c e4e eba ec8-ecc f18-f19 f35 f37 f39 f3e-f3f f82-f84
   f86-f87 fc6 1037 1039-103a 1063-1064 1069-106d 1087-108d 108f 109a-109b 135d-135f 1714-1715 1734 17c9-17d3 17dd 1939-193b
   1a75-1a7c 1a7f 1ab0-1abe 1ac1-1acb 1b34 1b44 1b6b-1b73 1baa-1bab 1c36-1c37 1c78-1c7d 1cd0-1ce8 1ced 1cf4 1cf7-1cf9 1d2f 1d3b 1d4e
   1dc0-1de6 1df5-1dff 2038 20d0-20f0 2cef-2cf1 2de0-2dff 2e2f 302a-302f 3099-309a 30fc a66f-a672 a67c-a67d a67f a6f0-a6f1 a700-a721
   a788-a78a a802 a8c4 a8e0-a8f1 a92b-a92e a953 a9b3 a9c0 a9e5 aa7b-aa7d aabf-aac2 aaf6 ab5b ab6a-ab6b abec-abed fb1e fe20-fe2f 102e0
   10780 10a3f 10ae5-10ae6 10d22-10d27 10efd-10eff 10f46-10f50 10f82-10f85 11046 11070 110b9-110ba 11133-11134 11173 111c0
   111ca-111cc 11235-11236 112e9-112ea 1133c 1134d 11366-1136c 11370-11374 11442 11446 114c2-114c3 115bf-115c0 1163f 116b6-116b7
   1172b 11839-1183a 1193d-1193e 11943 119e0 11a34 11a47 11a99 11c3f 11d42 11d44-11d45 11d97 13447-13455 16af0-16af4 16b30-16b36
   16f8f-16f9f 16ff0-16ff1 1aff0-1aff3 1aff5-1affb 1affd-1affe 1cf00-1cf2d 1cf30-1cf46 1d165-1d169 1d16d-1d172 1d17b-1d182
   1d185-1d18b 1d1aa-1d1ad 1d242-1d244 1e130-1e136 1e2ae 1e2ec-1e2ef 1e8d0-1e8d6 1e944-1e946 1e948-1e94a`;

const forms = new Map<string, string>();
for (const [form, characters] of Object.entries(FORMS)) {
  for (const character of characters) forms.set(character, form);
}
for (const pair of RADICALS.split(/\s+/)) {
  const [radical = '', form = ''] = pair;
  forms.set(radical, form);
}

const dropped = DROPPED.replace(/[\da-f]+/g, (code) => `\\u{${code}}`).replaceAll(/\s+/g, '');
const sources = [...forms.keys()].join('');

/** Matches a character that becomes another one, or nothing. */
export const FOLDED = new RegExp(`[${dropped}${sources.replace(/[\]\\^-]/g, '\\$&')}]`, 'gu');

/** The form of a character; `''` drops it. */
export function formOf(character: string): string {
  return forms.get(character) ?? '';
}
