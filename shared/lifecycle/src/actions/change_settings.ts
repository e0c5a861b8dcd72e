/** Actions that change settings: blocks, replicas, priority, allocation of copies. */
import type { Facts } from '../facts.js';
import type { Action } from '../policy.js';
import { withSettings } from './with_settings.js';

type Plain = Pick<Action, 'asksPrimaries' | 'next'>;

export function changeSettings(
  message: string,
  settings: readonly (readonly [string, string | null])[],
): Plain {
  return {
    asksPrimaries: false,
    next: ({ index }: Facts) => ({
      kind: 'done',
      message: `${message} [index=${index.name}]`,
      effects: [withSettings(index.name, settings)],
    }),
  };
}

/** `isBlocked` is true if writes are refused. */
export function writeBlock(isBlocked: boolean): Plain {
  const message = isBlocked
    ? 'Successfully set index to read-only'
    : 'Successfully set index to read-write';
  return changeSettings(message, [['index.blocks.write', isBlocked ? 'true' : null]]);
}

export function replicaCount(count: number): Plain {
  return changeSettings(`Successfully set number_of_replicas to ${count}`, [
    ['index.number_of_replicas', String(count)],
  ]);
}

/** Sets the priority by which indices are recovered. */
export function priority(value: number | null): Plain {
  const text = value === null ? null : String(value);
  return changeSettings(`Successfully set index priority to ${value}`, [['index.priority', text]]);
}
