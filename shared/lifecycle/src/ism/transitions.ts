/** When an index goes from one state to another. Without a condition: at once. */
import type { JsonObject, JsonValue } from '@skein/content';
import { Cron } from 'croner';
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

/** `{"cron": {"expression": "* 17 * * SAT", "timezone": "Europe/Vienna"}}`: a moment of it has come since the actions were complete. */
function cronOf(json: JsonObject): Bound {
  let expression: string | undefined;
  let timezone: string | undefined;
  readMembers(objectOf(json.cron ?? json, 'cron'), 'cron', {
    expression: (value, name) => {
      expression = textOf(name, value);
    },
    timezone: (value, name) => {
      timezone = textOf(name, value);
    },
    start_time: () => {
      throw illegal('[start_time] is not supported in [cron]');
    },
  });
  if (expression === undefined || timezone === undefined) {
    throw illegal('[cron] needs [expression] and [timezone]');
  }
  const cron = parsed(expression, timezone);
  return {
    shown: `cron: ${expression} ${timezone}`,
    asksPrimaries: false,
    isReached: ({ managed, nowMs }) => {
      const next = cron.nextRun(new Date(managed.actionSinceMs));
      return next !== null && next.getTime() <= nowMs;
    },
  };
}

/** Five fields, minutes first. */
function parsed(expression: string, timezone: string): Cron {
  if (expression.trim().split(/\s+/).length !== 5) {
    throw illegal(`[cron] cannot be read: [${expression}]: five fields are expected`);
  }
  try {
    const cron = new Cron(expression, { timezone, paused: true });
    // An unknown zone is found when a time is asked for.
    cron.nextRun(new Date(0));
    return cron;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw illegal(`[cron] cannot be read: [${expression}] [${timezone}]: ${why}`);
  }
}
