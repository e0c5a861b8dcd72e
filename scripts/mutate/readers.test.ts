import { readersOf } from './readers.ts';

const TEXT = `/** ä. */
const LIMIT = 10;
const HALF = LIMIT / 2;
const SHOWN = 3;
export const most = () => SHOWN;
export { LEFT };
const LEFT = 4;
const [A] = [5];
export const B = 6;
const UNUSED = 7;
class Box { size = HALF; static all = 8; }
function full(size: number) { return size >= LIMIT; }
log(9);
`;

const readers = readersOf(TEXT);

function found(digit: string): readonly string[] | undefined {
  const bytes = Buffer.from(TEXT);
  return readers(bytes.indexOf(digit))?.map((start) => bytes.subarray(start, start + 6).toString());
}

test('functions that read a constant, directly or by another constant', () => {
  expect(found('3;')).toEqual(['SHOWN;']);
  expect(found('10')).toEqual(['{ retu', 'HALF; ']);
  expect(found('2;')).toEqual(['HALF; ']);
  expect(found('7')).toEqual([]);
});

test('what others than functions read, any test may see', () => {
  for (const digit of ['4', '5', '6', '9']) expect(found(digit)).toBeUndefined();
});

test('the first value of a property is computed by its class, a static one by the file', () => {
  expect(found('8')).toEqual([]);
});
