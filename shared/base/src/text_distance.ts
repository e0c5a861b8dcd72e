/** "Did you mean": the candidates nearest to a mistyped word. */

/**
 * Number of edits between two words: insertions, deletions, replacements and swaps of neighbours
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = 0; i <= a.length; i++) table[i * width] = i;
  for (let j = 0; j <= b.length; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const row = i * width;
    const letter = a.charCodeAt(i - 1);
    const before = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      const above = row - width + j;
      let best = (table[above - 1] ?? 0) + (letter === other ? 0 : 1);
      best = Math.min(best, (table[above] ?? 0) + 1, (table[row + j - 1] ?? 0) + 1);
      if (before === other && j > 1 && letter === b.charCodeAt(j - 2)) {
        best = Math.min(best, (table[above - width - 2] ?? 0) + 1);
      }
      table[row + j] = best;
    }
  }
  return table[table.length - 1] ?? 0;
}

/**
 * Limit of a word's length. A longer word is hardly a typing error, and the cost of a comparison is
 * the product of both lengths.
 */
const LONGEST_WORD = 128;

/** The candidates that are more than half alike, nearest first; ties in alphabetical order. */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  if (word.length > LONGEST_WORD) return [];
  const letters = new Letters(word);
  const scored: { candidate: string; likeness: number }[] = [];
  for (const candidate of candidates) {
    const length = Math.max(word.length, candidate.length, 1);
    if (letters.leastEdits(candidate) * 2 >= length) continue;
    const likeness = 1 - editDistance(word, candidate) / length;
    if (likeness > 0.5) scored.push({ candidate, likeness });
  }
  scored.sort((x, y) => y.likeness - x.likeness || (x.candidate < y.candidate ? -1 : 1));
  return scored.map((entry) => entry.candidate);
}

/** Letters that are the same in their lowest bits are counted together. */
const LETTERS = 128;

/** The letters of a word, which show for most other words that they are far from it. */
class Letters {
  readonly #length: number;
  readonly #counts = new Uint8Array(LETTERS);
  readonly #left = new Uint8Array(LETTERS);

  constructor(word: string) {
    this.#length = word.length;
    for (let i = 0; i < word.length; i++) {
      const letter = word.charCodeAt(i) % LETTERS;
      this.#counts[letter] = (this.#counts[letter] ?? 0) + 1;
    }
  }

  /**
   * A number of edits that the other word is away at least: one for each letter of the longer word
   * that the shorter one lacks.
   */
  leastEdits(other: string): number {
    const longer = Math.max(this.#length, other.length);
    if (other.length > 2 * this.#length) return longer - this.#length;
    const left = this.#left;
    left.set(this.#counts);
    let shared = 0;
    for (let i = 0; i < other.length; i++) {
      const letter = other.charCodeAt(i) % LETTERS;
      const count = left[letter] ?? 0;
      if (count === 0) continue;
      left[letter] = count - 1;
      shared++;
    }
    return longer - shared;
  }
}

/** The text ` did you mean [x]?`, or an empty one when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const similar = nearest(word, candidates);
  if (similar.length === 0) return '';
  const named = similar.length === 1 ? `[${similar[0]}]` : `any of [${similar.join(', ')}]`;
  return ` did you mean ${named}?`;
}
