import { utf8Decode } from '@skein/bytes';
import { embeddedBytes } from './embedded_bytes.js';

test.each([
  ['', ''],
  ['YQ==', 'a'],
  ['YWI=', 'ab'],
  ['YWJj', 'abc'],
  [' YWJj \n YQ== ', 'abca'],
])('%j', (text, decoded) => {
  expect(utf8Decode(embeddedBytes(text))).toBe(decoded);
});

test.each([
  ['1', `Illegal character '"' (code 0x22) in base64 content`],
  ['YQ', "Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS'"],
  ['YWJ', "Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS'"],
  ['Y=', "Unexpected padding character ('=') as character #2 of 4-char base64 unit"],
  ['Y Q=', 'Illegal white space character (code 0x20) as character #2'],
  ['YQ=x', "Illegal character 'x' (code 0x78) in base64 content"],
  ['{}', "Illegal character '{' (code 0x7b) in base64 content"],
])('%j is none', (text, words) => {
  expect(() => embeddedBytes(text)).toThrow(words);
});
