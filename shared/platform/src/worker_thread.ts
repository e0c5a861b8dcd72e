/**
 * One worker thread seen from the main thread: started with its entry file, called through a
 * channel, watched. Its death, whatever the cause, fails every open call and is reported once.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ApiError } from '@skein/errors';
import { type HeapSizes, heapSizes } from './thread_heaps.js';
import { totalMs, type WatchedThread } from './thread_profiles.js';
import { type CallTable, WorkerChannel } from './worker_channel.js';

export interface WorkerThreadOptions {
  readonly entry: URL;
  /** Name in process listings and errors. */
  readonly name: string;
  readonly data: unknown;
  /**
   * Heap limit of the thread in megabytes; Node's default when absent. A thread that runs out of
   * memory dies alone.
   */
  readonly maxHeapMb?: number | undefined;
  /**
   * Limit of the heap's new space in megabytes. V8 lets it grow to about 100 and does not give it
   * back.
   */
  readonly maxYoungMb?: number | undefined;
  /** Handlers of the calls that the thread may make here. */
  readonly handlers: object;
  /** Called once when the thread ends without a request to end. */
  readonly onDeath: (error: ApiError) => void;
}

export class WorkerThread<Calls extends CallTable<Calls>> implements WatchedThread {
  readonly name: string;
  readonly channel: WorkerChannel<Calls>;
  readonly #worker: Worker;
  #stopping = false;
  #dead = false;

  constructor(options: WorkerThreadOptions) {
    this.name = options.name;
    this.#worker = new Worker(options.entry, {
      name: options.name,
      workerData: options.data,
      resourceLimits: heapLimits(options),
    });
    this.channel = new WorkerChannel<Calls>(this.#worker, options.handlers);
    let cause: string | undefined;
    this.#worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    this.#worker.on('messageerror', (error) => {
      cause = error.message;
    });
    this.#worker.on('exit', (code) => {
      this.#end(cause ?? `exit code ${code}`, options.onDeath);
    });
  }

  get dead(): boolean {
    return this.#dead;
  }

  async cpuMs(): Promise<number> {
    return totalMs(await this.#worker.cpuUsage());
  }

  async heap(): Promise<HeapSizes> {
    return heapSizes(await this.#worker.getHeapStatistics());
  }

  async sample(): Promise<() => Promise<string>> {
    const profile = await this.#worker.startCpuProfile();
    return () => profile.stop();
  }

  async sampleHeap(): Promise<() => Promise<string>> {
    const profile = await this.#worker.startHeapProfile();
    return () => profile.stop();
  }

  /** Ends the thread at once, in the middle of any work. */
  async terminate(): Promise<void> {
    this.#stopping = true;
    await this.#worker.terminate();
  }

  /** Ends the thread as if it had died: its open calls fail and `onDeath` is called. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(cause: string, onDeath: (error: ApiError) => void): void {
    this.#dead = true;
    const reason = this.#stopping
      ? `worker [${this.name}] is stopped`
      : `worker [${this.name}] died: ${cause}`;
    const error = new ApiError('node_closed_exception', reason);
    this.channel.fail(error);
    if (!this.#stopping) onDeath(error);
  }
}

function heapLimits({ maxHeapMb, maxYoungMb }: WorkerThreadOptions): ResourceLimits {
  return {
    ...(maxHeapMb === undefined ? {} : { maxOldGenerationSizeMb: maxHeapMb }),
    ...(maxYoungMb === undefined ? {} : { maxYoungGenerationSizeMb: maxYoungMb }),
  };
}
