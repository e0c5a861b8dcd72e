/** The scripts of a thread, from what it was started with. */
import type { Clock } from '@skein/base';
import { ScriptCounters, ScriptService } from '@skein/script';
import type { ScriptThreadData } from './thread_calls.js';

export function scriptService(
  clock: Clock,
  { configuration, counters }: ScriptThreadData,
): ScriptService {
  return new ScriptService(clock, { configuration, counters: new ScriptCounters(counters) });
}
