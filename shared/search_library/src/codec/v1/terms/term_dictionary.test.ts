import { compareBytes, utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { wildcardAutomaton } from '../../../automaton/wildcard.js';
import { intersectDictionary } from './intersect_blocks.js';
import { TermDictionary } from './term_dictionary.js';
import { TermDictionaryWriter } from './term_dictionary_writer.js';
import {
  accepts,
  longWord as long,
  patterns,
  sortedTerms as sorted,
  terms,
  word,
} from './testing/terms_and_patterns.js';

function build(terms: readonly Uint8Array[], hashed: boolean): TermDictionary {
  const writer = new TermDictionaryWriter({ hashed });
  for (const term of terms) writer.add(term);
  const { meta, sections } = writer.finish();
  const [blocks, starts, hash] = sections as [Uint8Array, Uint32Array, Uint32Array];
  return new TermDictionary({ size: meta[0], blocks, starts, hash });
}

test('terms are read in any order and found, those between them are not', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(fc.oneof(word, long)),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      (all, others, hashed, order) => {
        const dictionary = build(all, hashed);
        expect(dictionary.size).toBe(all.length);
        all.forEach((term, ordinal) => {
          expect(utf8Decode(dictionary.term(ordinal))).toBe(utf8Decode(term));
          const [any] = order.take(1);
          const at = any % all.length;
          expect(compareBytes(dictionary.term(at), all[at])).toBe(0);
          expect(dictionary.find(term)).toBe(ordinal);
          expect(dictionary.ceiling(term)).toBe(ordinal);
        });
        for (const other of others.map(utf8)) {
          const ceiling = all.findIndex((term) => compareBytes(term, other) >= 0);
          const expected = ceiling < 0 ? all.length : ceiling;
          expect(dictionary.ceiling(other)).toBe(expected);
          const isThere = expected < all.length && compareBytes(all[expected], other) === 0;
          expect(dictionary.find(other)).toBe(isThere ? expected : -1);
        }
      },
    ),
  );
});

test('an automaton finds the terms that it accepts one by one', () => {
  fc.assert(
    fc.property(terms, patterns, (all, automata) => {
      const dictionary = build(all, false);
      for (const { automaton, prefix } of automata) {
        const found = intersectDictionary(dictionary, automaton, {
          prefix,
          checkCancelled: () => undefined,
        });
        const expected = all.flatMap((term, at) => (accepts(automaton, term) ? [at] : []));
        expect(found).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('blocks of terms that begin with what cannot match are leapt over, and a long walk can be cancelled', () => {
  const words = Array.from({ length: 50_000 }, (_, i) => utf8(`b${String(i).padStart(6, '0')}`));
  const dictionary = build(sorted([utf8('a1'), ...words, utf8('c1')]), false);
  let checks = 0;
  const options = { prefix: new Uint8Array(), checkCancelled: () => void checks++ };
  const found = intersectDictionary(dictionary, wildcardAutomaton('?1'), options);
  expect(found).toEqual([0, 50_001]);
  expect(checks).toBe(0);
  const cancelled = {
    ...options,
    checkCancelled: () => {
      throw new RangeError('cancelled');
    },
  };
  expect(() => intersectDictionary(dictionary, wildcardAutomaton('*z'), cancelled)).toThrow(
    'cancelled',
  );
});

test('whatever bytes stand in the blocks, reading comes to an end', () => {
  const words = sorted(Array.from({ length: 200 }, (_, i) => utf8(`term${i * 7919}`)));
  const { blocks, starts } = build(words, false);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(blocks.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      fc.nat(blocks.length),
      word,
      (damage, kept, text) => {
        const damaged = blocks.slice(0, kept);
        for (const [at, byte] of damage) if (at < kept) damaged[at] = byte;
        const size = words.length;
        const dictionary = new TermDictionary({
          size,
          blocks: damaged,
          starts,
          hash: new Uint32Array(0),
        });
        const options = { prefix: new Uint8Array(), checkCancelled: () => undefined };
        const found = intersectDictionary(dictionary, wildcardAutomaton('*1*'), options);
        expect(found.every((ordinal) => ordinal >= 0 && ordinal < size)).toBe(true);
        expect(dictionary.find(utf8(text))).toBeLessThan(size);
        const ceiling = dictionary.ceiling(utf8(text));
        expect(ceiling).toBeGreaterThanOrEqual(0);
        expect(ceiling).toBeLessThanOrEqual(size);
      },
    ),
    { numRuns: 500 },
  );
});
