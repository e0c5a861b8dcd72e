/** `rollover`: rolls over when any of its conditions is met, or at once without conditions. */
import type { JsonObject } from '@skein/content';
import { rollover } from '../actions/rollover.js';
import { addingTo, ageOf, type Bound, docsOf, flagOf, shardSizeOf, sizeOf } from '../conditions.js';
import { readMembers } from '../members.js';
import type { Action } from '../policy.js';

export function readRollover(json: JsonObject): Pick<Action, 'asksPrimaries' | 'next'> {
  const anyOf: Bound[] = [];
  let copiesAliases = false;
  let skipsEmpty = false;
  const add = addingTo(anyOf);
  readMembers(json, 'RolloverAction', {
    min_size: add(sizeOf),
    min_primary_shard_size: add(shardSizeOf),
    min_doc_count: add(docsOf),
    min_index_age: add(ageOf),
    copy_alias: (value, name) => {
      copiesAliases = flagOf(name, value);
    },
    prevent_empty_rollover: (value, name) => {
      skipsEmpty = flagOf(name, value);
    },
  });
  return rollover({ anyOf, allOf: [], skipsEmpty, copiesAliases, marksComplete: false });
}
