/** The threads that write full index buffers, for the engine threads of this node. */
import { asApiError } from '@skein/errors';
import { memoryOf } from '@skein/search_library';
import { MergeThreads } from './merge_threads.js';
import type { EngineHostCalls } from './thread_calls.js';
import { flushFailed } from './thread_flush.js';

export class FlushThreads {
  readonly #threads: MergeThreads;

  constructor(options: Omit<ConstructorParameters<typeof MergeThreads>[0], 'kind'>) {
    this.#threads = new MergeThreads({ ...options, kind: 'flush' });
  }

  /** Resolves when the flush is over. The engine thread may be waiting for a failure as well. */
  async run({
    failure,
    ...request
  }: EngineHostCalls['flush']['request']): Promise<EngineHostCalls['flush']['reply']> {
    try {
      await this.#threads.run('flush', request, memoryOf(request.job));
    } catch (error) {
      flushFailed(request.state, failure, asApiError(error));
    }
    return {};
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
