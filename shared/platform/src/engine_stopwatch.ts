/**
 * Stops JavaScript that takes too long, from outside: whatever it is at, an expression that looks at the same characters again and again among it. What was
 * stopped is not told; no `finally` of it is run.
 */
import { Script } from 'node:vm';

export interface EngineStopwatch {
  /** Runs `work` to its end, or for so long; false: it was stopped. Costs about a tenth of a millisecond. */
  run(limitMs: number, work: () => void): boolean;
}

const PLACE = '__skeinTimedWork';
const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** One a thread: `work` in `work` cannot be timed. */
export function engineStopwatch(): EngineStopwatch {
  const script = new Script(`${PLACE}()`);
  return {
    run: (limitMs, work) => {
      Reflect.set(globalThis, PLACE, work);
      try {
        script.runInThisContext({ timeout: limitMs });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === TIMED_OUT) return false;
        throw error;
      } finally {
        Reflect.deleteProperty(globalThis, PLACE);
      }
    },
  };
}
