import { parseDecimalPattern } from './decimal_pattern.js';

test.each([
  '',
  '#',
  '#.0',
  '#,##0.00',
  '.###',
  "0 'o''clock'",
  '0%',
  '#;(#)',
  '0.##E00',
  "'#'0",
  '0E0',
  '##0.#E000',
  'x',
])('%s is a pattern', (pattern) => {
  expect(() => parseDecimalPattern(pattern)).not.toThrow();
});

test.each([
  ['#;#;#', `Unquoted special character ';' in pattern "#;#;#"`],
  [';#', `Unquoted special character ';' in pattern ";#"`],
  ["a'", `Malformed pattern "a'"`],
  ['0#', 'Malformed pattern "0#"'],
  ['#.#0', 'Malformed pattern "#.#0"'],
  ['0,', 'Malformed pattern "0,"'],
  ['0#0', `Unexpected '0' in pattern "0#0"`],
  ['0.0.0', 'Multiple decimal separators in pattern "0.0.0"'],
  ['0%%', 'Too many percent/per mille characters in pattern "0%%"'],
  ['0E', 'Malformed exponential pattern "0E"'],
])('%s is refused', (pattern, reason) => {
  expect(() => parseDecimalPattern(pattern)).toThrow(reason);
});
