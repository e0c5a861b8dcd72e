/**
 * Marks a data stream so that its next document starts a new backing index (Elasticsearch's
 * `_rollover?lazy`).
 */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import { withStream, writeIndexName } from '../state/data_stream.js';
import type { Command } from './command_type.js';

interface LazyRolloverRequest {
  readonly stream: string;
}

export const lazy_rollover: Command<LazyRolloverRequest> = {
  name: 'lazy_rollover',
  priority: 'NORMAL',
  source: ({ stream }) => `lazy_rollover [${stream}]`,
  execute: (state, { stream: name }) => {
    const stream = state.metadata.dataStreams.get(name);
    if (stream === undefined) {
      const reason = 'lazy rollover can be applied only on a data stream';
      throw new ApiError('illegal_argument_exception', reason);
    }
    checkBlocks(state, [writeIndexName(stream)], { level: 'metadata_write' });
    return stream.rollsOverOnWrite
      ? state
      : withStream(state, { ...stream, rollsOverOnWrite: true });
  },
};
