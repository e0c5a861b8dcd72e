/** Options that the joining queries share. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { JoinScoreMode } from '@skein/search_library';
import { type InnerHitsOptions, parseInnerHits } from '../inner_hits/parse_inner_hits.js';
import type { OptionReaders } from './header.js';
import { intoDraft } from './into_draft.js';
import { booleanOf, textOf } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';

export interface JoinOptions {
  /** The query on the joined documents. */
  inner: QueryNode | undefined;
  ignoreUnmapped: boolean;
  innerHits: InnerHitsOptions | undefined;
}

export function joinDefaults(): JoinOptions {
  return { inner: undefined, ignoreUnmapped: false, innerHits: undefined };
}

/** The readers of the options, which store what they read in `draft`. */
export function joinReaders(draft: JoinOptions, context: QueryParseContext): OptionReaders {
  return {
    query: { object: intoDraft(draft, 'inner', (json) => context.parse(json)) },
    ignore_unmapped: intoDraft(draft, 'ignoreUnmapped', booleanOf),
    inner_hits: { object: intoDraft(draft, 'innerHits', (json) => parseInnerHits(json, context)) },
  };
}

/** Refuses a joining query that lacks an option. */
export function missingOption(query: string, option: string): ApiError {
  return new ApiError('illegal_argument_exception', `[${query}] requires '${option}' field`);
}

const SCORE_MODES: readonly JoinScoreMode[] = ['none', 'min', 'max', 'avg', 'sum'];

/** The method that combines the scores of several joined documents. */
export function scoreModeOf(json: JsonValue): JoinScoreMode {
  const text = textOf(json);
  const mode = SCORE_MODES.find((each) => each === text);
  if (mode) return mode;
  throw new ApiError('illegal_argument_exception', `No score mode for child query [${text}] found`);
}
