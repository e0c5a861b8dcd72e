/** Actions that open the index, close it and delete it. */
import type { Action } from '../policy.js';

type Plain = Pick<Action, 'asksPrimaries' | 'next'>;

export function openIndex(): Plain {
  return {
    asksPrimaries: false,
    next: ({ index: { name } }) => ({
      kind: 'done',
      message: `Successfully opened index [index=${name}]`,
      effects: [{ command: 'open_index', request: { indices: [name] } }],
    }),
  };
}

export function closeIndex(): Plain {
  return {
    asksPrimaries: false,
    next: ({ index: { name } }) => ({
      kind: 'done',
      message: `Successfully closed index [index=${name}]`,
      effects: [{ command: 'close_index', request: { indices: [name] } }],
    }),
  };
}

export function deleteIndex(): Plain {
  return {
    asksPrimaries: false,
    next: ({ index: { name } }) => ({
      kind: 'done',
      message: `Successfully deleted index [index=${name}]`,
      effects: [{ command: 'delete_index', request: { indices: [name] } }],
    }),
  };
}
