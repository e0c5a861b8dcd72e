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
  const collect = exposedCollect();
  return () => collect({ type: 'major', execution: 'sync', flavor });
}

/**
 * V8's own function, which only contexts have that are created while a flag is set. All threads of
 * the process share the flag, so another thread that does the same may take it back in between.
 */
function exposedCollect(): Collect {
  for (;;) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('globalThis.gc') as Collect | undefined;
    setFlagsFromString('--no-expose-gc');
    if (collect !== undefined) return collect;
  }
}
