/**
 * How queries of numbers read. Lucene has one query for the points of a field and one for its column, and prints both where it has the choice; of a document it
 * explains what the column says.
 */
import { explainAsConstant } from '../explain/explain_weight.js';
import type { Weight } from '../query.js';

export function eitherText(text: string): string {
  return `IndexOrDocValuesQuery(indexQuery=${text}, dvQuery=${text})`;
}

/** The weight, explained by the column's words. */
export function explainedAs(text: string, weight: Weight): Weight {
  return { ...weight, explain: (place) => explainAsConstant(text, weight, place) };
}
