import { parseWhole } from './java_number.js';

test.each<[string, bigint | undefined]>([
  ['12', 12n],
  ['+12', 12n],
  ['-0x1F', -31n],
  ['٣', 3n],
  ['0x٣f', 63n],
  ['-१२३', -123n],
  ['１９', 19n],
  ['𝟙', undefined],
  ['٣.٠', undefined],
  [' 1', undefined],
])('%s as a whole number', (text, number) => {
  expect(parseWhole(text, 64)).toBe(number);
});
