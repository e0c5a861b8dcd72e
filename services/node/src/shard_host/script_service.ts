/** The script service of a thread, made from its start data. */
import { provideWorld, type World } from '@skein/java';
import { ScriptCounters, ScriptService } from '@skein/script';
import type { ScriptThreadData } from './threads/thread_calls.js';

/** `world`: the clock and randomness available to scripts, and the CPU time they use. */
export function scriptService(
  world: World,
  { configuration, counters }: ScriptThreadData,
): ScriptService {
  provideWorld(world);
  return new ScriptService(world.clock, { configuration, counters: new ScriptCounters(counters) });
}
