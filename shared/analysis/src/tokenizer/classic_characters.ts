/**
 * The classes of characters of the `classic` tokenizer. Its grammar is older than most scripts:
 * letters and digits are those of Unicode 3.0, each of one UTF-16 unit. Chinese and Japanese
 * characters are no letters to it; Thai vowels, tones and signs may be part of a word, but are no
 * letters.
 */
export const LETTER = 1;
export const DIGIT = 2;
export const THAI = 4;
export const CJ = 8;
export const WORD = LETTER | DIGIT | THAI;

const LETTERS =
  '41-5a 61-7a aa b5 ba c0-d6 d8-f6 f8-21f 222-233 250-2ad 2b0-2b8 2bb-2c1 2d0-2d1 2e0-2e4 2ee ' +
  '37a 386 388-38a 38c 38e-3a1 3a3-3ce 3d0-3d7 3da-3f3 400-481 48c-4c4 4c7-4c8 4cb-4cc 4d0-4f5 ' +
  '4f8-4f9 531-556 559 561-587 5d0-5ea 5f0-5f2 621-63a 640-64a 671-6d3 6d5 6e5-6e6 6fa-6fc 710 ' +
  '712-72c 780-7a5 905-939 93d 950 958-961 985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9dc-9dd ' +
  '9df-9e1 9f0-9f1 a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a59-a5c a5e a72-a74 ' +
  'a85-a8b a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abd ad0 ae0 b05-b0c b0f-b10 b13-b28 ' +
  'b2a-b30 b32-b33 b36-b39 b3d b5c-b5d b5f-b61 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ' +
  'ba3-ba4 ba8-baa bae-bb5 bb7-bb9 c05-c0c c0e-c10 c12-c28 c2a-c33 c35-c39 c60-c61 c85-c8c ' +
  'c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cde ce0-ce1 d05-d0c d0e-d10 d12-d28 d2a-d39 d60-d61 d85-d96 ' +
  'd9a-db1 db3-dbb dbd dc0-dc6 e01-e30 e32-e33 e40-e46 e81-e82 e84 e87-e88 e8a e8d e94-e97 ' +
  'e99-e9f ea1-ea3 ea5 ea7 eaa-eab ead-eb0 eb2-eb3 ebd ec0-ec4 ec6 edc-edd f00 f40-f47 f49-f6a ' +
  'f88-f8b 1000-1021 1023-1027 1029-102a 1050-1055 10a0-10c5 10d0-10f6 1100-1159 115f-11a2 ' +
  '11a8-11f9 1200-1206 1208-1246 1248 124a-124d 1250-1256 1258 125a-125d 1260-1286 1288 ' +
  '128a-128d 1290-12ae 12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12ce 12d0-12d6 12d8-12ee ' +
  '12f0-130e 1310 1312-1315 1318-131e 1320-1346 1348-135a 13a0-13f4 1401-166c 166f-1676 ' +
  '1681-169a 16a0-16ea 1780-17b3 1820-1877 1880-18a8 1e00-1e9b 1ea0-1ef9 1f00-1f15 1f18-1f1d ' +
  '1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe 1fc2-1fc4 ' +
  '1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 207f 2102 2107 210a-2113 2115 ' +
  '2119-211d 2124 2126 2128 212a-212d 212f-2131 2133-2139 3005-3006 3031-3035 3131-318e ' +
  '31a0-31b7 a000-a48c ac00-d7a3 fb00-fb06 fb13-fb17 fb1d fb1f-fb28 fb2a-fb36 fb38-fb3c fb3e ' +
  'fb40-fb41 fb43-fb44 fb46-fbb1 fbd3-fd3d fd50-fd8f fd92-fdc7 fdf0-fdfb fe70-fe72 fe74 ' +
  'fe76-fefc ff21-ff3a ff41-ff5a ffa0-ffbe ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc';
const DIGITS =
  '30-39 660-669 6f0-6f9 966-96f 9e6-9ef a66-a6f ae6-aef b66-b6f be7-bef c66-c6f ce6-cef ' +
  'd66-d6f e50-e59 ed0-ed9 f20-f29 1040-1049 1369-1371 17e0-17e9 1810-1819 ff10-ff19';
const CHINESE_JAPANESE = '3040-312f 31f0-31ff 3300-337f 3400-4dbf 4e00-9fff f900-faff ff65-ff9f';

let kinds: Uint8Array | undefined;

/** The kind of each UTF-16 unit; built on first use. */
export function classicCharacters(): Uint8Array {
  if (kinds !== undefined) return kinds;
  kinds = new Uint8Array(0x10000);
  mark(kinds, LETTERS, LETTER);
  mark(kinds, DIGITS, DIGIT);
  mark(kinds, 'e00-e59', THAI);
  mark(kinds, CHINESE_JAPANESE, CJ);
  return kinds;
}

/** Sets `kind` for the ranges, which are hexadecimal, each with its first and last unit. */
function mark(of: Uint8Array, ranges: string, kind: number): void {
  for (const range of ranges.split(' ')) {
    const [first = '', last = first] = range.split('-');
    for (let at = Number.parseInt(first, 16); at <= Number.parseInt(last, 16); at++) {
      of[at] = of[at] | kind;
    }
  }
}
