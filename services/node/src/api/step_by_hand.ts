/**
 * Steps of an index in its policy that a user requests: another policy, none, another try, another
 * place. The policy may make a step of its own at the same time; then the request is decided anew.
 */
import { type IndexMetadata, type LifecycleStepRequest, requireIndex } from '@skein/cluster';
import { isVersionConflict } from '@skein/errors';
import type { Actors } from '../actors.js';
import type { SubmitOptions } from '../master_service/mod.js';

export type StepByHand = Pick<LifecycleStepRequest, 'effects' | 'to'>;

interface ByHand {
  readonly masterService: Actors['masterService'];
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

/** A policy makes a few steps in a row, and then waits. */
const MOST_ATTEMPTS = 50;
/** Longest wait until this node has the state in which the policy made its step. */
const CATCH_UP_MS = 1000;

/**
 * Takes the step for the index. `decide` sees the index as it is by then; it returns undefined if
 * there is nothing to do, and throws what the user is told. Resolves with `false` if not all nodes
 * have confirmed the change in time.
 */
export async function stepByHand(
  name: string,
  decide: (index: IndexMetadata) => StepByHand | undefined,
  { masterService, options, signal }: ByHand,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const index = requireIndex(masterService.state(), name);
    const step = decide(index);
    if (step === undefined) return true;
    const { uuid, lifecycle } = index;
    const from = lifecycle?.version;
    const request = { index: name, uuid, from, ...step, isByHand: true };
    try {
      return (await masterService.submit('lifecycle_step', request, options)).acknowledged;
    } catch (thrown) {
      if (!isVersionConflict(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
    }
    await masterService.waitFor(
      ({ metadata }) => {
        const now = metadata.indices.get(name);
        return now?.uuid !== uuid || now.lifecycle?.version !== from;
      },
      { timeoutMs: CATCH_UP_MS, signal },
    );
  }
}
