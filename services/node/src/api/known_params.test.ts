import { booleanParam, integerParam, parseQuery } from '@skein/http';
import { KnownParams } from './known_params.js';

const TABLE = { size: integerParam, pretty: booleanParam } as const;
const read = (known: KnownParams, text: string) => known.read(text, parseQuery(text));

test('a text that comes again is the same object, another is not', () => {
  const known = new KnownParams(TABLE);
  const first = read(known, 'size=3');
  expect(first).toMatchObject({ size: 3 });
  expect(read(known, 'size=3')).toBe(first);
  expect(read(known, 'size=4')).toMatchObject({ size: 4 });
  expect(Object.isFrozen(first)).toBe(true);
});

test('what is wrong is told each time', () => {
  const known = new KnownParams(TABLE);
  for (let i = 0; i < 2; i++) {
    expect(() => read(known, 'size=x')).toThrow('Failed to parse int parameter [size]');
  }
});

test('few texts are remembered, and no long ones', () => {
  const known = new KnownParams(TABLE);
  const first = read(known, 'size=0');
  for (let i = 1; i <= 64; i++) read(known, `size=${i}`);
  expect(read(known, 'size=0')).not.toBe(first);
  const long = `size=1&pretty=true${'&'.repeat(300)}`;
  expect(read(known, long)).not.toBe(read(known, long));
});
