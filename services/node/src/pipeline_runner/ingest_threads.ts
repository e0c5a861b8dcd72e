/**
 * The threads that run pipelines, up to the number of processors. Calls that find none free wait,
 * within the limit of waiting writes.
 */
import { ApiError } from '@skein/errors';
import type { IngestCalls, PipelineSources } from '@skein/ingest/calls';
import type { CallHandlers } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import {
  type LoggingCalls,
  type ScriptThreadData,
  type ThreadLink,
  type ThreadPool,
  ThreadSlots,
} from '../shard_host/mod.js';
import type { ExtractorCalls } from './extractor_calls.js';

export interface IngestThreadCalls extends IngestCalls {
  readonly change_scripts: {
    readonly request: ScriptConfiguration;
    readonly reply: Readonly<Record<string, never>>;
  };
}

/** Start data of a thread. */
export interface IngestThreadData {
  readonly scripts: ScriptThreadData;
  readonly pipelines: PipelineSources;
  /** Time limit of an expression match in milliseconds. */
  readonly matchLimitMs: number;
  readonly maxAttachmentBytes: number;
}

type IngestThreadHandlers = CallHandlers<LoggingCalls & ExtractorCalls>;

export interface IngestSpawner {
  ingestThread(
    name: string,
    setup: { readonly data: IngestThreadData; readonly handlers: IngestThreadHandlers },
    onDeath: (error: ApiError) => void,
  ): ThreadLink<IngestThreadCalls>;
}

interface IngestThreadsOptions {
  readonly spawner: IngestSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  readonly handlers: IngestThreadHandlers;
  /** Start data for a new thread. */
  readonly data: () => IngestThreadData;
}

type Slot = ThreadLink<IngestThreadCalls>;

export class IngestThreads {
  readonly #options: IngestThreadsOptions;
  readonly #slots: ThreadSlots<Slot>;

  constructor(options: IngestThreadsOptions) {
    const { maxThreads, queueSize } = options;
    this.#options = options;
    this.#slots = new ThreadSlots({
      maxThreads,
      queueSize,
      start: (number) => this.#start(number),
      refusal: () => {
        const words = `rejected execution of ingestion: queue capacity [${queueSize}] is reached`;
        return new ApiError('rejected_execution_exception', words);
      },
    });
  }

  stats(): ThreadPool {
    const { maxThreads: size, queueSize } = this.#options;
    return { name: 'ingest', size, queueSize, ...this.#slots.stats() };
  }

  async call<K extends 'ingest' | 'simulate' | 'check_pipeline'>(
    name: K,
    request: IngestCalls[K]['request'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<IngestCalls[K]['reply']> {
    const slot = this.#slots.idle() ?? (await this.#slots.next());
    try {
      return await slot.channel.call(name, request, transfer);
    } finally {
      this.#slots.release(slot);
    }
  }

  /** Every thread uses them from its next call on. */
  changePipelines(sources: PipelineSources): void {
    this.#broadcast('change_pipelines', sources);
  }

  changeScripts(configuration: ScriptConfiguration): void {
    this.#broadcast('change_scripts', configuration);
  }

  stop(): Promise<void> {
    return this.#slots.stop();
  }

  #broadcast<K extends 'change_pipelines' | 'change_scripts'>(
    name: K,
    request: IngestThreadCalls[K]['request'],
  ): void {
    for (const slot of this.#slots) {
      // The error of a dead thread is ignored: its successor is told anew.
      slot.channel.call(name, request).catch(() => undefined);
    }
  }

  #start(number: number): Slot {
    const { spawner, handlers, data } = this.#options;
    const slot = spawner.ingestThread(`ingest-${number}`, { data: data(), handlers }, () =>
      this.#slots.forget(slot),
    );
    return slot;
  }
}
