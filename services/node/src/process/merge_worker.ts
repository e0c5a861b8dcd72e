/** Entry of a merge thread: runs one merge or flush after the other to completion. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import {
  type CallHandlers,
  FsDirectory,
  readKernels,
  systemClock,
  WorkerChannel,
} from '@skein/platform';
import { Kernels, letGoOfParts, runFlush, runMerge } from '@skein/search_library';
import { enterMemory } from '../shard_host/memory/segment_memory.js';
import type { MergeThreadCalls, MergeThreadData } from '../shard_host/threads/thread_calls.js';
import { flushDone } from '../shard_host/threads/thread_flush.js';
import { threadData } from './thread_data.js';

const port = expectDefined(parentPort, 'a merge thread has a parent');

const { space } = threadData<MergeThreadData>();
enterMemory(space);
const kernels = new Kernels({ wasm: readKernels() });

const handlers: CallHandlers<MergeThreadCalls> = {
  merge: ({ path, job }) => {
    const directory = new FsDirectory(path);
    try {
      runMerge(job, directory, systemClock, kernels);
      return {};
    } finally {
      letGoOfParts();
      directory.closeReads();
    }
  },
  flush: ({ path, job, state }) => {
    runFlush(job, new FsDirectory(path), kernels);
    flushDone(state);
    return {};
  },
};

new WorkerChannel<Record<string, never>>(port, handlers);
