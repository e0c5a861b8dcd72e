/** Schedules that recur: the cron expressions of OpenSearch's policies, and fixed intervals. */
import type { JsonObject } from '@skein/content';
import { Cron } from 'croner';
import { textOf } from './conditions.js';
import { illegal, objectOf, readMembers } from './members.js';

export interface Schedule {
  readonly shown: string;
  /** The first time after that one; `undefined`: there is none. */
  readonly nextMs: (afterMs: number) => number | undefined;
}

/**
 * `{"cron": {"expression": "0 8 * * SAT", "timezone": "Europe/Vienna"}}`, or what is inside. A time that the clocks leave out in spring is an hour later on that day; one
 * that comes twice in autumn counts once.
 */
export function readCron(json: JsonObject): Schedule {
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
    nextMs: (afterMs) => cron.nextRun(new Date(afterMs))?.getTime(),
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
