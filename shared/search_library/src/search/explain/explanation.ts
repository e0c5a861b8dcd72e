/** How a document came to its score, or why it does not match: a tree of numbers with words, in Lucene's. */

export interface Explanation {
  readonly matches: boolean;
  readonly value: number;
  /** The value counts something: it is shown without a fraction. */
  readonly isCount?: true;
  /** The value is shown as a double, where others are floats. */
  readonly isDouble?: true;
  readonly description: string;
  readonly details: readonly Explanation[];
}

export function matched(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { matches: true, value, description, details };
}

export function counted(value: number, description: string): Explanation {
  return { matches: true, value, isCount: true, description, details: [] };
}

/** A value that is no score. */
export function measured(value: number, description: string): Explanation {
  return { matches: true, value, isDouble: true, description, details: [] };
}

export function unmatched(description: string, details: readonly Explanation[] = []): Explanation {
  return { matches: false, value: 0, description, details };
}
