/** "Did you mean": the candidates nearest to a mistyped word. */

/**
 * Number of edits between two words: insertions, deletions, replacements and swaps of neighbours
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = 0; i <= a.length; i++) table[i * width] = i;
  for (let j = 0; j <= b.length; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + 1);
      table[i * width + j] = best;
    }
  }
  return at(a.length, b.length);
}

/**
 * Limit of a word's length. A longer word is hardly a typing error, and the cost of a comparison is
 * the product of both lengths.
 */
const LONGEST_WORD = 128;

/** The candidates that are at least half alike, nearest first; ties in alphabetical order. */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  if (word.length > LONGEST_WORD) return [];
  const scored: { candidate: string; likeness: number }[] = [];
  for (const candidate of candidates) {
    const likeness = 1 - editDistance(word, candidate) / Math.max(word.length, candidate.length, 1);
    if (likeness > 0.5) scored.push({ candidate, likeness });
  }
  scored.sort((x, y) => y.likeness - x.likeness || (x.candidate < y.candidate ? -1 : 1));
  return scored.map((entry) => entry.candidate);
}

/** The text ` did you mean [x]?`, or an empty one when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const similar = nearest(word, candidates);
  if (similar.length === 0) return '';
  const named = similar.length === 1 ? `[${similar[0]}]` : `any of [${similar.join(', ')}]`;
  return ` did you mean ${named}?`;
}
