/** Planted errors, each in one rule. A simulation that does not find them proves nothing. */
import type { LifecycleStepRequest } from '@skein/cluster';
import type { Decision } from '@skein/lifecycle';

export interface LifecycleRules {
  /** True when a step is taken only from the version on which it was decided. */
  readonly checksVersion: boolean;
  /** True when a step waits for the work before it. */
  readonly worksFirst: boolean;
  /** Maps a decision to the one that is carried out. */
  readonly decided: (decision: Decision) => Decision;
  /** Maps a request to the one that is sent. */
  readonly sent: (request: LifecycleStepRequest) => LifecycleStepRequest;
}

const LIFECYCLE_RULES: LifecycleRules = {
  checksVersion: true,
  worksFirst: true,
  decided: (decision) => decision,
  sent: (request) => request,
};

export const LIFECYCLE_MUTANTS: Readonly<Record<string, Partial<LifecycleRules>>> = {
  repeatsSteps: { checksVersion: false },
  stepsBeforeWork: { worksFirst: false },
  skipsLongActions: {
    decided: (decision) => {
      if (decision.kind !== 'step' || decision.step.to.memo === undefined) return decision;
      const { step } = decision;
      return { kind: 'step', step: { ...step, to: { ...step.to, action: step.to.action + 1 } } };
    },
  },
  forgetsRollovers: { sent: (request) => without('rollover', request) },
  forgetsDeletions: { sent: (request) => without('delete_index', request) },
};

/** Drops one effect of a request, while the index goes on as if it had been done. */
function without(
  command: LifecycleStepRequest['effects'][number]['command'],
  request: LifecycleStepRequest,
): LifecycleStepRequest {
  return { ...request, effects: request.effects.filter((effect) => effect.command !== command) };
}

export function lifecycleRulesWith(mutant: string | undefined): LifecycleRules {
  return mutant === undefined
    ? LIFECYCLE_RULES
    : { ...LIFECYCLE_RULES, ...LIFECYCLE_MUTANTS[mutant] };
}
