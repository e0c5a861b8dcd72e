/**
 * Collects all garbage of this thread and returns the freed memory to the system. V8 itself returns
 * it only under pressure. Compiled code stays. The thread stands still for about as
 * many milliseconds as it has megabytes of living objects.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  /** Only this flavor makes the new space small. */
  readonly flavor: 'last-resort';
}) => void;

export function garbageCollector(): () => void {
  // Contexts that are created in between expose V8's gc function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return () => {
    // Each collection ages code, and V8 drops what did not run during six of them. These should not
    // count: the next request may need the code.
    setFlagsFromString('--no-flush-bytecode');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    setFlagsFromString('--flush-bytecode');
  };
}
