/** Entry of a search thread: connects `SearchThread` to the real world and the main thread. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import {
  blockReader,
  openShardDirectory,
  readKernels,
  shrinkHeapAtRest,
  systemClock,
  systemRandom,
  threadCpuClock,
  WorkerChannel,
} from '@skein/platform';
import { warmUpScripts } from '@skein/script';
import { enterRequestArrays, Kernels } from '@skein/search_library';
import { enterMemory, MAIN_LANE } from '../shard_host/memory/segment_memory.js';
import { scriptService } from '../shard_host/script_service.js';
import { SearchThread } from '../shard_host/threads/search_thread.js';
import type { SearchHostCalls, SearchThreadData } from '../shard_host/threads/thread_calls.js';
import { threadLog } from '../shard_host/threads/thread_log.js';
import { analysisFiles } from './analysis_files.js';
import { threadData } from './thread_data.js';
import type { ProcessPlace } from './worker_spawner.js';

const port = expectDefined(parentPort, 'a search thread has a parent');

const data = threadData<SearchThreadData & ProcessPlace>();
enterMemory(data.space);
enterRequestArrays();

const reader = blockReader(data.fileCache, (asked) => void channel.call('fetch_blocks', asked));

const thread: SearchThread = new SearchThread(
  {
    clock: systemClock,
    files: analysisFiles(data.configPath),
    log: threadLog((line) => channel.call('log', line)),
    openDirectory: (path) => openShardDirectory(path, reader),
    share: (request) => void channel.call('share', request, request.replies),
    scripts: scriptService(
      { clock: systemClock, random: systemRandom, cpu: threadCpuClock },
      data.scripts,
    ),
    kernels:
      data.lane < MAIN_LANE ? new Kernels({ wasm: readKernels(), lane: data.lane }) : undefined,
  },
  data,
);

const channel = new WorkerChannel<SearchHostCalls>(port, thread.handlers, () =>
  thread.serveMailbox(),
);

// Runs after the thread has reported that it is ready.
setImmediate(warmUpScripts);

shrinkHeapAtRest();
