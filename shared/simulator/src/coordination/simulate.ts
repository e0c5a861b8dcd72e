/** One seed, from beginning to verdict. */
import { Violation } from '../violation.js';
import { rulesWith } from './mutants.js';
import { Simulation, type SimulationReport } from './simulation.js';

export interface SimulationRun {
  readonly seed: number;
  readonly report: SimulationReport | undefined;
  readonly violation: Violation | undefined;
  /** Of everything up to the violation, too. */
  readonly trace: string;
}

export function simulateCoordination(seed: number, mutant?: string): SimulationRun {
  const simulation = new Simulation(seed, rulesWith(mutant));
  try {
    const report = simulation.run();
    return { seed, report, violation: undefined, trace: report.trace };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { seed, report: undefined, violation: error, trace: simulation.trace.toString() };
  }
}
