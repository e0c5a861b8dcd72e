/** The pipelines of a node as one thread has them: read from their sources when they change, with what was counted since it was last asked. */
import { type ApiError, asApiError } from '@skein/errors';
import { fromJson, type JMap, type Json } from '@skein/script';
import type { IngestCounts, PipelineSources } from './calls.js';
import { illegalState } from './faults.js';
import { type CompoundStep, Metric, type Pipeline, type Step, shownMetrics } from './pipeline.js';
import { type ReadingParts, readPipeline } from './read_pipeline.js';
import { MAP } from './values.js';

interface Known {
  readonly source: unknown;
  readonly pipeline: Pipeline;
}

export class ThreadPipelines {
  readonly #parts: ReadingParts;
  readonly #total = new Metric();
  #sources: PipelineSources = new Map();
  /** Read when they are first asked for. */
  readonly #known = new Map<string, Known>();

  constructor(parts: Omit<ReadingParts, 'pipeline'>) {
    this.#parts = { ...parts, pipeline: (id) => this.get(id) };
  }

  get parts(): ReadingParts {
    return this.#parts;
  }

  /** Of all documents that came to this thread. */
  get total(): Metric {
    return this.#total;
  }

  change(sources: PipelineSources): void {
    this.#sources = sources;
    for (const [id, { source }] of this.#known) {
      if (JSON.stringify(sources.get(id)) !== JSON.stringify(source)) this.#known.delete(id);
    }
  }

  /** Scripts are compiled into pipelines: other settings make others of them. */
  forget(): void {
    this.#known.clear();
  }

  get(id: string): Pipeline | undefined {
    const source = this.#sources.get(id);
    if (source === undefined) return undefined;
    const known = this.#known.get(id);
    if (known !== undefined) return known.pipeline;
    const pipeline = this.#read(id, source as Json);
    this.#known.set(id, { source, pipeline });
    return pipeline;
  }

  /**
   * Reads a pipeline and those that it calls, before documents are timed: reading one may load libraries and compile thousands of expressions, and a library that is
   * stopped while it is loaded stays half of one.
   */
  prepare(id: string, prepared = new Set<string>()): void {
    if (prepared.has(id)) return;
    prepared.add(id);
    const pipeline = this.get(id);
    if (pipeline === undefined) return;
    for (const called of alwaysCalled(pipeline.root)) this.prepare(called, prepared);
  }

  /** A stored pipeline was checked when it was put; what it needs may be gone since. */
  #read(id: string, source: Json): Pipeline {
    try {
      return readPipeline(id, fromJson(source, MAP) as JMap, this.#parts);
    } catch (error) {
      return substitute(id, asApiError(error));
    }
  }

  /** Takes what was counted; every number begins at nought again. */
  takeCounts(): IngestCounts {
    const pipelines = new Map<string, readonly number[]>();
    for (const [id, { pipeline }] of this.#known) {
      const metrics = [pipeline.metric, ...shownMetrics(pipeline.root)];
      if (pipeline.metric.count > 0) pipelines.set(id, metrics.flatMap(taken));
    }
    return { total: taken(this.#total), pipelines };
  }
}

function alwaysCalled({ steps, onFailure }: CompoundStep): readonly string[] {
  return [...steps.map(({ step }) => step), ...onFailure].flatMap(calledBy);
}

function calledBy(step: Step): readonly string[] {
  if (step.kind === 'conditional') return calledBy(step.step);
  if (step.kind === 'compound') return alwaysCalled(step);
  const { alwaysCalls } = step.work;
  return alwaysCalls === undefined ? [] : [alwaysCalls];
}

function taken(metric: Metric): number[] {
  const { count, failed, timeMs } = metric;
  metric.count = 0;
  metric.failed = 0;
  metric.timeMs = 0;
  return [count, failed, timeMs];
}

/** Fails every document, and says why. */
function substitute(id: string, error: ApiError): Pipeline {
  const type = String(error.metadata.processor_type ?? 'unknown');
  const words = `pipeline with id [${id}] could not be loaded, caused by [${error.message}]`;
  const root: CompoundStep = {
    kind: 'compound',
    ignoreFailure: false,
    onFailure: [],
    steps: [
      {
        metric: new Metric(),
        step: {
          kind: 'processor',
          type,
          tag: undefined,
          description: 'this is a placeholder processor',
          work: {
            run: () => {
              throw illegalState(words);
            },
          },
        },
      },
    ],
  };
  return { id, root, metric: new Metric() };
}
