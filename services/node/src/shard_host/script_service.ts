/** The scripts of a thread, from what it was started with. */
import { provideWorld, ScriptCounters, ScriptService, type World } from '@skein/script';
import type { ScriptThreadData } from './thread_calls.js';

/** `world`: the time and randomness its scripts may ask for, and what they use of the processor. */
export function scriptService(
  world: World,
  { configuration, counters }: ScriptThreadData,
): ScriptService {
  provideWorld(world);
  return new ScriptService(world.clock, { configuration, counters: new ScriptCounters(counters) });
}
