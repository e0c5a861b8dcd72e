/** The wanted words and phrases, as a tree of their words. */
import type { FlatPhrase } from './flat_query.js';
import type { PlacedTerm } from './placed_terms.js';

export interface PhraseNode {
  readonly next: ReadonlyMap<string, PhraseNode>;
  /** Absent when no phrase ends here. */
  readonly ending: PhraseEnd | undefined;
}

export interface PhraseEnd {
  readonly slop: number;
  readonly boost: number;
  /**
   * The number of the phrase among all words and phrases, which selects its tags if there are
   * several.
   */
  readonly number: number;
}

interface Draft {
  readonly next: Map<string, Draft>;
  ending: PhraseEnd | undefined;
}

function newDraft(): Draft {
  return { next: new Map(), ending: undefined };
}

/** Trees by field, or one tree without a field if words of all fields count for each. */
export class PhraseMap {
  readonly #roots = new Map<string | undefined, Draft>();
  readonly #terms = new Map<string | undefined, Set<string>>();
  readonly #byField: boolean;

  constructor(phrases: readonly FlatPhrase[], byField: boolean) {
    this.#byField = byField;
    phrases.forEach((phrase, number) => {
      this.#add(phrase, number);
    });
  }

  #key(field: string): string | undefined {
    return this.#byField ? field : undefined;
  }

  #add({ field, terms, slop, boost }: FlatPhrase, number: number): void {
    const key = this.#key(field);
    let node = this.#roots.get(key) ?? newDraft();
    this.#roots.set(key, node);
    const known = this.#terms.get(key) ?? new Set();
    this.#terms.set(key, known);
    for (const term of terms) {
      known.add(term);
      const next = node.next.get(term) ?? newDraft();
      node.next.set(term, next);
      node = next;
    }
    node.ending = { slop, boost, number };
  }

  root(field: string): PhraseNode | undefined {
    return this.#roots.get(this.#key(field));
  }

  /** All words of the wanted words and phrases. */
  terms(field: string): ReadonlySet<string> {
    return this.#terms.get(this.#key(field)) ?? new Set();
  }
}

/** The end of the phrase that these words form, if it is wanted and the words stand near enough. */
export function endOf(
  root: PhraseNode | undefined,
  words: readonly PlacedTerm[],
): PhraseEnd | undefined {
  let node = root;
  for (const { text } of words) node = node?.next.get(text);
  return node && validEnd(node, words);
}

export function validEnd(node: PhraseNode, words: readonly PlacedTerm[]): PhraseEnd | undefined {
  const { ending } = node;
  if (ending === undefined || words.length === 1) return ending;
  let next: number | undefined;
  for (const { position } of words) {
    if (next !== undefined && Math.abs(position - next) > ending.slop) return undefined;
    next = position + 1;
  }
  return ending;
}
