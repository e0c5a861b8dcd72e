/**
 * Runs documents through steps. An error of a processor is stored together with the processor, for
 * failure handlers.
 */
import type { Clock } from '@skein/base';
import { type ApiError, asApiError } from '@skein/errors';
import { hostError } from '@skein/java';
import { illegalState } from './faults.js';
import type { IngestDocument } from './ingest_document.js';
import type {
  CompoundStep,
  CountedStep,
  Metric,
  Pipeline,
  ProcessorStep,
  Step,
} from './pipeline.js';

/** The maximum number of nested pipelines of a document, which limits the stack. */
const MAX_PIPELINES = 100;
const CYCLE = 'Cycle detected for pipeline: ';

/** An error on its way out, with the innermost processor that threw it. */
class ProcessorFailure extends Error {
  override readonly name = 'ProcessorFailure';
  readonly error: ApiError;
  readonly type: string;
  readonly tag: string | undefined;
  /** The innermost pipeline, if it is not the document's first. */
  readonly pipeline: string | undefined;

  constructor(error: ApiError, step: Step, { pipelines }: IngestDocument) {
    super(error.message);
    this.error = error;
    this.type = typeOf(step);
    this.tag = step.kind === 'compound' ? undefined : step.tag;
    this.pipeline = pipelines.length > 1 ? pipelines.at(-1) : undefined;
  }

  /**
   * The message of the innermost cause, which OpenSearch passes to `on_failure`; null if it has
   * none.
   */
  get rootMessage(): string | null {
    let root = this.error;
    while (root.cause !== undefined) root = root.cause;
    return root.metadata.reason === null ? null : root.message;
  }
}

export function typeOf(step: Step): string {
  return step.kind === 'processor' ? step.type : step.kind;
}

/** The error for the caller that ran the document. */
export function errorOf(thrown: unknown): ApiError {
  return thrown instanceof ProcessorFailure ? thrown.error : asApiError(hostError(thrown));
}

export class PipelineRunner {
  readonly #clock: Clock;
  /**
   * The last reading of the clock: the end of a step is the start of the next, so the clock is read
   * once per step.
   */
  #readMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns false if the document is dropped. Throws if it fails. */
  runPipeline(pipeline: Pipeline, document: IngestDocument): boolean {
    if (document.pipelines.length === 0) this.#readMs = this.#clock.monotonicMs();
    return inPipeline(pipeline.id, document, () =>
      this.#counted(pipeline.metric, () => this.runCompound(pipeline.root, document)),
    );
  }

  /** Runs a pipeline and also counts it among all documents. */
  runOfMany(pipeline: Pipeline, document: IngestDocument, total: Metric): boolean {
    this.#readMs = this.#clock.monotonicMs();
    return this.#counted(total, () => this.runPipeline(pipeline, document));
  }

  runStep(step: Step, document: IngestDocument): boolean {
    if (step.kind === 'processor') return runProcessor(step, document);
    if (step.kind === 'compound') return this.runCompound(step, document);
    if (!step.evaluate(document)) return true;
    return this.#runCounted(step, document);
  }

  runCompound(compound: CompoundStep, document: IngestDocument): boolean {
    for (const counted of compound.steps) {
      try {
        if (!this.#runCounted(counted, document)) return false;
      } catch (thrown) {
        if (compound.ignoreFailure) continue;
        const failure = failureOf(thrown, counted.step, document);
        if (compound.onFailure.length === 0) throw failure;
        return runOnFailure(compound.onFailure, failure, document, (handler) =>
          this.runStep(handler, document),
        );
      }
      if (document.isRerouted) break;
    }
    return true;
  }

  #runCounted({ step, metric }: CountedStep, document: IngestDocument): boolean {
    const startedMs = this.#readMs;
    metric.count++;
    try {
      return this.runStep(step, document);
    } catch (thrown) {
      metric.failed++;
      throw thrown;
    } finally {
      this.#readMs = this.#clock.monotonicMs();
      metric.timeMs += this.#readMs - startedMs;
    }
  }

  /** Uses the time at the end of the last step, without another reading of the clock. */
  #counted(metric: Metric, work: () => boolean): boolean {
    const startedMs = this.#readMs;
    metric.count++;
    try {
      return work();
    } catch (thrown) {
      metric.failed++;
      throw thrown;
    } finally {
      metric.timeMs += this.#readMs - startedMs;
    }
  }
}

/** A document can be in each pipeline only once at a time. */
export function inPipeline(id: string, document: IngestDocument, work: () => boolean): boolean {
  const { pipelines, ingest } = document;
  if (pipelines.includes(id)) throw illegalState(`${CYCLE}${id}`);
  if (pipelines.length >= MAX_PIPELINES) {
    throw illegalState(`more than [${MAX_PIPELINES}] pipelines call each other`);
  }
  pipelines.push(id);
  const before = ingest.get('pipeline');
  ingest.put('pipeline', id);
  try {
    return work();
  } finally {
    pipelines.pop();
    if (before === null) ingest.remove('pipeline');
    else ingest.put('pipeline', before);
  }
}

export function runProcessor({ work }: ProcessorStep, document: IngestDocument): boolean {
  return work.run(document) !== false;
}

export function failureOf(thrown: unknown, step: Step, document: IngestDocument): ProcessorFailure {
  if (thrown instanceof ProcessorFailure) return thrown;
  return new ProcessorFailure(asApiError(hostError(thrown)), step, document);
}

/**
 * Runs the handlers with details of the failure in `_ingest`; the steps after the failed one are
 * skipped.
 */
export function runOnFailure(
  handlers: readonly Step[],
  failure: ProcessorFailure,
  document: IngestDocument,
  run: (handler: Step) => boolean,
): boolean {
  const { ingest } = document;
  ingest.put('on_failure_message', failure.rootMessage);
  ingest.put('on_failure_processor_type', failure.type);
  ingest.put('on_failure_processor_tag', failure.tag ?? null);
  if (failure.pipeline !== undefined) ingest.put('on_failure_pipeline', failure.pipeline);
  try {
    for (const handler of handlers) {
      try {
        if (!run(handler)) return false;
      } catch (thrown) {
        throw failureOf(thrown, handler, document);
      }
    }
    return true;
  } finally {
    for (const name of FAILURE_METADATA) ingest.remove(name);
  }
}

const FAILURE_METADATA = [
  'on_failure_message',
  'on_failure_processor_type',
  'on_failure_processor_tag',
  'on_failure_pipeline',
];

export function isCycle(error: ApiError): boolean {
  return error.message.startsWith(CYCLE);
}
