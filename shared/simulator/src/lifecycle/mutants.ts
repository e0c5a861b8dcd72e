/** Errors to plant, one in one rule each. A simulation that does not find them proves nothing. */
import type { LifecycleStepRequest } from '@skein/cluster';
import type { Decision } from '@skein/lifecycle';

export interface LifecycleRules {
  /** A step is taken from the version it was decided on alone. */
  readonly checksVersion: boolean;
  /** A step is taken when the work before it is done. */
  readonly worksFirst: boolean;
  /** What is decided is what is taken. */
  readonly decided: (decision: Decision) => Decision;
  /** The request as it was sent. */
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

/** The index goes on as if a part of its step had been done. */
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
