import { commaValues } from './comma_values.js';

test.each([
  ['', []],
  [',,', []],
  ['a', ['a']],
  ['a, b ,', ['a', ' b ']],
  [',a,,b', ['', 'a', '', 'b']],
])('the values of [%s]', (text, values) => {
  expect(commaValues(text)).toEqual(values);
});
