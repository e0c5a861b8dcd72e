/** Reads policies of Elasticsearch's snapshot lifecycle management: `PUT /_slm/policy/{name}`. */
import { parseTimeMs, randomId } from '@skein/base';
import { clusterSettings, snapshotNameFault } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { parseQuartzCron, resolveDateMathName } from '@skein/dates';
import { CLUSTER, readSetting } from '@skein/settings';
import type { Schedule } from '../cron.js';
import { illegal, into, objectOf, readMembers } from '../members.js';
import { readBounds } from './read_bounds.js';
import { contentReaders, wordOf } from './read_content.js';
import { type Bounds, expired } from './retention.js';
import type { SnapshotContent, SnapshotPolicy } from './snapshot_policy.js';

export function readSlmPolicy(source: JsonObject): SnapshotPolicy {
  const given: { schedule?: string; name?: string; repository?: string } = {};
  let content: SnapshotContent = contentReaders().content();
  let bounds: Bounds | undefined;
  readMembers(source, 'snapshot lifecycle policy', {
    schedule: into(given, 'schedule', wordOf),
    name: into(given, 'name', wordOf),
    repository: into(given, 'repository', wordOf),
    config: (value, name) => {
      content = readConfig(objectOf(value, name));
    },
    retention: (value, name) => {
      bounds = readRetention(objectOf(value, name));
    },
  });
  const { schedule, name, repository } = given;
  if (schedule === undefined) throw illegal('Required [schedule]');
  if (name === undefined) throw illegal('Required [name]');
  if (repository === undefined) throw illegal('Required [repository]');
  checkName(name);
  return {
    repository,
    content,
    creation: {
      schedule: slmSchedule(schedule),
      timeLimitMs: undefined,
      snapshotName: (_policyName, nowMs, random) =>
        `${resolveDateMathName(name, nowMs)}-${randomId(random).toLowerCase()}`,
    },
    deletion: bounds && {
      schedule: undefined,
      timeLimitMs: (state) =>
        readSetting(clusterSettings(state), CLUSTER.snapshots.retentionDuration),
      outdated: (found, nowMs) => (bounds === undefined ? [] : expired(found, bounds, nowMs)),
    },
    mark: 'policy',
    namesBeginWith: () => '',
    retry: { count: 0, delayMs: 0 },
    waitsForPrimaries: false,
  };
}

function readConfig(json: JsonObject): SnapshotContent {
  const { readers, content } = contentReaders();
  readMembers(json, 'config', readers);
  return content();
}

function readRetention(json: JsonObject): Bounds {
  const { maxAgeMs, minCount, maxCount } = readBounds(json, 'retention', 'expire_after');
  if (minCount !== undefined && maxCount !== undefined && minCount > maxCount) {
    throw illegal(
      `minimum snapshot count ${minCount} cannot be larger than maximum snapshot count ${maxCount}`,
    );
  }
  return { maxAgeMs, minCount, maxCount };
}

/**
 * Date math in the name depends on the time; any other error in it does not, so it is checked for
 * one time.
 */
function checkName(name: string): void {
  const fault = snapshotNameFault(resolveDateMathName(name, 0));
  if (fault !== undefined) throw illegal(`invalid snapshot name [${name}]: ${fault}`);
}

/**
 * Reads `0 30 1 * * ?`, in UTC, or `30m`: intervals count from the start of 1970, so that all
 * masters agree.
 */
function slmSchedule(text: string): Schedule {
  const everyMs = parseTimeMs(text);
  if (everyMs === undefined) {
    return { shown: text, nextMs: parseQuartzCron(text).nextMs };
  }
  if (everyMs <= 0) throw illegal(`invalid schedule [${text}]: must be longer than nothing`);
  return { shown: text, nextMs: (afterMs) => (Math.floor(afterMs / everyMs) + 1) * everyMs };
}

/** The shortest interval between upcoming times of a schedule. */
export function shortestMs({ nextMs }: Schedule, nowMs: number): number {
  let shortest = Number.POSITIVE_INFINITY;
  let before = nextMs(nowMs);
  for (let looks = 0; looks < TIMES_LOOKED_AT && before !== undefined; looks++) {
    const next = nextMs(before);
    if (next === undefined) break;
    shortest = Math.min(shortest, next - before);
    before = next;
  }
  return shortest;
}

const TIMES_LOOKED_AT = 100;
