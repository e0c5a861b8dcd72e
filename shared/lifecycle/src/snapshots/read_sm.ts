/** Reads policies of OpenSearch's snapshot management: `PUT /_plugins/_sm/policies/{name}`. */
import type { Random } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError, asApiError } from '@skein/errors';
import { flagOf, textOf, timeOf } from '../conditions.js';
import { readCron, type Schedule } from '../cron.js';
import { illegal, objectOf, readMembers } from '../members.js';
import { readBounds } from './read_bounds.js';
import { contentReaders } from './read_content.js';
import { type Bounds, oldest } from './retention.js';
import type { SnapshotContent, SnapshotPolicy } from './snapshot_policy.js';

const DATE_FORMAT = "yyyy-MM-dd'T'HH:mm:ss";
const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_LENGTH = 8;
/** Members that responses add to a policy: clients send them back. */
export const SM_ANSWER_FIELDS: readonly string[] = [
  'name',
  'schema_version',
  'schedule',
  'last_updated_time',
  'enabled_time',
];

interface Work {
  readonly schedule: Schedule | undefined;
  readonly timeLimitMs: number | undefined;
}

export function readSmPolicy(source: JsonObject): SnapshotPolicy {
  let creation: Work | undefined;
  let deletion: (Work & { readonly bounds: Bounds }) | undefined;
  let config: Config | undefined;
  readMembers(source, 'snapshot management policy', {
    ...Object.fromEntries(SM_ANSWER_FIELDS.map((name) => [name, () => {}])),
    description: (value, name) => void (value === null || textOf(name, value)),
    enabled: (value, name) => void flagOf(name, value),
    creation: (value, name) => {
      creation = readWork(objectOf(value, name), name, {});
    },
    deletion: (value, name) => {
      deletion = readDeletion(objectOf(value, name), name);
    },
    snapshot_config: (value, name) => {
      config = readConfig(objectOf(value, name));
    },
    notification: () => {
      throw illegal('[notification] is not supported: there are no notification channels');
    },
  });
  if (creation === undefined && deletion === undefined) {
    throw illegal('Must provide either creation or deletion configuration.');
  }
  if (config === undefined) throw illegal('snapshot_config field must not be null');
  const { repository, content, dateOf } = config;
  return {
    repository,
    content,
    creation: creation && taking(creation, dateOf),
    deletion: deletion && removing(deletion, creation?.schedule),
    mark: 'sm_policy',
    namesBeginWith: (policyName) => `${policyName}-`,
    retry: { count: 3, delayMs: 60_000 },
    waitsForPrimaries: true,
  };
}

function taking(
  { schedule, timeLimitMs }: Work,
  dateOf: (nowMs: number) => string,
): SnapshotPolicy['creation'] {
  if (schedule === undefined) throw illegal('schedule field must not be null');
  return {
    schedule,
    timeLimitMs,
    snapshotName: (policyName, nowMs, random) =>
      `${policyName}-${dateOf(nowMs).toLowerCase()}-${randomText(random)}`,
  };
}

function removing(
  { schedule, timeLimitMs, bounds }: Work & { readonly bounds: Bounds },
  creationSchedule: Schedule | undefined,
): SnapshotPolicy['deletion'] {
  const own = schedule ?? creationSchedule;
  if (own === undefined) {
    throw illegal('Schedule not provided for neither deletion policy nor creation policy');
  }
  return {
    schedule: own,
    timeLimitMs: () => timeLimitMs,
    outdated: (found, nowMs) => oldest(found, bounds, nowMs),
  };
}

function randomText(random: Random): string {
  return Array.from({ length: RANDOM_LENGTH }, () =>
    NAME_CHARACTERS.charAt(Math.floor(random.next() * NAME_CHARACTERS.length)),
  ).join('');
}

function readWork(json: JsonObject, what: string, more: Parameters<typeof readMembers>[2]): Work {
  const work: { schedule?: Schedule; timeLimitMs?: number } = {};
  readMembers(json, what, {
    schedule: (value, name) => {
      work.schedule = scheduleOf(objectOf(value, name));
    },
    time_limit: (value, name) => {
      work.timeLimitMs = timeOf(name, value);
    },
    ...more,
  });
  return { schedule: work.schedule, timeLimitMs: work.timeLimitMs };
}

function scheduleOf(json: JsonObject): Schedule {
  if (json.interval !== undefined) throw illegal('[interval] is not supported in [schedule]');
  return readCron(json);
}

function readDeletion(json: JsonObject, what: string): Work & { readonly bounds: Bounds } {
  let bounds: Bounds | undefined;
  const work = readWork(json, what, {
    condition: (value, name) => {
      bounds = readCondition(objectOf(value, name));
    },
  });
  if (bounds === undefined) throw illegal('condition must not be null.');
  return { ...work, bounds };
}

function readCondition(json: JsonObject): Bounds {
  const { maxAgeMs, minCount = 1, maxCount } = readBounds(json, 'condition', 'max_age');
  if (maxAgeMs === undefined && maxCount === undefined) {
    throw illegal('Please provide max_age or max_count.');
  }
  if (maxCount !== undefined && maxCount <= minCount) {
    throw illegal('max_count should be bigger than min_count.');
  }
  return { maxAgeMs, minCount, maxCount };
}

interface Config {
  readonly repository: string;
  readonly content: SnapshotContent;
  readonly dateOf: (nowMs: number) => string;
}

function readConfig(json: JsonObject): Config {
  let repository = '';
  let format = DATE_FORMAT;
  let timezone = 'UTC';
  const { readers, content } = contentReaders();
  const zone = (value: JsonValue, name: string) => {
    timezone = textOf(name, value);
  };
  readMembers(json, 'snapshot_config', {
    ...readers,
    repository: (value, name) => {
      repository = textOf(name, value);
    },
    date_format: (value, name) => {
      format = textOf(name, value);
    },
    date_format_timezone: zone,
    timezone: zone,
  });
  if (repository === '') throw illegal('Must provide the repository in snapshot config.');
  return { repository, content: content(), dateOf: dateFormatOf(format, timezone) };
}

function dateFormatOf(format: string, timezone: string): (nowMs: number) => string {
  try {
    const parsed = parseDateFormat(format);
    const dateOf = (nowMs: number) => parsed.format(nowMs, timezone);
    dateOf(0);
    return dateOf;
  } catch (thrown) {
    const cause = asApiError(thrown);
    const reason = `Please provide a valid date format. ${cause.reason}`;
    throw new ApiError('illegal_argument_exception', reason, { cause });
  }
}
