/**
 * The position of an index in its policy, in Elasticsearch's terms: a phase, an action of it, and a
 * step of that.
 */
import type { ManagedIndex } from '@skein/cluster';
import { readPolicy } from '@skein/lifecycle';

export interface Standing {
  readonly phase: string;
  readonly action: string;
  readonly step: string;
}

/** The step shown for each action; intermediate steps are not distinguished here. */
const STEPS: Readonly<Record<string, string>> = {
  allocate: 'check-allocation',
  delete: 'delete',
  forcemerge: 'forcemerge',
  rollover: 'check-rollover-ready',
  shrink: 'shrink',
};

export function standingOf(managed: ManagedIndex): Standing {
  const { state = 'new', action, policy } = managed;
  const actions = readPolicy('ilm', policy).states.get(state)?.actions ?? [];
  const name = actions[action]?.name ?? 'complete';
  const step = hasFailed(managed) ? 'ERROR' : (STEPS[name] ?? name);
  return { phase: state, action: name, step };
}

/** True if the last attempt of the action failed, whether there will be another or not. */
export function hasFailed({ status, failures }: ManagedIndex): boolean {
  return status === 'failed' || failures > 0;
}
