/**
 * Steps of an index in its policy that a user requests: another policy, none, another try, another
 * place. The policy may make a step of its own at the same time; then the request is decided anew.
 */
import { type IndexMetadata, type LifecycleStepRequest, requireIndex } from '@skein/cluster';
import type { Actors } from '../actors.js';
import type { SubmitOptions } from '../master_service/mod.js';
import { decideAnew } from './decide_anew.js';

export type StepByHand = Pick<LifecycleStepRequest, 'effects' | 'to'>;

interface ByHand {
  readonly masterService: Actors['masterService'];
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

/**
 * Takes the step for the index. `decide` sees the index as it is by then; it returns undefined if
 * there is nothing to do, and throws what the user is told. Resolves with `false` if not all nodes
 * have confirmed the change in time.
 */
export function stepByHand(
  name: string,
  decide: (index: IndexMetadata) => StepByHand | undefined,
  { masterService, options, signal }: ByHand,
): Promise<boolean> {
  return decideAnew(
    {
      read: (state) => requireIndex(state, name),
      submit: async (index) => {
        const step = decide(index);
        if (step === undefined) return true;
        const from = index.lifecycle?.version;
        const request = { index: name, uuid: index.uuid, from, ...step, isByHand: true };
        return (await masterService.submit('lifecycle_step', request, options)).acknowledged;
      },
      isChanged: ({ uuid, lifecycle }, { metadata }) => {
        const now = metadata.indices.get(name);
        return now?.uuid !== uuid || now.lifecycle?.version !== lifecycle?.version;
      },
    },
    { masterService, signal },
  );
}
