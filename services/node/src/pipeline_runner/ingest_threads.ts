/**
 * The threads that run pipelines. A thread starts when a call finds none free, up to the number of
 * processors. Further calls wait, within the limit of waiting writes.
 */
import { ApiError } from '@skein/errors';
import type { IngestCalls, PipelineSources } from '@skein/ingest/calls';
import type { CallHandlers } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { LoggingCalls, ScriptThreadData, ThreadLink, ThreadPool } from '../shard_host/mod.js';
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

interface Waiting {
  readonly run: (slot: Slot) => void;
  readonly refuse: (error: ApiError) => void;
}

export class IngestThreads {
  readonly #options: IngestThreadsOptions;
  readonly #slots = new Set<Slot>();
  readonly #free: Slot[] = [];
  readonly #queue: Waiting[] = [];
  #started = 0;
  #largest = 0;
  #completed = 0;
  #rejected = 0;

  constructor(options: IngestThreadsOptions) {
    this.#options = options;
  }

  stats(): ThreadPool {
    return {
      name: 'ingest',
      size: this.#options.maxThreads,
      queueSize: this.#options.queueSize,
      threads: this.#slots.size,
      queue: this.#queue.length,
      active: this.#slots.size - this.#free.length,
      rejected: this.#rejected,
      largest: this.#largest,
      completed: this.#completed,
    };
  }

  async call<K extends 'ingest' | 'simulate' | 'check_pipeline'>(
    name: K,
    request: IngestCalls[K]['request'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<IngestCalls[K]['reply']> {
    const slot = this.#free.pop() ?? (await this.#acquire());
    try {
      return await slot.channel.call(name, request, transfer);
    } finally {
      this.#completed++;
      this.#release(slot);
    }
  }

  /** Every thread uses them from its next call on. */
  changePipelines(sources: PipelineSources): void {
    this.#tell('change_pipelines', sources);
  }

  changeScripts(configuration: ScriptConfiguration): void {
    this.#tell('change_scripts', configuration);
  }

  async stop(): Promise<void> {
    const slots = [...this.#slots];
    this.#slots.clear();
    for (const waiting of this.#queue.splice(0)) {
      waiting.refuse(new ApiError('node_closed_exception', 'node closed'));
    }
    await Promise.all(slots.map((slot) => slot.terminate()));
  }

  #tell<K extends 'change_pipelines' | 'change_scripts'>(
    name: K,
    request: IngestThreadCalls[K]['request'],
  ): void {
    for (const slot of this.#slots) {
      // The error of a dead thread is ignored: its successor is told anew.
      slot.channel.call(name, request).catch(() => undefined);
    }
  }

  #acquire(): Promise<Slot> {
    if (this.#slots.size < this.#options.maxThreads) return Promise.resolve(this.#spawn());
    if (this.#queue.length >= this.#options.queueSize) {
      this.#rejected++;
      const words = `rejected execution of ingestion: queue capacity [${this.#options.queueSize}] is reached`;
      return Promise.reject(new ApiError('rejected_execution_exception', words));
    }
    return new Promise((run, refuse) => this.#queue.push({ run, refuse }));
  }

  #release(slot: Slot): void {
    const waiting = this.#queue.shift();
    if (waiting !== undefined) waiting.run(this.#slots.has(slot) ? slot : this.#spawn());
    else if (this.#slots.has(slot)) this.#free.push(slot);
  }

  #spawn(): Slot {
    this.#started++;
    const { spawner, handlers, data } = this.#options;
    const slot = spawner.ingestThread(`ingest-${this.#started}`, { data: data(), handlers }, () =>
      this.#forget(slot),
    );
    this.#slots.add(slot);
    this.#largest = Math.max(this.#largest, this.#slots.size);
    return slot;
  }

  #forget(slot: Slot): void {
    this.#slots.delete(slot);
    const at = this.#free.indexOf(slot);
    if (at >= 0) this.#free.splice(at, 1);
  }
}
