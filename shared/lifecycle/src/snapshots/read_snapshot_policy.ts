/** Policies of both languages, read once: their sources never change. */
import { onceFor } from '@skein/base';
import type { PolicyDues, SnapshotPolicyDialect } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Schedule } from '../cron.js';
import { illegal } from '../members.js';
import { readSlmPolicy } from './read_slm.js';
import { readSmPolicy } from './read_sm.js';
import type { SnapshotPolicy } from './snapshot_policy.js';

const sm = onceFor(readSmPolicy);
const slm = onceFor(readSlmPolicy);

/** Throws illegal_argument_exception for what is no policy. */
export function readSnapshotPolicy(
  dialect: SnapshotPolicyDialect,
  source: JsonObject,
): SnapshotPolicy {
  return dialect === 'sm' ? sm(source) : slm(source);
}

/** When the work of a policy is due next. Throws for a schedule that has no time to come. */
export function policyDues({ creation, deletion }: SnapshotPolicy, nowMs: number): PolicyDues {
  return {
    ...(creation === undefined ? {} : { creation: nextOf(creation.schedule, 'creation', nowMs) }),
    ...(deletion === undefined
      ? {}
      : {
          deletion:
            deletion.schedule === undefined ? null : nextOf(deletion.schedule, 'deletion', nowMs),
        }),
  };
}

function nextOf({ nextMs }: Schedule, what: string, nowMs: number): number {
  const next = nextMs(nowMs);
  if (next !== undefined) return next;
  throw illegal(
    `Next execution time from the ${what} schedule is null, please provide a valid cron expression.`,
  );
}
