/** Reads a policy of OpenSearch's Index State Management. */
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { countOf, textOf } from '../conditions.js';
import { illegal, listOf, objectOf, readMembers } from '../members.js';
import type { Action, Policy, PolicyState, Transition, Webhook } from '../policy.js';
import { readAction } from './actions.js';
import { readTransition } from './transitions.js';
import { readNotification } from './webhooks.js';

/** Throws illegal_argument_exception. */
export function readIsmPolicy(json: JsonObject): Policy {
  let description: string | undefined;
  let first: string | undefined;
  let states: readonly PolicyState[] = [];
  let templates: Policy['templates'] = [];
  let onError: Webhook | undefined;
  const ignored = () => undefined;
  readMembers(json, 'Policy', {
    // Members that a policy has when it was returned by the API.
    policy_id: ignored,
    last_updated_time: ignored,
    schema_version: ignored,
    user: ignored,
    description: (value, name) => {
      description = textOf(name, value);
    },
    default_state: (value, name) => {
      first = textOf(name, value);
    },
    error_notification: (value) => {
      if (value !== null) onError = readNotification(objectOf(value, 'error_notification'));
    },
    states: (value) => {
      states = listOf(value, 'states').map((one) => stateOf(objectOf(one, 'states')));
    },
    ism_template: (value) => {
      templates = templatesOf(value);
    },
  });
  if (description === undefined) throw illegal('description is null');
  if (first === undefined) throw illegal('default_state is null');
  return { ...checked(states, first), templates, onError };
}

function checked(states: readonly PolicyState[], first: string): Pick<Policy, 'first' | 'states'> {
  const byName = new Map(states.map((state) => [state.name, state]));
  for (const { name, transitions } of states) {
    const lost = transitions.find(({ to }) => !byName.has(to));
    if (lost === undefined) continue;
    throw illegal(
      `Policy contains a transition in state=${name} pointing to a nonexistent state=${lost.to}`,
    );
  }
  if (byName.size !== states.length) throw illegal('Policy cannot have duplicate state names');
  if (states.length === 0) throw illegal('Policy must contain at least one State');
  if (!byName.has(first)) throw illegal('Policy must have a valid default state');
  return { first, states: byName };
}

function stateOf(json: JsonObject): PolicyState {
  let name: string | undefined;
  let actions: readonly Action[] = [];
  let transitions: readonly Transition[] = [];
  readMembers(json, 'State', {
    name: (value, key) => {
      name = textOf(key, value);
    },
    actions: (value) => {
      actions = listOf(value, 'actions').map((one) => readAction(objectOf(one, 'actions')));
    },
    transitions: (value) => {
      transitions = listOf(value, 'transitions').map((one) =>
        readTransition(objectOf(one, 'transitions')),
      );
    },
  });
  if (name === undefined) throw illegal('State name is null');
  if (name.trim() === '') throw illegal('State must contain a valid name');
  const isDeleting = actions.some((action) => action.name === 'delete');
  if (isDeleting && transitions.length > 0) {
    throw illegal(`State=${name} must not contain transitions when using delete action`);
  }
  return { name, actions, transitions };
}

function templatesOf(json: JsonValue): Policy['templates'] {
  if (json === null) return [];
  return (isJsonArray(json) ? json : [json]).map((one) =>
    templateOf(objectOf(one, 'ism_template')),
  );
}

function templateOf(json: JsonObject): Policy['templates'][number] {
  let patterns: readonly string[] | undefined;
  let priority = 0;
  readMembers(json, 'ISMTemplate', {
    index_patterns: (value, name) => {
      patterns = listOf(value, name).map((one) => textOf(name, one));
    },
    priority: (value, name) => {
      priority = countOf(name, value, 0);
    },
    last_updated_time: () => undefined,
  });
  if (patterns === undefined || patterns.length === 0) {
    throw illegal('index_patterns must not be null or empty');
  }
  const faults = patterns.flatMap(patternFaults).map((fault, i) => `${i + 1}: ${fault};`);
  if (faults.length > 0) throw illegal(`Validation Failed: ${faults.join('')}`);
  return { patterns, priority };
}

function patternFaults(pattern: string): readonly string[] {
  const says = (fault: string) => `index_pattern [${pattern}] must not ${fault}`;
  return [
    ...(pattern.includes('#') ? [says("contain a '#'")] : []),
    ...(pattern.includes(':') ? [says("contain a ':'")] : []),
    ...(pattern.startsWith('_') ? [says("start with '_'")] : []),
    ...(FORBIDDEN.test(pattern)
      ? [says('contain the following characters [ , ", \\, <, |, ,, >, /, ?]')]
      : []),
  ];
}

/** Characters that OpenSearch allows in no name of a file. */
const FORBIDDEN = /[\\/?"<>| ,]/;
