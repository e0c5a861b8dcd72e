/**
 * Groups texts into categories by the words they share, in the order in which the texts come. A
 * text joins the category with which it shares the most, if the shared words are at least the
 * threshold share of both by weight. Words of letters alone tell more than names and codes do, so
 * they weigh more. The words that all texts of a category have in common shrink as texts join, but
 * never below that share of its first text.
 */

export interface Category {
  /** The words that all texts of the category have, in order. */
  readonly words: readonly string[];
  /** The weight of the words of the first text. */
  readonly weight: number;
}

/** The number of texts whose category is remembered; other texts are compared each time. */
const MOST_KNOWN = 10_000;

const PLAIN = /^\p{L}{3,}$/u;
const PLAIN_WEIGHT = 3;

export function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + wordWeight(word), 0);
}

function wordWeight(word: string): number {
  return PLAIN.test(word) ? PLAIN_WEIGHT : 1;
}

/** The common subsequence of both that weighs most. */
export function sharedWords(a: readonly string[], b: readonly string[]): readonly string[] {
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const skipped = Math.max(best[at + width], best[at + 1]);
      const word = a[i];
      best[at] =
        word === b[j] ? Math.max(skipped, wordWeight(word) + best[at + width + 1]) : skipped;
    }
  }
  const shared: string[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    if (best[at] === best[at + width]) i++;
    else if (best[at] === best[at + 1]) j++;
    else {
      shared.push(a[i]);
      i++;
      j++;
    }
  }
  return shared;
}

/** The categories of one owner, numbered as they are met. */
export class Categories {
  readonly #threshold: number;
  readonly #categories: Category[] = [];
  /** The numbers of the categories whose first text has the word, by word. */
  readonly #having = new Map<string, number[]>();
  /** The category of texts without words, once there is one. */
  #wordless: number | undefined;
  /**
   * The texts that were seen before, by their words: the category, and the words that its texts had
   * in common then.
   */
  readonly #known = new Map<
    string,
    { readonly number: number; readonly words: readonly string[] }
  >();

  /** `threshold` is a share from 0 to 1. */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  category(number: number): Category {
    return this.#categories[number];
  }

  /** Adds a text, or another category, and returns the number of its category. */
  add(given: Category): number {
    const key = given.words.map((word) => `${word.length} ${word}`).join(' ');
    const known = this.#known.get(key);
    if (known !== undefined && known.words === this.category(known.number).words) {
      return known.number;
    }
    const number = this.#nearest(given) ?? this.#make(given);
    if (known !== undefined || this.#known.size < MOST_KNOWN) {
      this.#known.set(key, { number, words: this.category(number).words });
    }
    return number;
  }

  #nearest({ words, weight }: Category): number | undefined {
    if (words.length === 0) return this.#wordless;
    const candidates = new Set(words.flatMap((word) => this.#having.get(word) ?? []));
    let nearest:
      | { readonly number: number; readonly shared: readonly string[]; readonly share: number }
      | undefined;
    for (const number of candidates) {
      const category = this.category(number);
      const shared = sharedWords(category.words, words);
      const most = Math.max(category.weight, weight);
      const share = weightOf(shared) / most;
      if (share < this.#threshold || share <= (nearest?.share ?? 0)) continue;
      nearest = { number, shared, share };
    }
    if (nearest === undefined) return undefined;
    const { number, shared } = nearest;
    const category = this.category(number);
    if (shared.length < category.words.length) {
      this.#categories[number] = { ...category, words: shared };
    }
    return number;
  }

  #make(given: Category): number {
    const number = this.#categories.push(given) - 1;
    if (given.words.length === 0) this.#wordless = number;
    for (const word of new Set(given.words)) {
      const having = this.#having.get(word) ?? [];
      having.push(number);
      this.#having.set(word, having);
    }
    return number;
  }
}
