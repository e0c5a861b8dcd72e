/**
 * Collects the garbage of this thread on demand. The thread stands still for about a quarter as
 * many milliseconds as it has megabytes of living objects.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * `regular`: as V8 does under load. If the thread has allocated little for five seconds, its new
 * space becomes small. `last-resort`: what only feedback of past calls refers to goes too, and the
 * new space becomes small in any case. Hot code is then compiled again when it next runs: for
 * memory that is left from starting.
 */
type Flavor = 'regular' | 'last-resort';

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: Flavor;
}) => void;

export function garbageCollector(flavor: Flavor): () => void {
  // Contexts that are created in between expose V8's gc function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor });
}
