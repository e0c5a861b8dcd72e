/** Options that the joining queries share. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { JoinScoreMode } from '@skein/search_library';
import { textOf } from './options.js';

const SCORE_MODES: readonly JoinScoreMode[] = ['none', 'min', 'max', 'avg', 'sum'];

/** The method that combines the scores of several joined documents. */
export function scoreModeOf(json: JsonValue): JoinScoreMode {
  const text = textOf(json);
  const mode = SCORE_MODES.find((each) => each === text);
  if (mode) return mode;
  throw new ApiError('illegal_argument_exception', `No score mode for child query [${text}] found`);
}
