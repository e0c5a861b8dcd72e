/** Simulates a day of logs under policies, from one seed. */
import { runSeed, type SimulationRun } from '../simulation_run.js';
import { type LifecycleReport, LifecycleWorld } from './lifecycle_world.js';
import { lifecycleRulesWith } from './mutants.js';

export function simulateLifecycle(seed: number, mutant?: string): SimulationRun<LifecycleReport> {
  return runSeed(seed, new LifecycleWorld(seed, lifecycleRulesWith(mutant)));
}
