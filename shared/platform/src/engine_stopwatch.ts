/**
 * Stops JavaScript that takes too long, whatever it is doing, even a backtracking regular
 * expression. The stopped code gets no notice, and none of its `finally` blocks run.
 */
import { Script } from 'node:vm';
import { systemCodeOf } from '@skein/base';

export interface EngineStopwatch {
  /**
   * Runs `work` to its end or to the limit; false: it was stopped. Costs about a tenth of a
   * millisecond.
   */
  run(limitMs: number, work: () => void): boolean;
}

const PLACE = '__skeinTimedWork';
const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Creates the stopwatch of a thread; nested calls of `run` cannot be timed. */
export function engineStopwatch(): EngineStopwatch {
  const script = new Script(`${PLACE}()`);
  return {
    run: (limitMs, work) => {
      Reflect.set(globalThis, PLACE, work);
      try {
        script.runInThisContext({ timeout: limitMs });
        return true;
      } catch (error) {
        if (systemCodeOf(error) === TIMED_OUT) return false;
        throw error;
      } finally {
        Reflect.deleteProperty(globalThis, PLACE);
      }
    },
  };
}
