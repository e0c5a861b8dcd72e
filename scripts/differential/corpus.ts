/** Real documents, and texts that are difficult for text processing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { trustedJson } from '../trusted_json.ts';
import type { Json, Made } from './json.ts';

/** Every `step`th document of a set, `most` at the most. */
export function realDocuments(
  folder: string,
  set: string,
  most: number,
  step = 1,
): readonly Made[] {
  const text = gunzipSync(readFileSync(join(folder, `${set}.ndjson.gz`))).toString();
  const lines = text.split('\n').filter((line, i) => line !== '' && i % step === 0);
  return lines.slice(0, most).map((line) => trustedJson<Made>(line));
}

export function stringsOf(documents: readonly Made[], key: string): readonly string[] {
  return documents.flatMap((document): Json[] => [document[key] ?? null].flat()).filter(isText);
}

const isText = (json: Json): json is string => typeof json === 'string' && json !== '';

export const ADVERSARIAL: readonly string[] = [
  // Thai, Lao, Khmer, Myanmar: words without spaces between them.
  'การทดสอบระบบค้นหาภาษาไทย',
  'ฉันกินข้าวที่บ้าน 10 ครั้ง ใช่ไหม?',
  'ภาษาไทยกับ English ปนกัน',
  'ສະບາຍດີ ຂ້ອຍຊື່',
  'ខ្ញុំស្រឡាញ់ភាសាខ្មែរ',
  'မြန်မာဘာသာစကား',
  // Chinese, Japanese, Korean.
  '東京都は日本の首都です',
  '我们在北京大学学习中文',
  'カタカナ と ひらがな ミックス',
  'ﾊﾝｶｸ ｶﾞｷﾞ ＦＵＬＬ１２３',
  '안녕하세요 세계 서울특별시',
  '𠮷野家で𩸽を食べる',
  // Emoji: sequences with joiners, flags, keycaps, skin tones.
  'I ❤️ 👩‍👩‍👧‍👦 and 🇩🇪🇫🇷 4️⃣ 👍🏽!',
  'smile😀smile 😀😃😄',
  // Combining marks, composed and not.
  'cafe\u0301 café naïve n\u0303andu Å\u030a',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324a\u0335lgo',
  '\u0301abc \u0301 x',
  // Characters outside the Basic Multilingual Plane.
  '𝕳𝖊𝖑𝖑𝖔 𝟘𝟙𝟚 𐐀𐐨 𐌰𐌱',
  // Right to left, with marks.
  'السَّلامُ عَلَيْكُم يا عالم',
  'שָׁלוֹם עולם צה"ל ג\'ורג',
  // Indic scripts.
  'हिन्दी में खोज क्षत्रिय',
  'தமிழ் மொழி ১২৩ বাংলা',
  // Greek, Turkish, German: case.
  'ΟΔΥΣΣΕΥΣ Σίσυφος ΆΝΘΡΩΠΟΣ',
  'İstanbul ISPARTA ığdır Iğdır',
  'Straße STRASSE ﬁne ﬂow ǅungla',
  // Identifiers and numbers.
  'PowerShot500 Wi-Fi XMLHttpRequest2 foo_bar-baz.qux',
  "O'Neil's L'Avion d’été rock'n'roll",
  'user.name+tag@example.co.uk https://a.b/c?d=e#f 10.0.0.1',
  '1,234.56 -7 1e10 3.14.15 0x1F v2.0-beta',
  'a--b__c..d,,e;;f',
  '<b>bold</b> &amp; <a href="x">l&eacute;nk</a> <!-- no --> &#65;&#x42; <br/>end',
  'the quick brown fox jumps over the lazy dog the the',
  'to be or not to be',
  'word|5 other|2.5 none|',
  'tab\tline\nreturn\r\nnbsp\u00a0zwsp\u200bzwj\u200dbom\ufeff',
  ' leading and trailing ',
  '',
  ' ',
  'a',
  'AAA aaa AaA',
  'x'.repeat(300),
  'one/two/three/ //four \\five\\',
];
