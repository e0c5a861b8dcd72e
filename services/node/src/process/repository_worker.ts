/** Entry of the thread that works in repositories: gives `ThreadWork` the real world and its port to the main thread. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import { systemClock, systemRandom, systemTimers, WorkerChannel } from '@skein/platform';
import { openBlobStore, type RepositoryHostCalls, ThreadWork } from '../repositories/thread.js';

const port = expectDefined(parentPort, 'a repository thread has a parent');

const work = new ThreadWork({
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  openStore: openBlobStore,
  tell: (job, progress) => void main.call('progress', { job, progress }),
});
const main = new WorkerChannel<RepositoryHostCalls>(port, work.handlers);
