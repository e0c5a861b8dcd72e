/** Phrases that are looked for in fields whose terms are runs of neighbouring words. */
import type { AnalyzedText } from '@skein/analysis';
import type { MappedField, PhrasePlace } from './field_type.js';
import { wordGrams } from './gram_analyzers.js';

/**
 * What stands in a phrase for a word that was removed behind it; the shingles of the index have
 * nothing there.
 */
const FILLER = '_';

/**
 * `grams`: of pairs, triples and so on, in this order. As many words as stand in the phrase, at
 * most those of the longest; where words were removed the shingles would not tell which.
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
