/**
 * Changes that a user requests of something that also changes by itself, such as an index in its
 * policy or a transform. If it changed at the same time, the request is decided anew.
 */
import type { ClusterState } from '@skein/cluster';
import { isVersionConflict } from '@skein/errors';
import type { Actors } from '../actors.js';

interface Decision<T> {
  /** Finds the thing in a state; throws the error for the user if it is missing. */
  readonly read: (state: ClusterState) => T;
  /** Submits what is decided on it; rejects with a version conflict if it has changed since. */
  readonly submit: (seen: T) => Promise<boolean>;
  /** True if the thing is another one in this state, or has another version. */
  readonly isChanged: (seen: T, state: ClusterState) => boolean;
}

interface Waiting {
  readonly masterService: Actors['masterService'];
  readonly signal: AbortSignal;
}

/** A policy or a transform makes a few steps in a row, and then waits. */
const MOST_ATTEMPTS = 50;
/** Longest wait until this node has the state with the other change. */
const CATCH_UP_MS = 1000;

/** Resolves with the result of the submission that met no other change. */
export async function decideAnew<T>(
  { read, submit, isChanged }: Decision<T>,
  { masterService, signal }: Waiting,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const seen = read(masterService.state());
    try {
      return await submit(seen);
    } catch (thrown) {
      if (!isVersionConflict(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
    }
    const waits = { timeoutMs: CATCH_UP_MS, signal };
    await masterService.waitFor((state) => isChanged(seen, state), waits);
  }
}
