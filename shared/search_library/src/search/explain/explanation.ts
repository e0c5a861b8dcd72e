/**
 * Explains how a document got its score, or why it does not match: a tree of numbers with
 * descriptions in Lucene's words.
 */

export interface Explanation {
  readonly matches: boolean;
  readonly value: number;
  /** True if the value is a count, which is shown without a fraction. */
  readonly isCount?: true;
  /** True if the value is shown as a double; others are floats. */
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

/** A value that is not a score. */
export function measured(value: number, description: string): Explanation {
  return { matches: true, value, isDouble: true, description, details: [] };
}

export function unmatched(description: string, details: readonly Explanation[] = []): Explanation {
  return { matches: false, value: 0, description, details };
}
