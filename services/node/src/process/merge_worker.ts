/** Entry of a merge thread: runs one merge after the other, each to its end. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import { type CallHandlers, FsDirectory, systemClock, WorkerChannel } from '@skein/platform';
import { runMerge } from '@skein/search_library';
import type { MergeThreadCalls } from '../shard_host/thread_calls.js';

const port = expectDefined(parentPort, 'a merge thread has a parent');

const handlers: CallHandlers<MergeThreadCalls> = {
  merge: ({ path, job }) => {
    const directory = new FsDirectory(path);
    try {
      runMerge(job, directory, systemClock);
      return {};
    } finally {
      directory.closeReads();
    }
  },
};

new WorkerChannel<Record<string, never>>(port, handlers);
