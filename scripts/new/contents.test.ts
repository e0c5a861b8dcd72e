import { withLine } from './contents.ts';

test('an export comes before those that follow it in the alphabet', () => {
  const text = "/** Contents. */\nexport { a } from './a.js';\nexport { c } from './c.js';\n";
  const line = "export { b } from './b.js';";
  expect(withLine(text, line).split('\n').indexOf(line)).toBe(2);
});

test('a name comes among the names inside the braces, last as well', () => {
  const text = "export { help } from './help.js';\nexport {\n  a,\n  c,\n} from './tables.js';\n";
  expect(withLine(text, '  b,').split('\n').slice(2, 5)).toEqual(['  a,', '  b,', '  c,']);
  expect(withLine(text, '  d,').split('\n').slice(2, 5)).toEqual(['  a,', '  c,', '  d,']);
});

test('a name in quotes comes among such names', () => {
  const text = "export const NAMES = [\n  'a',\n  'c',\n] as const;\n";
  expect(withLine(text, "  'b',").split('\n').slice(1, 4)).toEqual(["  'a',", "  'b',", "  'c',"]);
});
