/** A pipeline as it is run: steps, what is done when one fails, and what was counted. */
import type { IngestDocument } from './ingest_document.js';
import type { Work } from './processor_type.js';

/** What became of documents that came by. */
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

/** Steps one after the other; with `onFailure`, or with `ignoreFailure`, what fails does not end the document. */
export interface CompoundStep {
  readonly kind: 'compound';
  readonly ignoreFailure: boolean;
  readonly steps: readonly CountedStep[];
  readonly onFailure: readonly Step[];
}

export interface ConditionalStep {
  readonly kind: 'conditional';
  readonly tag: string | undefined;
  /** Its script, as it is shown. */
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

/** What is shown of the processors of a pipeline, in order: those that others are made of count, what is done on failure does not. */
export function shownMetrics({ steps }: CompoundStep): readonly Metric[] {
  return steps.flatMap(({ step, metric }) => {
    if (step.kind === 'compound') return shownMetrics(step);
    return [step.kind === 'conditional' ? step.metric : metric];
  });
}
