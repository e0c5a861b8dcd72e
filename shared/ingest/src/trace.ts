/**
 * Runs a pipeline step by step and records the document after each processor: `_simulate?verbose`.
 * Like the functions of `run_pipeline.ts`, each function here returns false if a processor dropped
 * the document.
 */
import { type ApiError, asApiError } from '@skein/errors';
import { illegalArgument } from './faults.js';
import type { IngestDocument } from './ingest_document.js';
import type { CompoundStep, ConditionalStep, Pipeline, ProcessorStep, Step } from './pipeline.js';
import { failureOf, inPipeline, isCycle, runOnFailure, runProcessor } from './run_pipeline.js';

export interface TraceResult {
  readonly step: ProcessorStep;
  readonly status: 'success' | 'error' | 'error_ignored' | 'skipped' | 'dropped';
  /** The processor's `if`, and its result; `undefined` if the processor has none. */
  readonly condition: { readonly text: string; readonly result: boolean } | undefined;
  /** A copy of the document after the processor; `undefined` if there is none to show. */
  readonly document: IngestDocument | undefined;
  readonly error: ApiError | undefined;
}

interface Tracing {
  readonly results: TraceResult[];
  pipeline(id: string): Pipeline | undefined;
  /** Runs a pipeline on a copy without a trace, to check that it ends. */
  tryPipeline(pipeline: Pipeline, document: IngestDocument): void;
}

export function tracePipeline(
  pipeline: Pipeline,
  document: IngestDocument,
  tracing: Tracing,
): boolean {
  return inPipeline(pipeline.id, document, () =>
    traceCompound(pipeline.root, document, { tracing, condition: undefined }),
  );
}

interface Around {
  readonly tracing: Tracing;
  /** The conditional step directly around the current step. */
  readonly condition: ConditionalStep | undefined;
}

function traceCompound(compound: CompoundStep, document: IngestDocument, around: Around): boolean {
  const { ignoreFailure, steps, onFailure } = compound;
  for (const { step } of steps) {
    try {
      if (!traceStep(step, document, { ...around, ignoreFailure })) return false;
    } catch (thrown) {
      if (ignoreFailure) continue;
      const failure = failureOf(thrown, innermost(step), document);
      if (onFailure.length === 0) throw failure;
      return runOnFailure(onFailure, failure, document, (handler) =>
        traceStep(handler, document, { ...around, condition: undefined, ignoreFailure }),
      );
    }
    if (document.isRerouted) break;
  }
  return true;
}

function innermost(step: Step): Step {
  return step.kind === 'conditional' ? step.step : step;
}

function traceStep(
  step: Step,
  document: IngestDocument,
  around: Around & { readonly ignoreFailure: boolean },
): boolean {
  if (step.kind === 'conditional') {
    return traceStep(step.step, document, { ...around, condition: step });
  }
  if (step.kind === 'compound') return traceCompound(step, document, around);
  return traceProcessor(step, document, around);
}

function traceProcessor(
  step: ProcessorStep,
  document: IngestDocument,
  { tracing, condition: conditional, ignoreFailure }: Around & { readonly ignoreFailure: boolean },
): boolean {
  const { results } = tracing;
  const condition = conditional && {
    text: conditional.condition,
    result: conditional.evaluate(document),
  };
  const told = { step, condition, document: undefined, error: undefined };
  if (condition?.result === false) {
    results.push({ ...told, status: 'skipped' });
    return true;
  }
  const calls = step.work.calls;
  try {
    if (calls !== undefined) return traceCall(calls(document), document, { tracing, told });
    if (!runProcessor(step, document)) {
      results.push({ ...told, status: 'dropped' });
      return false;
    }
  } catch (thrown) {
    if (calls === undefined)
      results.push(failed(told, asApiError(thrown), document, ignoreFailure));
    throw thrown;
  }
  results.push({ ...told, status: 'success', document: document.copy() });
  return true;
}

type Told = Omit<TraceResult, 'status'>;

function failed(
  told: Told,
  error: ApiError,
  document: IngestDocument,
  ignoreFailure: boolean,
): TraceResult {
  return ignoreFailure
    ? { ...told, status: 'error_ignored', error, document: document.copy() }
    : { ...told, status: 'error', error };
}

function traceCall(
  id: string,
  document: IngestDocument,
  { tracing, told }: { readonly tracing: Tracing; readonly told: Told },
): boolean {
  const called = tracing.pipeline(id);
  if (called === undefined) {
    if (told.step.work.ignoresMissing === true) {
      tracing.results.push({ ...told, status: 'success' });
      return true;
    }
    throw illegalArgument(`Pipeline processor configured for non-existent pipeline [${id}]`);
  }
  try {
    tracing.tryPipeline(called, document.copy());
  } catch (thrown) {
    const error = asApiError(thrown);
    if (isCycle(error)) {
      tracing.results.push({ ...told, status: 'error', error });
      throw error;
    }
    // The trace of the called pipeline meets any other error again.
  }
  tracing.results.push({ ...told, status: 'success' });
  return tracePipeline(called, document, tracing);
}
