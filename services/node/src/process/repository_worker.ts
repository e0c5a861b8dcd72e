/** Entry of the repository thread: connects `ThreadWork` to the real world and the main thread. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import {
  openBlockCache,
  shrinkHeapAtRest,
  systemClock,
  systemRandom,
  systemTimers,
  WorkerChannel,
} from '@skein/platform';
import { openBlobStore, type RepositoryHostCalls, ThreadWork } from '../repositories/thread.js';
import { threadLog } from '../shard_host/threads/thread_log.js';
import { threadData } from './thread_data.js';
import type { ProcessPlace } from './worker_spawner.js';

const port = expectDefined(parentPort, 'a repository thread has a parent');

const { fileCache } = threadData<ProcessPlace>();
const log = threadLog((line) => main.call('log', line));

const work = new ThreadWork({
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  openStore: openBlobStore,
  openBlocks: () => openBlockCache(fileCache, log),
  report: (job, progress) => void main.call('progress', { job, progress }),
});
const main = new WorkerChannel<RepositoryHostCalls>(port, work.handlers);

shrinkHeapAtRest();
