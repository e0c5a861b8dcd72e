import { expectDefined } from '@skein/base';
import { utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { memorySegment } from '../search/testing/memory_segment.js';
import { intersectTerms } from './intersect.js';
import { prefixAutomaton, wildcardAutomaton, wildcardPrefix } from './wildcard.js';

const dictionary = (words: readonly string[]) =>
  expectDefined(memorySegment('_0', [{ tag: words }]).terms('tag'), 'terms of the field');

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', 'é', '😀', '*'),
  maxLength: 5,
  minLength: 1,
});
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 30 });

test('seeking finds what looking at every term finds', () => {
  const pattern = fc.array(fc.constantFrom('a', 'b', 'é', '😀', '?', '*', '\\*', '\\?'), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(words, pattern, fc.boolean(), (terms, parts, caseInsensitive) => {
      const source = parts
        .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part))
        .join('');
      const expression = new RegExp(`^${source}$`, caseInsensitive ? 'isu' : 'su');
      const reader = dictionary(terms);
      const text = parts.join('');
      const found = intersectTerms(reader, wildcardAutomaton(text, { caseInsensitive }), {
        prefix: caseInsensitive ? new Uint8Array() : utf8(wildcardPrefix(text)),
        checkCancelled: () => undefined,
      });
      const all = Array.from({ length: reader.size }, (_, ordinal) => ordinal);
      expect(found).toEqual(all.filter((at) => expression.test(utf8Decode(reader.term(at)))));
    }),
    { numRuns: 300 },
  );
});

test('terms that cannot match are not looked at', () => {
  const reader = dictionary(Array.from({ length: 500 }, (_, i) => `a${i}`).concat('b1', 'c'));
  const looked: number[] = [];
  const counting = {
    ...reader,
    term(ordinal: number) {
      looked.push(ordinal);
      return reader.term(ordinal);
    },
  };
  const options = { prefix: new Uint8Array(), checkCancelled: () => undefined };
  const found = intersectTerms(counting, prefixAutomaton('B', { caseInsensitive: true }), options);
  expect(found.map((ordinal) => utf8Decode(reader.term(ordinal)))).toEqual(['b1']);
  expect(looked.length).toBeLessThanOrEqual(3);
});

test('a long walk can be cancelled', () => {
  const reader = dictionary(Array.from({ length: 1100 }, (_, i) => `a${i}`));
  const checkCancelled = (): void => {
    throw new RangeError('cancelled');
  };
  const options = { prefix: new Uint8Array(), checkCancelled };
  expect(() => intersectTerms(reader, wildcardAutomaton('*x'), options)).toThrow('cancelled');
});
