/** Runs one seed from its start to the verdict. */
import type { TraceHash } from './trace_hash.js';
import { Violation } from './violation.js';

export interface SimulationRun<Report> {
  readonly seed: number;
  readonly report: Report | undefined;
  readonly violation: Violation | undefined;
  /** The hash of all events, up to the violation if there is one. */
  readonly trace: string;
}

export function runSeed<Report extends { readonly trace: string }>(
  seed: number,
  simulation: { readonly trace: TraceHash; run(): Report },
): SimulationRun<Report> {
  try {
    const report = simulation.run();
    return { seed, report, violation: undefined, trace: report.trace };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { seed, report: undefined, violation: error, trace: simulation.trace.toString() };
  }
}
