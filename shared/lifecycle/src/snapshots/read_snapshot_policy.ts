/** Parses policies of both languages once: their sources never change. */
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

/** Throws illegal_argument_exception for an invalid policy. */
export function readSnapshotPolicy(
  dialect: SnapshotPolicyDialect,
  source: JsonObject,
): SnapshotPolicy {
  return dialect === 'sm' ? sm(source) : slm(source);
}

/** The next times of a policy's work. Throws for a schedule without future times. */
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
