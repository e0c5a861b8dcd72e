import { compareBytes } from '@skein/bytes';
import fc from 'fast-check';
import { versionTerm, versionText } from './version_order.js';

const ascending = [
  '0.9',
  '1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.2',
  '1.0.0-alpha.11',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-x',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-rc.1+build.9',
  '1.0.0',
  '1.0.0+a',
  '1.0.0+b.2',
  '1.0.0.1',
  '1.0.2',
  '1.0.10',
  '1.2',
  '9.0.0',
  '10.0.0',
  '123456789012345678901234567890.0',
  '',
  '01.0.0',
  '1.0.0-01',
  '1.0.0-',
  'v1.0.0',
];

test('versions are in the order of their precedence, and what is none comes last', () => {
  const shuffled = [...ascending].reverse();
  const sorted = shuffled.sort((a, b) => compareBytes(versionTerm(a), versionTerm(b)));
  expect(sorted).toEqual(ascending.toSorted((a, b) => place(a) - place(b)));
});

/** Other texts are in byte order. */
function place(version: string): number {
  const others = ascending.slice(-5).sort();
  const other = others.indexOf(version);
  return other < 0 ? ascending.indexOf(version) : ascending.length + other;
}

test('a version comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('\0') && text.isWellFormed());
      expect(versionText(versionTerm(text))).toBe(text);
    }),
  );
  expect(() => versionTerm('1\0')).toThrow('a version cannot hold the character');
});

test('numbers are compared as numbers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n }), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (a, at) => {
        const more = a.map((each, i) => (i === at % a.length ? each + 1n : each));
        expect(compareBytes(versionTerm(a.join('.')), versionTerm(more.join('.')))).toBe(-1);
      },
    ),
  );
});
