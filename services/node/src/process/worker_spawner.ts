/** Shard threads as worker threads of this process. */
import { WorkerThread } from '@skein/platform';
import type { ThreadSpawner } from '../shard_host/mod.js';
import type { EngineThreadCalls, SearchThreadCalls } from '../shard_host/thread_calls.js';

const ENGINE_ENTRY = new URL('./shard_worker.js', import.meta.url);
const SEARCH_ENTRY = new URL('./search_worker.js', import.meta.url);

export const workerSpawner: ThreadSpawner = {
  engineThread: (name, handlers, onDeath) =>
    new WorkerThread<EngineThreadCalls>({
      entry: ENGINE_ENTRY,
      name,
      data: undefined,
      handlers,
      onDeath,
    }),
  searchThread: (name, data, onDeath) =>
    new WorkerThread<SearchThreadCalls>({ entry: SEARCH_ENTRY, name, data, handlers: {}, onDeath }),
};
