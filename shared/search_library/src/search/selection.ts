/** What is known of a query's matches without looking for them. */

/** Every match has a value of the field from `lower` to `upper`, both included. */
export interface ValueBounds {
  readonly field: string;
  readonly lower: number | bigint;
  readonly upper: number | bigint;
}

export interface Selection {
  readonly bounds: readonly ValueBounds[];
  /** Every live document that is within the bounds matches. */
  readonly complete: boolean;
}

export const EVERYTHING: Selection = { bounds: [], complete: true };

/** Of documents that are in all of the selections; nothing is known of `undefined` ones. */
export function intersection(selections: readonly (Selection | undefined)[]): Selection {
  return {
    bounds: selections.flatMap((one) => one?.bounds ?? []),
    complete: selections.every((one) => one?.complete === true),
  };
}
