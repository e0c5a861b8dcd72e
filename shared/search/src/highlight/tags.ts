/** The text around a match, for highlighters that mark all matches alike. */
import { ApiError } from '@skein/errors';
import type { HighlightOptions } from './contract.js';
import { type Encoder, encoderOf } from './encoders.js';

export interface Tags {
  readonly pre: string;
  readonly post: string;
  readonly encode: Encoder;
}

export function tagsOf({ preTags, postTags, encoder }: HighlightOptions): Tags {
  const [pre] = preTags;
  const [post] = postTags;
  if (pre !== undefined && post !== undefined) return { pre, post, encode: encoderOf(encoder) };
  const empty = pre === undefined ? 'pre_tags' : 'post_tags';
  throw new ApiError('illegal_argument_exception', `[${empty}] must hold at least one tag`);
}
