/** Actions that open, close and delete the index. */
import type { LifecycleEffect } from '@skein/cluster';
import type { Action } from '../policy.js';

type Plain = Pick<Action, 'asksPrimaries' | 'next'>;

export function openIndex(): Plain {
  return ofIndex('opened', (indices) => ({ command: 'open_index', request: { indices } }));
}

export function closeIndex(): Plain {
  return ofIndex('closed', (indices) => ({ command: 'close_index', request: { indices } }));
}

export function deleteIndex(): Plain {
  return ofIndex('deleted', (indices) => ({ command: 'delete_index', request: { indices } }));
}

function ofIndex(done: string, effect: (indices: readonly string[]) => LifecycleEffect): Plain {
  return {
    asksPrimaries: false,
    next: ({ index: { name } }) => ({
      kind: 'done',
      message: `Successfully ${done} index [index=${name}]`,
      effects: [effect([name])],
    }),
  };
}
