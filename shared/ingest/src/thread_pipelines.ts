/**
 * The pipelines of a node in one thread: parsed from their sources after a change, with the
 * counters since they were last read.
 */
import { type JsonObject, stringifyJson } from '@skein/content';
import { type ApiError, asApiError } from '@skein/errors';
import { mapFromJson } from '@skein/java';
import type { IngestCounts, PipelineSources } from './calls.js';
import { illegalState } from './faults.js';
import { type CompoundStep, Metric, type Pipeline, type Step, shownMetrics } from './pipeline.js';
import { type ReadingParts, readPipeline } from './read_pipeline.js';

interface Known {
  readonly source: JsonObject;
  readonly pipeline: Pipeline;
}

export class ThreadPipelines {
  readonly #parts: ReadingParts;
  readonly #total = new Metric();
  #sources: PipelineSources = new Map();
  /** Pipelines, parsed on first use. */
  readonly #known = new Map<string, Known>();

  constructor(parts: Omit<ReadingParts, 'pipeline'>) {
    this.#parts = { ...parts, pipeline: (id) => this.get(id) };
  }

  get parts(): ReadingParts {
    return this.#parts;
  }

  /** The counters over all documents of this thread. */
  get total(): Metric {
    return this.#total;
  }

  change(sources: PipelineSources): void {
    this.#sources = sources;
    for (const [id, { source }] of this.#known) {
      const now = sources.get(id);
      if (now === undefined || stringifyJson(now) !== stringifyJson(source)) this.#known.delete(id);
    }
  }

  /** Clears the pipelines: their compiled scripts depend on the settings. */
  forget(): void {
    this.#known.clear();
  }

  get(id: string): Pipeline | undefined {
    const source = this.#sources.get(id);
    if (source === undefined) return undefined;
    const known = this.#known.get(id);
    if (known !== undefined) return known.pipeline;
    const pipeline = this.#read(id, source);
    this.#known.set(id, { source, pipeline });
    return pipeline;
  }

  /**
   * Loads a pipeline and those it calls before documents are timed: loading may import libraries
   * and compile thousands of expressions, and a library that is stopped during its import stays
   * incomplete.
   */
  prepare(id: string, prepared = new Set<string>()): void {
    if (prepared.has(id)) return;
    prepared.add(id);
    const pipeline = this.get(id);
    if (pipeline === undefined) return;
    for (const called of alwaysCalled(pipeline.root)) this.prepare(called, prepared);
  }

  /**
   * A stored pipeline was validated when it was stored, but its dependencies may no longer exist.
   */
  #read(id: string, source: JsonObject): Pipeline {
    try {
      return readPipeline(id, mapFromJson(source), this.#parts);
    } catch (error) {
      return substitute(id, asApiError(error));
    }
  }

  /** Returns the counters and resets them to zero. */
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

/** A pipeline that fails every document with the reason. */
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
