/**
 * Detects patterns that would need too many states: `*a` followed by k times `?` must remember
 * which of the last k characters were an a. As in Lucene, the work is counted before the first term
 * is read: the number of positions in all states.
 */
import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';
import { takeMemory } from '../memory/request_memory.js';
import { AUTOMATON } from './byte_table.js';

export type WildcardPart =
  | { readonly kind: 'any_string' }
  | { readonly kind: 'any_character' }
  | { readonly kind: 'literal'; readonly text: string };

/** Lucene's limit, and the average number of positions per state. */
const WORK_LIMIT = 10_000;
const EFFORT_PER_STATE = 10;
const PLACE_BYTES = 8;
/** With fewer `?` in a row of parts without `*`, there cannot be too many states. */
const FEW = 10;

/** Throws too_complex_to_determinize_exception for such patterns. */
export function checkEffort(parts: readonly WildcardPart[]): void {
  if (!isRisky(parts)) return;
  const seen = new Set(['0']);
  const pending: number[][] = [[0]];
  let effort = 0;
  for (let places = pending.pop(); places !== undefined; places = pending.pop()) {
    effort += places.length;
    if (effort > WORK_LIMIT * EFFORT_PER_STATE) throw tooComplex(parts);
    checkWanted();
    for (const symbol of symbolsAt(parts, places)) {
      const next = after(parts, places, symbol);
      const key = next.join();
      if (next.length === 0 || seen.has(key)) continue;
      takeMemory(key.length + next.length * PLACE_BYTES, AUTOMATON);
      seen.add(key);
      pending.push(next);
    }
  }
}

function isRisky(parts: readonly WildcardPart[]): boolean {
  let afterStar = false;
  let count = 0;
  for (const { kind } of parts) {
    if (kind === 'any_string') {
      afterStar = true;
      count = 0;
    } else if (afterStar && kind === 'any_character' && ++count >= FEW) return true;
  }
  return false;
}

/** The distinct characters that lead on from some position, and `undefined` for all others. */
function symbolsAt(
  parts: readonly WildcardPart[],
  places: readonly number[],
): ReadonlySet<string | undefined> {
  const symbols = new Set<string | undefined>([undefined]);
  for (const place of places) {
    const part = parts[afterStars(parts, place)];
    if (part?.kind === 'literal') symbols.add(part.text);
  }
  return symbols;
}

/** The first part from a position on that is not `*`. */
function afterStars(parts: readonly WildcardPart[], place: number): number {
  let at = place;
  while (parts[at]?.kind === 'any_string') at++;
  return at;
}

/**
 * Positions after a character, or after one that is not in the pattern for `undefined`; position i
 * is before part i.
 */
function after(
  parts: readonly WildcardPart[],
  places: readonly number[],
  symbol: string | undefined,
): number[] {
  const next = new Set<number>();
  for (const place of places) {
    let at = place;
    for (; parts[at]?.kind === 'any_string'; at++) next.add(at);
    const part = parts[at];
    if (part === undefined) continue;
    if (part.kind === 'any_character' || (part.kind === 'literal' && part.text === symbol)) {
      next.add(at + 1);
    }
  }
  return [...next].sort((a, b) => a - b);
}

/**
 * Names the automaton that Lucene would have to determinise: one state for `*`, two for any other
 * part, and the transitions that join them.
 */
function tooComplex(parts: readonly WildcardPart[]): ApiError {
  const stars = parts.filter(({ kind }) => kind === 'any_string').length;
  const inside = parts.slice(1, -1).filter(({ kind }) => kind === 'any_string').length;
  const states = 2 * parts.length - stars;
  const transitions = 2 * parts.length - 1 + inside;
  return new ApiError(
    'too_complex_to_determinize_exception',
    `Determinizing automaton with ${states} states and ${transitions} transitions would require more than ${WORK_LIMIT} effort.`,
  );
}
