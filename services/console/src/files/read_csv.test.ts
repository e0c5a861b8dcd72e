import fc from 'fast-check';
import { csvLine } from './csv.js';
import { guessDelimiter, readCsv } from './read_csv.js';

const rows = (text: string, delimiter = ',') =>
  [...readCsv(text, delimiter)].map(({ cells, line }) => [line, ...cells]);

test.each<[string, unknown[][]]>([
  ['', []],
  [
    'a,b\n1,2\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  ['"a,b","c ""d"""\n', [[1, 'a,b', 'c "d"']]],
  [
    'a\n"two\nlines"\nc',
    [
      [1, 'a'],
      [2, 'two\nlines'],
      [4, 'c'],
    ],
  ],
  [
    'a,\n,b\n\nc',
    [
      [1, 'a', ''],
      [2, '', 'b'],
      [4, 'c'],
    ],
  ],
  ['\ufeffa,b', [[1, 'a', 'b']]],
  ['a,', [[1, 'a', '']]],
  ['"open', [[1, 'open']]],
])('%j', (text, expected) => expect(rows(text)).toEqual(expected));

it('takes what the first line has most of', () => {
  expect([guessDelimiter('a;b;c,d\n'), guessDelimiter('a\tb'), guessDelimiter('a')]).toEqual([
    ';',
    '\t',
    ',',
  ]);
});

it('reads what is written, whatever is in it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (table) => {
        const text = table.map(csvLine).join('');
        expect([...readCsv(text, ',')].map(({ cells }) => cells)).toEqual(table);
      },
    ),
  );
});
