import { asciiDigits } from './ascii_digits.js';

test.each([
  ['-12', '-12'],
  ['٣', '3'],
  ['१२३', '123'],
  ['０９x', '09x'],
  ['𝟙½Ⅷ', '𝟙½Ⅷ'],
])('%s', (text, expected) => {
  expect(asciiDigits(text)).toBe(expected);
});

test('every digit of one code unit has its value', () => {
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (!/\p{Nd}/u.test(character)) continue;
    const value = Number(asciiDigits(character));
    const before = String.fromCharCode(code - 1);
    const follows = /\p{Nd}/u.test(before) && value > 0;
    expect(value).toBe(follows ? Number(asciiDigits(before)) + 1 : 0);
  }
});
