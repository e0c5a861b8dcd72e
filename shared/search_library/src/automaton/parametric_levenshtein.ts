/**
 * The parts of Levenshtein automata that do not depend on the word (Schulz and Mihov, "Fast String
 * Correction with Levenshtein Automata", 2002). A state is the first of its positions in the word,
 * and a shape: the other positions and the edits spent, relative to the first. The effect of a
 * character on a shape depends only on which of the next few characters of the word it equals.
 * Shapes and their steps are computed when needed and kept; there are a few dozen shapes.
 */

/**
 * A position in the word, relative to the first of its state. If `swapped`, the next character was
 * read already, and the one here must follow.
 */
interface Place {
  readonly offset: number;
  readonly edits: number;
  readonly swapped: boolean;
}

interface ShapeStep {
  /** The new shape; `NO_SHAPE` when no position is left. */
  readonly shape: number;
  /** The distance that the first position moved. */
  readonly shift: number;
}

export const NO_SHAPE = -1;
const NOWHERE: ShapeStep = { shape: NO_SHAPE, shift: 0 };

export class ParametricLevenshtein {
  readonly maxEdits: number;
  /** Number of the word's characters from the first position on that matter. */
  readonly window: number;
  readonly #transpositions: boolean;
  readonly #shapes: (readonly Place[])[] = [];
  readonly #numbers = new Map<string, number>();
  /** The known steps by shape, then by what follows in the word. */
  readonly #steps: (ShapeStep | undefined)[][] = [];

  constructor(maxEdits: number, transpositions: boolean) {
    this.maxEdits = maxEdits;
    this.window = 2 * maxEdits + 1;
    this.#transpositions = transpositions;
    this.#numberOf([{ offset: 0, edits: 0, swapped: false }]);
  }

  /**
   * The step after a character that equals those characters of the window whose bits are set in
   * `equal`. `remaining` is the number of the word's characters from the first position on, or any
   * number greater than the window.
   */
  step(shape: number, remaining: number, equal: number): ShapeStep {
    const left = Math.min(remaining, this.window + 1);
    const key = (left << this.window) | equal;
    const known = this.#steps[shape]?.[key];
    return known ?? this.#computeStep(shape, key);
  }

  /** Number of edits between the word and a text that ends here. */
  distance(shape: number, remaining: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { offset, edits, swapped } of this.#shapes[shape]) {
      if (!swapped) least = Math.min(least, edits + remaining - offset);
    }
    return least;
  }

  #computeStep(shape: number, key: number): ShapeStep {
    const equal = key & ((1 << this.window) - 1);
    const step = this.#compute(this.#shapes[shape], key >>> this.window, equal);
    this.#steps[shape] ??= new Array((this.window + 2) << this.window).fill(undefined);
    this.#steps[shape][key] = step;
    return step;
  }

  #compute(places: readonly Place[], remaining: number, equal: number): ShapeStep {
    const next = prune(places.flatMap((place) => this.#after(place, remaining, equal)));
    if (next.length === 0) return NOWHERE;
    const shift = Math.min(...next.map(({ offset }) => offset));
    const moved = next.map((place) => ({ ...place, offset: place.offset - shift }));
    return { shape: this.#numberOf(moved), shift };
  }

  #after({ offset, edits, swapped }: Place, remaining: number, equal: number): Place[] {
    const isEqual = (at: number): boolean => ((equal >>> at) & 1) === 1;
    const at = (place: number, spent: number): Place => ({
      offset: place,
      edits: spent,
      swapped: false,
    });
    if (swapped) return isEqual(offset) ? [at(offset + 2, edits)] : [];
    const next: Place[] = [];
    if (isEqual(offset)) next.push(at(offset + 1, edits));
    if (edits === this.maxEdits) return next;
    next.push(at(offset, edits + 1));
    if (offset < remaining) next.push(at(offset + 1, edits + 1));
    for (let dropped = 1; edits + dropped <= this.maxEdits; dropped++) {
      if (isEqual(offset + dropped)) next.push(at(offset + dropped + 1, edits + dropped));
    }
    if (this.#transpositions && isEqual(offset + 1)) {
      next.push({ offset, edits: edits + 1, swapped: true });
    }
    return next;
  }

  #numberOf(places: readonly Place[]): number {
    const key = places
      .map((one) => `${one.offset}.${one.edits}${one.swapped ? 's' : ''}`)
      .sort()
      .join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#shapes.push(places) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

/** Removes positions for which another one can reach everything with no more edits. */
function prune(places: readonly Place[]): readonly Place[] {
  return places.filter(
    (place, i) => !places.some((other, k) => k !== i && covers(other, place, k < i)),
  );
}

function covers(other: Place, place: Place, earlier: boolean): boolean {
  if (other.swapped !== place.swapped) return false;
  const spared = place.edits - other.edits;
  if (other.offset === place.offset) return spared > 0 || (spared === 0 && earlier);
  return !other.swapped && spared >= Math.abs(other.offset - place.offset);
}
