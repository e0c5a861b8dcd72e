/** Adds and removes aliases of the index. */
import type { AliasAction } from '@skein/cluster';
import type { Action } from '../policy.js';

/** An alias to add to or remove from the index of the policy. */
export type OwnAliasAction =
  | Omit<Extract<AliasAction, { kind: 'add' }>, 'indices'>
  | Omit<Extract<AliasAction, { kind: 'remove' }>, 'indices'>;

export function changeAliases(
  actions: readonly OwnAliasAction[],
): Pick<Action, 'asksPrimaries' | 'next'> {
  return {
    asksPrimaries: false,
    next: ({ index: { name } }) => ({
      kind: 'done',
      message: `Successfully updated alias [index=${name}]`,
      effects: [
        {
          command: 'update_aliases',
          request: { actions: actions.map((one) => ({ ...one, indices: [name] })) },
        },
      ],
    }),
  };
}
