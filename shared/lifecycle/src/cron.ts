/** Recurring schedules: the cron expressions of OpenSearch's policies, and fixed intervals. */
import type { JsonObject } from '@skein/content';
import { Cron } from 'croner';
import { textOf } from './conditions.js';
import { illegal, objectOf, readMembers } from './members.js';

export interface Schedule {
  readonly shown: string;
  /** The first time after the given one; `undefined` if there is none. */
  readonly nextMs: (afterMs: number) => number | undefined;
}

/**
 * Reads `{"cron": {"expression": "0 8 * * SAT", "timezone": "Europe/Vienna"}}`, or the inner
 * object. A time skipped by a clock change in spring is one hour later on that day; a time that
 * occurs twice in autumn counts once.
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

/** The expression has five fields, minutes first. */
function parsed(expression: string, timezone: string): Cron {
  if (expression.trim().split(/\s+/).length !== 5) {
    throw illegal(`[cron] cannot be read: [${expression}]: five fields are expected`);
  }
  try {
    const cron = new Cron(expression, { timezone, paused: true });
    // An unknown zone is detected only when a time is computed.
    cron.nextRun(new Date(0));
    return cron;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw illegal(`[cron] cannot be read: [${expression}] [${timezone}]: ${why}`);
  }
}
