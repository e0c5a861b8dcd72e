import { csvLine } from './csv.js';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'say "hi"', ''], '"a,b","say ""hi""",\r\n'],
  [['two\nlines', 'x\ry'], '"two\nlines","x\ry"\r\n'],
])('%j', (cells, line) => expect(csvLine(cells)).toBe(line));
