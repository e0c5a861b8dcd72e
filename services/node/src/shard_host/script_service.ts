/** The scripts of a thread, from what it was started with. */
import type { Clock, Random } from '@skein/base';
import { provideWorld, ScriptCounters, ScriptService } from '@skein/script';
import type { ScriptThreadData } from './thread_calls.js';

/** `world`: the time and randomness its scripts may ask for. */
export function scriptService(
  world: { readonly clock: Clock; readonly random: Random },
  { configuration, counters }: ScriptThreadData,
): ScriptService {
  provideWorld(world);
  return new ScriptService(world.clock, { configuration, counters: new ScriptCounters(counters) });
}
