/**
 * Analysed text as a query sees it: places in order, each with the terms that may stand there. Tokens at one position (synonyms,
 * word parts) are alternatives; removed stop words leave gaps between positions.
 */
import type { Analyzer } from '@skein/analysis';

export interface TextPlace {
  readonly position: number;
  readonly terms: readonly string[];
}

export function textPlaces(analyzer: Analyzer, text: string): readonly TextPlace[] {
  const places: { position: number; terms: string[] }[] = [];
  let position = -1;
  for (const token of analyzer.analyze(text).tokens) {
    const last = places.at(-1);
    position += token.positionIncrement;
    if (token.positionIncrement === 0 && last) {
      if (!last.terms.includes(token.term)) last.terms.push(token.term);
    } else {
      places.push({ position: Math.max(position, 0), terms: [token.term] });
    }
  }
  return places;
}
