/**
 * Sets the lifecycle of data streams: when they roll over by themselves, and how long their
 * documents are kept.
 */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import { type StreamLifecycle, withStream } from '../state/data_stream.js';
import type { Command } from './command_type.js';

interface SetStreamLifecycleRequest {
  readonly streams: readonly string[];
  /** The new lifecycle; absent: it is removed. */
  readonly lifecycle?: StreamLifecycle | undefined;
}

export const set_stream_lifecycle: Command<SetStreamLifecycleRequest> = {
  name: 'set_stream_lifecycle',
  priority: 'URGENT',
  source: ({ streams }) => `modify-data-stream-lifecycle [${streams.join(',')}]`,
  execute: (state, { streams, lifecycle }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    return streams.reduce((next, name) => {
      const stream = next.metadata.dataStreams.get(name);
      if (stream === undefined) {
        throw new ApiError('illegal_argument_exception', `data stream [${name}] not found`);
      }
      const { lifecycle: _before, ...rest } = stream;
      return withStream(next, lifecycle === undefined ? rest : { ...rest, lifecycle });
    }, state);
  },
};
