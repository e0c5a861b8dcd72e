import type { ScriptReference } from '@skein/script';

/** Compiles a script into a heuristic. Throws the compiler's errors. */
export type HeuristicScripts = (script: ScriptReference) => Significance;

/** The score of a term by its frequencies; a term with a score above 0 is significant. */
export type Significance = (of: Frequencies) => number;

export interface Frequencies {
  /** The number of matching documents with the term, and of all matching documents. */
  readonly subsetFreq: number;
  readonly subsetSize: number;
  /** The same two numbers for the background documents. */
  readonly supersetFreq: number;
  readonly supersetSize: number;
}
