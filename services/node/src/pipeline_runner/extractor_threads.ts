/**
 * Threads that extract the text of files for the pipeline threads. Each of those waits for at most
 * one file, so there are never more extractor threads. A thread that exceeds the time limit is
 * killed. An idle thread is ended after a while, because its libraries are large.
 */
import type { TimerHandle, Timers } from '@skein/base';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import type { Extracted, ExtractionCalls, ExtractionRequest } from '@skein/extraction/calls';
import type { ThreadLink } from '../shard_host/mod.js';
import { ANSWERED, type AwaitedExtraction, type ExtractionAnswer } from './extractor_calls.js';

type Extractor = ThreadLink<ExtractionCalls>;

export interface ExtractorSpawner {
  extractorThread(name: string, onDeath: (error: ApiError) => void): Extractor;
}

interface ExtractorThreadsOptions {
  readonly spawner: ExtractorSpawner;
  readonly timers: Timers;
  /** Time limit per file in milliseconds. */
  readonly limitMs: number;
}

const IDLE_MS = 60_000;

export class ExtractorThreads {
  readonly #options: ExtractorThreadsOptions;
  readonly #all = new Set<Extractor>();
  readonly #free = new Map<Extractor, TimerHandle>();
  #started = 0;
  #isStopped = false;

  constructor(options: ExtractorThreadsOptions) {
    this.#options = options;
  }

  /** Sends the answer to the port of the request. */
  answer({ request, port, state }: AwaitedExtraction): Readonly<Record<string, never>> {
    const answered = this.#extract(request).then(
      (found): ExtractionAnswer => ({ found }),
      (error: unknown): ExtractionAnswer => ({ error: toPlainError(asApiError(error)) }),
    );
    void answered.then((answer) => {
      port.postMessage(answer);
      port.close();
      const places = new Int32Array(state);
      Atomics.store(places, 0, ANSWERED);
      Atomics.notify(places, 0);
    });
    return {};
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const idle of this.#free.values()) idle.cancel();
    this.#free.clear();
    await Promise.all([...this.#all].map((extractor) => this.#end(extractor)));
  }

  async #extract(request: ExtractionRequest): Promise<Extracted> {
    const extractor = this.#acquire();
    let isLate = false;
    const timer = this.#options.timers.after(this.#options.limitMs, () => {
      isLate = true;
      void this.#end(extractor);
    });
    try {
      return await extractor.channel.call('extract', request, [request.bytes.buffer]);
    } catch (error) {
      if (isLate) throw tooLate(this.#options.limitMs);
      throw this.#all.has(extractor) ? error : tooLarge();
    } finally {
      timer.cancel();
      this.#release(extractor);
    }
  }

  #acquire(): Extractor {
    if (this.#isStopped) throw new ApiError('node_closed_exception', 'node closed');
    const [free] = this.#free;
    if (free === undefined) return this.#spawn();
    const [extractor, idle] = free;
    idle.cancel();
    this.#free.delete(extractor);
    return extractor;
  }

  #release(extractor: Extractor): void {
    if (!this.#all.has(extractor) || this.#isStopped) return;
    const idle = this.#options.timers.after(IDLE_MS, () => {
      this.#free.delete(extractor);
      void this.#end(extractor);
    });
    this.#free.set(extractor, idle);
  }

  #spawn(): Extractor {
    this.#started++;
    const extractor = this.#options.spawner.extractorThread(`extraction-${this.#started}`, () => {
      this.#free.get(extractor)?.cancel();
      this.#free.delete(extractor);
      this.#all.delete(extractor);
    });
    this.#all.add(extractor);
    return extractor;
  }

  async #end(extractor: Extractor): Promise<void> {
    this.#all.delete(extractor);
    await extractor.terminate();
  }
}

function tooLate(limitMs: number): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `the file took longer than [ingest.attachment.max_execution_time] allows: [${limitMs}ms]`,
  );
}

/** The error for a thread that died because its heap was full. */
function tooLarge(): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    'the file took more memory than there is for one',
  );
}
