import { requestFloats, requestWords } from '../../memory/request_arrays.js';

/**
 * Matches and scores as arrays: `docs[from] … docs[to - 1]`, ascending. Valid until the scorer
 * moves.
 */
export interface ScoreBatch {
  docs: Uint32Array;
  scores: Float32Array;
  from: number;
  to: number;
}

export function newScoreBatch(capacity: number): ScoreBatch {
  return { docs: requestWords(capacity), scores: requestFloats(capacity), from: 0, to: 0 };
}
