/** Bounds of a query's matches that are known without searching. */

/** Every match has a value of the field from `lower` to `upper`, both inclusive. */
export interface ValueBounds {
  readonly field: string;
  readonly lower: number | bigint;
  readonly upper: number | bigint;
}

export interface Selection {
  readonly bounds: readonly ValueBounds[];
  /** True if every live document within the bounds matches. */
  readonly complete: boolean;
}

export const EVERYTHING: Selection = { bounds: [], complete: true };

/** The selection of documents in all of these; an `undefined` one has no known bounds. */
export function intersection(selections: readonly (Selection | undefined)[]): Selection {
  return {
    bounds: selections.flatMap((one) => one?.bounds ?? []),
    complete: selections.every((one) => one?.complete === true),
  };
}
