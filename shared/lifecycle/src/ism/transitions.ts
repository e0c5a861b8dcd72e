/** The transitions of an index between states. A transition without a condition is due at once. */
import type { JsonObject, JsonValue } from '@skein/content';
import {
  addingTo,
  ageOf,
  type Bound,
  docsOf,
  flagOf,
  rolloverAgeOf,
  sizeOf,
  stateAgeOf,
  textOf,
} from '../conditions.js';
import { readCron } from '../cron.js';
import { illegal, objectOf, readMembers } from '../members.js';
import type { Transition } from '../policy.js';

export function readTransition(json: JsonObject): Transition {
  let to: string | undefined;
  let bound: Bound | undefined;
  readMembers(json, 'Transition', {
    state_name: (value, name) => {
      to = textOf(name, value);
    },
    conditions: (value) => {
      bound = value === null ? undefined : conditionOf(objectOf(value, 'conditions'));
    },
  });
  if (to === undefined) throw illegal('state_name is null');
  return {
    to,
    isDue: (facts) => bound?.isReached(facts) ?? true,
    asksPrimaries: bound?.asksPrimaries ?? false,
  };
}

function conditionOf(json: JsonObject): Bound {
  const bounds: Bound[] = [];
  const add = addingTo(bounds);
  readMembers(json, 'Transition conditions', {
    min_index_age: add(ageOf),
    min_doc_count: add(docsOf),
    min_size: add(sizeOf),
    min_rollover_age: add(rolloverAgeOf),
    min_state_age: add(stateAgeOf),
    no_alias: add(noAlias),
    cron: add((_name, value) => cronOf(objectOf(value, 'cron'))),
  });
  const [only, ...others] = bounds;
  if (only === undefined || others.length > 0) {
    throw illegal('Cannot provide more than one Transition condition');
  }
  return only;
}

function noAlias(name: string, json: JsonValue): Bound {
  const wanted = flagOf(name, json);
  return {
    shown: `${name}: ${wanted}`,
    asksPrimaries: false,
    isReached: ({ index }) => (index.aliases.size === 0) === wanted,
  };
}

/** Reached when a time of the schedule has passed since the actions were complete. */
function cronOf(json: JsonObject): Bound {
  const { shown, nextMs } = readCron(json);
  return {
    shown,
    asksPrimaries: false,
    isReached: ({ managed, nowMs }) => {
      const next = nextMs(managed.actionSinceMs);
      return next !== undefined && next <= nowMs;
    },
  };
}
