/** Score functions by their name in requests. */
import * as all from './all.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const SCORE_FUNCTIONS: ReadonlyMap<string, ScoreFunctionType> = new Map(
  Object.values(all).map((type: ScoreFunctionType) => [type.name, type]),
);
