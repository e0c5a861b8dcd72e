/** Simulates snapshots of clusters into one repository, from one seed. */
import type { SimulationRun } from '../simulation_run.js';
import { Violation } from '../violation.js';
import { type SnapshotsReport, SnapshotsSimulation, type Turn } from './simulation.js';

export async function simulateSnapshots(
  seed: number,
  turn: Turn,
  mutant?: string,
): Promise<SimulationRun<SnapshotsReport>> {
  const simulation = new SnapshotsSimulation(seed, turn, mutant);
  try {
    const report = await simulation.run();
    return { seed, report, violation: undefined, trace: report.trace };
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { seed, report: undefined, violation: error, trace: simulation.trace.toString() };
  }
}
