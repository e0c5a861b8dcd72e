/** A pipeline in executable form: steps, failure handling, and counters. */
import type { IngestDocument } from './ingest_document.js';
import type { Work } from './processor_type.js';

/** Counters of processed documents. */
export class Metric {
  count = 0;
  failed = 0;
  timeMs = 0;
}

export interface ProcessorStep {
  readonly kind: 'processor';
  readonly type: string;
  readonly tag: string | undefined;
  readonly description: string | undefined;
  readonly work: Work;
}

/**
 * A sequence of steps; with `onFailure` or `ignoreFailure`, an error does not fail the document.
 */
export interface CompoundStep {
  readonly kind: 'compound';
  readonly ignoreFailure: boolean;
  readonly steps: readonly CountedStep[];
  readonly onFailure: readonly Step[];
}

export interface ConditionalStep {
  readonly kind: 'conditional';
  readonly tag: string | undefined;
  /** The condition's script, for display. */
  readonly condition: string;
  readonly evaluate: (document: IngestDocument) => boolean;
  readonly step: ProcessorStep | CompoundStep;
  readonly metric: Metric;
}

export type Step = ProcessorStep | CompoundStep | ConditionalStep;

export interface CountedStep {
  readonly step: Step;
  readonly metric: Metric;
}

export interface Pipeline {
  readonly id: string;
  readonly root: CompoundStep;
  readonly metric: Metric;
}

/**
 * The counters of the pipeline's visible processors, in order: nested processors are included,
 * failure handlers are not.
 */
export function shownMetrics({ steps }: CompoundStep): readonly Metric[] {
  return steps.flatMap(({ step, metric }) => {
    if (step.kind === 'compound') return shownMetrics(step);
    return [step.kind === 'conditional' ? step.metric : metric];
  });
}
