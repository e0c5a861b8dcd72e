/**
 * The texts of number queries. Lucene has one query for the points of a field and one for its
 * column, and prints both where it has the choice. It explains a document with the column's text.
 */
import { explainAsConstant } from '../explain/explain_weight.js';
import type { Weight } from '../query.js';

export function eitherText(points: string, column = points): string {
  return `IndexOrDocValuesQuery(indexQuery=${points}, dvQuery=${column})`;
}

export const asItIs = (value: number | bigint): number | bigint => value;

/** A set of longs in the order in which Lucene's hash set prints it: by slots of its table. */
export function longSetText(values: readonly (number | bigint)[]): string {
  const longs = values.map((value) => BigInt.asIntN(64, BigInt(value)));
  const size = 1 << (32 - Math.clz32(Math.floor((longs.length * 3) / 2)));
  const table: (bigint | undefined)[] = new Array(size).fill(undefined);
  for (const long of longs) {
    let slot = Number(BigInt.asIntN(32, long ^ (BigInt.asUintN(64, long) >> 32n))) & (size - 1);
    while (table[slot] !== undefined) slot = (slot + 1) & (size - 1);
    table[slot] = long;
  }
  return `[${table.filter((long) => long !== undefined).join(', ')}]`;
}

/** The weight with an explanation that uses the column's text. */
export function explainedAs(text: string, weight: Weight): Weight {
  return { ...weight, explain: (place) => explainAsConstant(text, weight, place) };
}
