/** Pipeline counts of this node, summed over its threads. */
import type { JsonObject } from '@skein/content';
import { type IngestCounts, type PipelineSources, processorLabels } from '@skein/ingest/calls';
import type { IngestReport, PipelineReport, ShownCount } from './contract.js';

/** Documents, failures, milliseconds. */
const PARTS = 3;

interface Counted {
  readonly source: JsonObject;
  readonly sums: Float64Array;
}

export class CountedPipelines {
  readonly #total = new Float64Array(PARTS);
  readonly #pipelines = new Map<string, Counted>();
  /** Number of documents in progress. */
  #current = 0;

  begin(documents: number): void {
    this.#current += documents;
  }

  end(documents: number, counts: IngestCounts | undefined): void {
    this.#current -= documents;
    if (counts === undefined) return;
    add(this.#total, counts.total);
    for (const [id, numbers] of counts.pipelines) {
      const sums = this.#pipelines.get(id)?.sums;
      // The pipeline's source has changed since it was counted.
      if (sums?.length === numbers.length) add(sums, numbers);
    }
  }

  /** A changed pipeline keeps its counts for processors that are still of the same type. */
  change(sources: PipelineSources): void {
    for (const id of this.#pipelines.keys()) if (!sources.has(id)) this.#pipelines.delete(id);
    for (const [id, source] of sources) {
      const before = this.#pipelines.get(id);
      if (before?.source !== source) this.#pipelines.set(id, counted(source, before));
    }
  }

  report(): IngestReport {
    return {
      total: { ...shown(this.#total, 0), current: this.#current },
      pipelines: [...this.#pipelines].map(([id, one]) => reportOf(id, one)),
    };
  }
}

function counted(source: JsonObject, before: Counted | undefined): Counted {
  const labels = processorLabels(source);
  const sums = new Float64Array(PARTS * (1 + labels.length));
  if (before === undefined) return { source, sums };
  sums.set(before.sums.subarray(0, PARTS));
  const earlier = processorLabels(before.source);
  if (earlier.length !== labels.length) return { source, sums };
  labels.forEach(({ type }, i) => {
    if (earlier[i]?.type !== type) return;
    const at = PARTS * (i + 1);
    sums.set(before.sums.subarray(at, at + PARTS), at);
  });
  return { source, sums };
}

function reportOf(id: string, { source, sums }: Counted): PipelineReport {
  const processors = processorLabels(source).map((label, i) => ({
    ...label,
    ...shown(sums, i + 1),
  }));
  return { id, ...shown(sums, 0), processors };
}

function shown(sums: Float64Array, place: number): ShownCount {
  const at = PARTS * place;
  return { count: sums[at] ?? 0, failed: sums[at + 1] ?? 0, timeMs: sums[at + 2] ?? 0 };
}

function add(sums: Float64Array, numbers: readonly number[]): void {
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (numbers[i] ?? 0);
}
