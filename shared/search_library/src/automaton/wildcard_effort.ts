/**
 * Whether a pattern would need too many states: `*a` and then k times `?` has to remember which of the last k characters were an a. As the
 * reference does, the work is counted before the first term is looked at: how many places all states are made of.
 */
import { ApiError } from '@skein/errors';

export type WildcardPart =
  | { readonly kind: 'any_string' }
  | { readonly kind: 'any_character' }
  | { readonly kind: 'literal'; readonly text: string };

/** The reference's limit, and the places a state may have on average. */
const WORK_LIMIT = 10_000;
const EFFORT_PER_STATE = 10;
/** With fewer `?` in a row of parts without `*` there cannot be too many states. */
const FEW = 10;

/** Throws too_complex_to_determinize_exception. */
export function checkEffort(parts: readonly WildcardPart[]): void {
  if (!isRisky(parts)) return;
  const letters = new Set(parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : [])));
  const symbols = [...letters, undefined];
  const seen = new Set(['0']);
  const pending: number[][] = [[0]];
  let effort = 0;
  for (let places = pending.pop(); places !== undefined; places = pending.pop()) {
    effort += places.length;
    if (effort > WORK_LIMIT * EFFORT_PER_STATE) throw tooComplex(parts);
    for (const symbol of symbols) {
      const next = after(parts, places, symbol);
      const key = next.join();
      if (next.length === 0 || seen.has(key)) continue;
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

/** Places after a character, `undefined` for one that is not in the pattern; place i is before part i. */
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

/** Named by what the reference would have to determinise: a state for `*`, two for any other part, and the transitions that join them. */
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
