/** Entry of an engine thread: connects `EngineThread` to the real world and the main thread. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import {
  blockReader,
  openShardDirectory,
  readKernels,
  shrinkHeapAtRest,
  systemClock,
  systemRandom,
  systemTimers,
  threadCpuClock,
  WorkerChannel,
} from '@skein/platform';
import { warmUpScripts } from '@skein/script';
import { Kernels } from '@skein/search_library';
import { BufferBudget } from '../shard_host/memory/buffer_budget.js';
import { enterMemory } from '../shard_host/memory/segment_memory.js';
import { scriptService } from '../shard_host/script_service.js';
import { EngineThread } from '../shard_host/threads/engine_thread.js';
import type { EngineHostCalls, EngineThreadData } from '../shard_host/threads/thread_calls.js';
import { threadLog } from '../shard_host/threads/thread_log.js';
import { WorkMark } from '../shard_host/threads/work_mark.js';
import { analysisFiles } from './analysis_files.js';
import { threadData } from './thread_data.js';
import type { ProcessPlace } from './worker_spawner.js';

const port = expectDefined(parentPort, 'an engine thread has a parent');

const data = threadData<EngineThreadData & ProcessPlace>();
enterMemory(data.space, () => thread.mappedFields);
const clauseCount = new Int32Array(data.maxClauseCount);

const reader = blockReader(data.fileCache, (asked) => void channel.call('fetch_blocks', asked));

const thread: EngineThread = new EngineThread(
  {
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    files: analysisFiles(data.configPath),
    log: threadLog((line) => channel.call('log', line)),
    scripts: scriptService(
      { clock: systemClock, random: systemRandom, cpu: threadCpuClock },
      data.scripts,
    ),
    kernels: new Kernels({ wasm: readKernels() }),
    buffers: new BufferBudget(data.buffers),
    mark: new WorkMark(data.mark),
    shardInactiveMs: data.shardInactiveMs,
    flushesElsewhere: data.flushesElsewhere,
    maxClauseCount: () => Atomics.load(clauseCount, 0),
    openDirectory: (path) => openShardDirectory(path, reader),
    afterTurn: setImmediate,
  },
  () => channel,
);

const channel = new WorkerChannel<EngineHostCalls>(port, thread.handlers);

// Runs after the thread has reported that it is ready.
setImmediate(warmUpScripts);

shrinkHeapAtRest();
