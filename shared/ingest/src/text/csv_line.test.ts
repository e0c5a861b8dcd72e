import { csvFields } from './csv_line.js';

test('a blank that separates is no blank around a value', () => {
  const options = { quote: '"', separator: ' ', trim: false, count: 9 };
  const fields = (line: string): string[] => [...csvFields(line, options)];
  expect(fields(' a , b ')).toEqual(['', 'a', ',', 'b']);
  expect(fields('a  b')).toEqual(['a', '', 'b']);
  expect(fields('"a" \t"b"')).toEqual(['a', 'b']);
});
