/** Phrase queries on fields whose terms are shingles. */
import type { AnalyzedText } from '@skein/analysis';
import type { MappedField, PhrasePlace } from './field_type.js';
import { wordGrams } from './gram_analyzers.js';

/**
 * The filler for a word removed at the end of a phrase; shingles in the index have an empty one.
 */
const FILLER = '_';

/**
 * `grams`: fields of pairs, triples and so on, in this order. Uses as many words as the phrase has,
 * at most those of the longest grams. Undefined if words were removed, because shingles would not
 * tell which.
 */
export function phraseInGrams(
  grams: readonly MappedField[],
  text: AnalyzedText,
): PhrasePlace | undefined {
  const increments = text.tokens.map(({ positionIncrement }) => positionIncrement);
  const positions = increments.reduce((sum, increment) => sum + increment, 0);
  const at = Math.min(positions - 2, grams.length - 1);
  const gram = grams[at];
  if (gram === undefined || increments.some((increment) => increment > 1)) return undefined;
  return { field: gram, text: wordGrams(text, at + 2, FILLER) };
}
