/** For tests: runs worlds one after another. */
import type { SimulationRun } from '../simulation_run.js';

interface Worlds<Report> {
  /** The worlds that broke an invariant. */
  readonly violations: readonly { readonly seed: number; readonly message: string }[];
  /** The sum over the reports of all worlds. */
  total(of: (report: Report) => number): number;
}

export function worldsFrom<Report>(
  first: number,
  count: number,
  simulate: (seed: number) => SimulationRun<Report>,
): Worlds<Report> {
  const reports: Report[] = [];
  const violations: { readonly seed: number; readonly message: string }[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const { report, violation } = simulate(seed);
    if (report !== undefined) reports.push(report);
    if (violation !== undefined) violations.push({ seed, message: violation.message });
  }
  return { violations, total: (of) => reports.reduce((sum, report) => sum + of(report), 0) };
}
