/**
 * Analysed text as a query sees it: places in order, each with its possible terms. Tokens at one
 * position (synonyms, word parts) are alternatives; removed stop words leave gaps between
 * positions.
 */
import type { Analyzer, Token } from '@skein/analysis';
import { checkWanted } from '@skein/base';
import { takeMemory } from '@skein/search_library';
import { analyzedText } from './query_text.js';

/** The approximate memory of a place, its term and their query, measured. */
const PLACE_BYTES = 300;
/** Places between two checks for cancellation. */
const CHECK_INTERVAL = 1024;

export interface TextPlace {
  readonly position: number;
  readonly terms: readonly string[];
}

export function textPlaces(analyzer: Analyzer, text: string): readonly TextPlace[] {
  return placesOfTokens(analyzedText(analyzer, text).tokens);
}

export function placesOfTokens(tokens: readonly Token[]): readonly TextPlace[] {
  const places: { position: number; terms: string[] }[] = [];
  let position = -1;
  for (const token of tokens) {
    const last = places.at(-1);
    position += token.positionIncrement;
    if (token.positionIncrement === 0 && last) {
      if (!last.terms.includes(token.term)) last.terms.push(token.term);
    } else {
      if (places.length % CHECK_INTERVAL === 0) checkWanted();
      takeMemory(PLACE_BYTES, '<query_text>');
      places.push({ position: Math.max(position, 0), terms: [token.term] });
    }
  }
  return places;
}
