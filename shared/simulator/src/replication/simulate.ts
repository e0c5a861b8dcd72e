/** One seed, from beginning to verdict. */
import { Violation } from '../violation.js';
import { replicationRulesWith } from './mutants.js';
import { type ReplicationReport, ReplicationSimulation } from './replication_simulation.js';

export interface ReplicationRun {
  readonly seed: number;
  readonly report: ReplicationReport | undefined;
  readonly violation: Violation | undefined;
  /** Of everything up to the violation, too. */
  readonly trace: string;
}

export function simulateReplication(seed: number, mutant?: string): ReplicationRun {
  const simulation = new ReplicationSimulation(seed, replicationRulesWith(mutant));
  try {
    const report = simulation.run();
    return { seed, report, violation: undefined, trace: report.trace };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { seed, report: undefined, violation: error, trace: simulation.trace.toString() };
  }
}
