import fc from 'fast-check';
import { PASSAGE_WORDS, RepeatedWords } from './repeated_words.js';

test('a word ends a known passage where the last words were seen before', () => {
  const texts = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 30 }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(texts, (given) => {
      const repeated = new RepeatedWords();
      const seen = new Set<string>();
      for (const words of given) {
        repeated.startText();
        words.forEach((word, at) => {
          const passage = words.slice(at + 1 - PASSAGE_WORDS, at + 1).join(' ');
          const isWhole = at + 1 >= PASSAGE_WORDS;
          expect(repeated.add(word)).toBe(isWhole && seen.has(passage));
          if (isWhole) seen.add(passage);
        });
      }
    }),
  );
});
