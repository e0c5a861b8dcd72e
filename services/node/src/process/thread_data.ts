/** The data that a thread of this process was started with. */
import { workerData } from 'node:worker_threads';

export function threadData<T>(): T {
  // `WorkerSpawner` starts each thread with the data of its kind.
  return workerData as T;
}
