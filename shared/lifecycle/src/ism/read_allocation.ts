/** `allocation`: `require`, `include` and `exclude` by node attribute. */
import type { JsonObject, JsonValue } from '@skein/content';
import { type AllocationOptions, allocation } from '../actions/allocation.js';
import { flagOf, textOf } from '../conditions.js';
import { illegal, objectOf, readMembers } from '../members.js';
import type { Action } from '../policy.js';

type Rule = AllocationOptions['rules'][number];

export function readAllocation(json: JsonObject): Pick<Action, 'asksPrimaries' | 'next'> {
  const rules: Rule[] = [];
  let waits = false;
  const read = (value: JsonValue, kind: string) => void rules.push(...rulesOf(kind, value));
  readMembers(json, 'AllocationAction', {
    require: read,
    include: read,
    exclude: read,
    wait_for: (value, name) => {
      waits = flagOf(name, value);
    },
  });
  if (rules.length === 0) {
    throw illegal('At least one allocation parameter need to be specified.');
  }
  return allocation({ rules, replicas: undefined, waits });
}

/** `kind` is `require`, `include` or `exclude`. */
export function rulesOf(kind: string, json: JsonValue): readonly Rule[] {
  return Object.entries(objectOf(json, kind)).map(([attribute, value = null]) => ({
    kind: kind as Rule['kind'],
    attribute,
    value: textOf(attribute, value),
  }));
}
