import { inAscii } from './ascii.ts';

/** The value of the expression, for comparing code before and after. */
const evaluated = (code: string): unknown => new Function(`return ${code}`)();

test.each([
  ['/[äöü]/', 'Ö'.toLowerCase()],
  ['/^[а-я]+$/', 'привет'],
  ['/^.$/u', '😀'],
  ['/[😀-😎]/u', '😃'],
])('%s finds the same after it is written in ASCII', (code, text) => {
  const written = inAscii(code);
  expect(written).toMatch(/^[\0-\x7f]+$/);
  expect((evaluated(written) as RegExp).test(text)).toBe(true);
  expect((evaluated(written) as RegExp).test('-')).toBe((evaluated(code) as RegExp).test('-'));
});

test('code in ASCII stays as it is', () => {
  expect(inAscii('const a = /\\u00e4/;')).toBe('const a = /\\u00e4/;');
});

test('a place where an escape would mean something else fails the build', () => {
  expect(() => inAscii('/\\é/')).toThrow('cannot be escaped');
  expect(() => inAscii('String.raw`ä`')).toThrow('cannot be escaped');
});
