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

export function standingOf({ state = 'new', action, policy, status }: ManagedIndex): Standing {
  const actions = readPolicy('ilm', policy).states.get(state)?.actions ?? [];
  const name = actions[action]?.name ?? 'complete';
  const step = status === 'failed' ? 'ERROR' : (STEPS[name] ?? name);
  return { phase: state, action: name, step };
}
