import { runSeed, type SimulationRun } from '../simulation_run.js';
import { rulesWith } from './mutants.js';
import { Simulation, type SimulationReport } from './simulation.js';

export function simulateCoordination(
  seed: number,
  mutant?: string,
): SimulationRun<SimulationReport> {
  return runSeed(seed, new Simulation(seed, rulesWith(mutant)));
}
