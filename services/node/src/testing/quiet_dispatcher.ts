/** For tests: a dispatcher without limits of time or memory, which counts and reports nothing. */
import type { Actors } from '../actors.js';
import { Dispatcher } from '../api/dispatcher.js';
import { openSecurity } from '../security/open_security.js';

type Parts = ConstructorParameters<typeof Dispatcher>[0];

export function quietDispatcher(
  parts: Pick<Parts, 'endpoints'> &
    Partial<Omit<Parts, 'actors'>> & { readonly actors?: Partial<Actors> },
): Dispatcher {
  return new Dispatcher({
    security: openSecurity,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    timers: { after: () => ({ cancel: () => {} }) },
    usage: { count: () => {} },
    requestMetrics: { answered: () => {} },
    failures: { failed: () => {} },
    heap: { check: () => {} },
    headers: {},
    ...parts,
    // The endpoints under test use these actors only.
    actors: { ...parts.actors } as Actors,
  });
}
