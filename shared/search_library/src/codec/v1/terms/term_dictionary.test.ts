import { compareBytes, utf8, utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import type { ByteAutomaton } from '../../../automaton/byte_automaton.js';
import { DEAD } from '../../../automaton/byte_automaton.js';
import { utf8Automaton } from '../../../automaton/code_points.js';
import { levenshteinAutomaton } from '../../../automaton/levenshtein.js';
import { regexpAutomaton } from '../../../automaton/regexp/regexp_automaton.js';
import { wildcardAutomaton, wildcardPrefix } from '../../../automaton/wildcard.js';
import { intersectDictionary } from './intersect_blocks.js';
import { TermDictionary } from './term_dictionary.js';
import { TermDictionaryWriter } from './term_dictionary_writer.js';

function sorted(terms: readonly Uint8Array[]): Uint8Array[] {
  return [...terms]
    .sort(compareBytes)
    .filter((term, i, all) => i === 0 || compareBytes(term, all[i - 1]) !== 0);
}

function build(terms: readonly Uint8Array[], hashed: boolean): TermDictionary {
  const writer = new TermDictionaryWriter({ hashed });
  for (const term of terms) writer.add(term);
  const { meta, sections } = writer.finish();
  const [blocks, starts, hash] = sections as [Uint8Array, Uint32Array, Uint32Array];
  return new TermDictionary({ size: meta[0], blocks, starts, hash });
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 7 });
/** Beginnings and endings beyond what a byte can count. */
const long = fc
  .tuple(
    fc.constantFrom('', 'x'.repeat(254), 'x'.repeat(300)),
    word,
    fc.constantFrom('', 'y'.repeat(600)),
  )
  .map((parts) => parts.join(''));
const terms = fc
  .array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: long }), {
    maxLength: 300,
  })
  .map((words) => sorted(words.map(utf8)));

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

function accepts(automaton: ByteAutomaton, term: Uint8Array): boolean {
  let state = 0;
  for (const byte of term) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

const pattern = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀', '?', '*'), { maxLength: 5 })
  .map((parts) => parts.join(''));
const fuzzy = fc.tuple(word, fc.integer({ min: 0, max: 2 }), fc.nat({ max: 2 }));
const expression = fc.constantFrom('a.*', '(a|bc)+', '.*é.*', '[ab]{2}c?', '~(a.*)', '@');

test('an automaton finds the terms that it accepts one by one', () => {
  const regexpOptions = {
    flags: { intersection: true, complement: true, empty: true, anyString: true, interval: true },
    caseInsensitive: false,
    maxDeterminizedStates: 10_000,
  };
  fc.assert(
    fc.property(
      terms,
      pattern,
      fuzzy,
      expression,
      (all, wildcard, [target, maxEdits, prefixLength], regexp) => {
        const dictionary = build(all, false);
        const options = { maxEdits, prefixLength, transpositions: true };
        const cases: [ByteAutomaton, string][] = [
          [wildcardAutomaton(wildcard), wildcardPrefix(wildcard)],
          [
            utf8Automaton(levenshteinAutomaton(target, options)),
            [...target].slice(0, prefixLength).join(''),
          ],
          [utf8Automaton(regexpAutomaton(regexp, regexpOptions)), ''],
        ];
        for (const [automaton, prefix] of cases) {
          const found = intersectDictionary(dictionary, automaton, {
            prefix: utf8(prefix),
            checkCancelled: () => undefined,
          });
          const expected = all.flatMap((term, at) => (accepts(automaton, term) ? [at] : []));
          expect(found).toEqual(expected);
        }
      },
    ),
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
