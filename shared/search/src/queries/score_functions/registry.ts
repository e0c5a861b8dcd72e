/** Score functions by the name they have in requests. */
import * as all from './all.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const SCORE_FUNCTIONS: ReadonlyMap<string, ScoreFunctionType> = new Map(
  Object.values(all).map((type: ScoreFunctionType) => [type.name, type]),
);

/** A function the reference knows and Skein does not serve yet. */
export const SCRIPT_SCORE = 'script_score';
