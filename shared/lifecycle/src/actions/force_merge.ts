/** Merges to few segments: blocks writes to the index, then merges its shards. */
import type { Action } from '../policy.js';
import { withSettings } from './with_settings.js';

export function forceMerge(maxNumSegments: number): Pick<Action, 'asksPrimaries' | 'next'> {
  return {
    asksPrimaries: false,
    next: ({ index, managed }) => {
      if (managed.memo === undefined) {
        return {
          kind: 'part',
          message: 'Successfully set index to read-only before a force merge',
          effects: [withSettings(index.name, [['index.blocks.write', 'true']])],
          memo: { blocked: true },
        };
      }
      return {
        kind: 'work',
        work: { kind: 'force_merge', maxNumSegments },
        message: `Force merge completed [index=${index.name}]`,
      };
    },
  };
}
