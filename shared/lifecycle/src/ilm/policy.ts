/**
 * Reads a policy of Elasticsearch's index lifecycle management: phases in a fixed order, which are
 * the states, each with its actions in a fixed order. An index enters the next phase when it is old
 * enough, counted from its rollover if there was one.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { timeOf } from '../conditions.js';
import { type Facts, originationMs, rolledOverMs } from '../facts.js';
import { illegal, objectOf, readMembers } from '../members.js';
import type { Action, Policy, PolicyState, Transition } from '../policy.js';
import { ILM_ACTIONS, readIlmAction } from './actions.js';

/** The phases in the order in which an index passes them. */
export const PHASES = ['hot', 'warm', 'cold', 'frozen', 'delete'] as const;
type PhaseName = (typeof PHASES)[number];

/** The actions that each phase allows, in their order. */
const ACTIONS_OF: Readonly<Record<PhaseName, readonly string[]>> = {
  hot: ['set_priority', 'unfollow', 'rollover', 'readonly', 'shrink', 'forcemerge'],
  warm: ['set_priority', 'unfollow', 'readonly', 'allocate', 'migrate', 'shrink', 'forcemerge'],
  cold: ['set_priority', 'unfollow', 'readonly', 'allocate', 'migrate', 'freeze'],
  frozen: ['unfollow'],
  delete: ['wait_for_snapshot', 'delete'],
};

/** Actions of the hot phase that require a rollover before them. */
const AFTER_ROLLOVER: readonly string[] = ['readonly', 'shrink', 'forcemerge'];

interface Phase {
  readonly name: PhaseName;
  readonly minAgeMs: number;
  readonly actions: readonly Action[];
}

/** Reads `{"phases": {…}, "_meta": {…}}`. Throws illegal_argument_exception. */
export function readIlmPolicy(json: JsonObject): Policy {
  const phases: Phase[] = [];
  readMembers(json, 'lifecycle policy', {
    phases: (value) => {
      const given = objectOf(value, 'phases');
      readMembers(
        given,
        'phases',
        Object.fromEntries(PHASES.map((name) => [name, () => undefined])),
      );
      for (const name of PHASES) {
        if (given[name] !== undefined) phases.push(phaseOf(name, objectOf(given[name], name)));
      }
    },
    _meta: (value) => void objectOf(value, '_meta'),
    deprecated: () => undefined,
  });
  checkAges(phases);
  return made(phases);
}

function phaseOf(name: PhaseName, json: JsonObject): Phase {
  let minAgeMs = 0;
  let given: JsonObject = {};
  readMembers(json, `phase [${name}]`, {
    min_age: (value: JsonValue) => {
      minAgeMs = value === null ? 0 : timeOf('min_age', value);
    },
    actions: (value: JsonValue) => {
      given = objectOf(value, 'actions');
    },
  });
  for (const action of Object.keys(given)) checkAction(name, action, given);
  const actions = ACTIONS_OF[name].flatMap((action) => {
    const options = given[action];
    return options === undefined ? [] : [readIlmAction(action, objectOf(options, action))];
  });
  return { name, minAgeMs, actions };
}

function checkAction(phase: PhaseName, action: string, given: JsonObject): void {
  if (!ILM_ACTIONS.includes(action)) {
    throw illegal(`action [${action}] is not supported. Supported are [${ILM_ACTIONS.join(', ')}]`);
  }
  if (!ACTIONS_OF[phase].includes(action)) {
    throw illegal(`invalid action [${action}] defined in phase [${phase}]`);
  }
  if (phase === 'hot' && AFTER_ROLLOVER.includes(action) && given.rollover === undefined) {
    throw illegal(
      `the [${action}] action(s) may not be used in the [hot] phase without an accompanying [rollover] action`,
    );
  }
}

/** Refuses a phase with a lower minimum age than the previous one, which would be skipped. */
function checkAges(phases: readonly Phase[]): void {
  let before: Phase | undefined;
  for (const phase of phases) {
    const isYounger =
      phase.minAgeMs > 0 && before !== undefined && phase.minAgeMs < before.minAgeMs;
    if (isYounger) {
      const [now, was] = [`${phase.name}`, `${before?.name}`];
      throw illegal(`phase [${now}] must have a min_age that is not below that of phase [${was}]`);
    }
    if (phase.minAgeMs > 0) before = phase;
  }
}

/** The state of an index before its first phase. */
export const NEW = 'new';
const COMPLETE: readonly Transition[] = [];

function made(phases: readonly Phase[]): Policy {
  const states = new Map<string, PolicyState>();
  const [first] = phases;
  const entering = first === undefined ? COMPLETE : [transitionTo(first)];
  states.set(NEW, { name: NEW, actions: [], transitions: entering });
  phases.forEach((phase, i) => {
    const next = phases[i + 1];
    const transitions = next === undefined ? COMPLETE : [transitionTo(next)];
    states.set(phase.name, { name: phase.name, actions: phase.actions, transitions });
  });
  return { first: NEW, states, templates: [], onError: undefined };
}

function transitionTo({ name, minAgeMs }: Phase): Transition {
  return {
    to: name,
    asksPrimaries: false,
    isDue: (facts) => facts.nowMs - agedFromMs(facts) >= minAgeMs,
  };
}

/** The time from which phases count the age of an index. */
export function agedFromMs(facts: Facts): number {
  const { index } = facts;
  return originationMs(index) ?? rolledOverMs(facts) ?? index.creationDateMs;
}
