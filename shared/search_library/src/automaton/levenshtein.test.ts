import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { DEAD } from './byte_automaton.js';
import { runText } from './code_points.js';
import { levenshteinAutomaton } from './levenshtein.js';
import { utf8Automaton } from './utf8_automaton.js';

/** Edits between two texts by the plain recurrence; a swapped pair is not edited again. */
function edits(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, k: number): number => rows[i]?.[k] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i++) {
    for (let k = 0; k <= b.length; k++) {
      const row = rows[i] as number[];
      if (i === 0 || k === 0) {
        row[k] = i + k;
        continue;
      }
      const same = a[i - 1] === b[k - 1];
      row[k] = Math.min(at(i - 1, k) + 1, at(i, k - 1) + 1, at(i - 1, k - 1) + (same ? 0 : 1));
      const swapped = a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      if (transpositions && i > 1 && k > 1 && swapped) {
        row[k] = Math.min(row[k], at(i - 2, k - 2) + 1);
      }
    }
  }
  return at(a.length, b.length);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 6 });

test('accepts the texts within the edits, at their distance, over bytes too', () => {
  fc.assert(
    fc.property(
      word,
      word,
      fc.integer({ min: 0, max: 2 }),
      fc.nat({ max: 3 }),
      fc.boolean(),
      (target, text, maxEdits, prefixLength, transpositions) => {
        const automaton = levenshteinAutomaton(target, { maxEdits, prefixLength, transpositions });
        const [wanted, given] = [[...target], [...text]];
        const prefix = Math.min(prefixLength, wanted.length);
        const begins = wanted.slice(0, prefix).join('') === given.slice(0, prefix).join('');
        const distance = edits(wanted.slice(prefix), given.slice(prefix), transpositions);
        const expected = begins && distance <= maxEdits;
        const state = runText(automaton, text);
        expect(state !== DEAD && automaton.accepts(state)).toBe(expected);
        if (expected) expect(automaton.distance(state)).toBe(distance);
        const bytes = utf8Automaton(automaton);
        let byteState = 0;
        for (const byte of utf8(text)) {
          byteState = byteState === DEAD ? DEAD : bytes.step(byteState, byte);
        }
        expect(byteState !== DEAD && bytes.accepts(byteState)).toBe(expected);
      },
    ),
    { numRuns: 3000 },
  );
});
