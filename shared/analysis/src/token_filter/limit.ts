import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';

/** `limit`: keeps the first tokens only. */
export const LIMIT: TokenFilterType = {
  name: 'limit',
  readsSettingsLate: true,
  check: (settings) =>
    void [settings.integer('max_token_count', 1), settings.boolean('consume_all_tokens', false)],
  create: (settings, { chain }) => {
    const most = settings.integer('max_token_count', 1);
    if (most < 1) {
      throw new ApiError('illegal_argument_exception', 'maxTokenCount must be greater than zero');
    }
    const consumes = settings.boolean('consume_all_tokens', false);
    const readsOn = consumes || chain.tokenizer.readsWhole === true;
    const ahead = chain.tokenizer.readsAhead ?? 0;
    return {
      name: 'limit',
      ...(consumes ? {} : { stopsReadingAt: most }),
      apply: (batch) => {
        if (batch.tokens.length <= most) return;
        batch.tokens.length = most;
        if (readsOn) return;
        // The text is read no further than its last token: the offsets of a next text begin there.
        const end = (batch.tokens[most - 1]?.endOffset ?? 0) + ahead;
        batch.finalOffset = Math.min(end, batch.finalOffset);
        batch.trailingIncrement = 0;
      },
    };
  },
};
