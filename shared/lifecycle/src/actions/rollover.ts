/** Rolls over the alias or data stream through which the index is written to a new index. */
import {
  indexLookup,
  type LifecycleEffect,
  NOTHING_OF_ITS_OWN,
  planRollover,
  type RolloverPlan,
  streamOf,
  writeIndexName,
} from '@skein/cluster';
import type { Bound } from '../conditions.js';
import type { Facts } from '../facts.js';
import { sum } from '../facts.js';
import { ismSetting } from '../ism/ism_setting.js';
import type { Action, Outcome } from '../policy.js';
import { withSettings } from './with_settings.js';

interface RolloverOptions {
  /** At least one of these must be reached; if empty, the index rolls over at once. */
  readonly anyOf: readonly Bound[];
  /** All of these must be reached too. */
  readonly allOf: readonly Bound[];
  readonly skipsEmpty: boolean;
  /** If true, the new index gets the other aliases too. */
  readonly copiesAliases: boolean;
  /** If true, the old index is marked as complete: `index.lifecycle.indexing_complete`. */
  readonly marksComplete: boolean;
}

export function rollover(options: RolloverOptions): Pick<Action, 'asksPrimaries' | 'next'> {
  const bounds = [...options.anyOf, ...options.allOf];
  return {
    asksPrimaries: options.skipsEmpty || bounds.some((bound) => bound.asksPrimaries),
    next: (facts) => nextOf(options, facts),
  };
}

function nextOf(options: RolloverOptions, facts: Facts): Outcome {
  const { index, managed } = facts;
  const { settings } = index;
  if (settings.get('index.plugins.index_state_management.rollover_skip') === 'true') {
    return { kind: 'done', message: 'Skipped rollover action' };
  }
  if (
    managed.rolledOverMs !== undefined ||
    settings.get('index.lifecycle.indexing_complete') === 'true'
  ) {
    return { kind: 'done', message: 'This index has already been rolled over' };
  }
  const target = targetOf(facts);
  if ('outcome' in target) return target.outcome;
  if (!isDue(options, facts)) {
    const shown = [...options.anyOf, ...options.allOf].map((bound) => bound.shown);
    return { kind: 'wait', message: `Rollover conditions not met [${shown.join(', ')}]` };
  }
  const { state, nowMs } = facts;
  const plan = planRollover(state, { alias: target.name, newIndex: undefined, nowMs });
  return {
    kind: 'done',
    message: `Successfully rolled over index [index=${index.name}], new index [${plan.newIndex}]`,
    rolledOver: true,
    effects: effectsOf(options, facts, plan),
  };
}

/** The target of the rollover, or the outcome if there is none. */
function targetOf({
  state,
  index,
}: Facts): { readonly name: string } | { readonly outcome: Outcome } {
  const stream = streamOf(state, index.name);
  if (stream !== undefined) {
    if (writeIndexName(stream) === index.name) return stream;
    return { outcome: { kind: 'done', message: 'This index has already been rolled over' } };
  }
  const alias =
    ismSetting(index.settings, 'rollover_alias') ??
    index.settings.get('index.lifecycle.rollover_alias') ??
    '';
  if (alias === '') return failing(`Missing rollover_alias index setting [index=${index.name}]`);
  const target = indexLookup(state).get(alias);
  const isMember = target?.indices.some((one) => one.name === index.name) === true;
  if (!isMember || index.aliases.get(alias)?.isWriteIndex === false) {
    return failing(`Missing alias or not the write index when rollover [index=${index.name}]`);
  }
  return { name: alias };
}

function failing(message: string): { readonly outcome: Outcome } {
  return { outcome: { kind: 'fail', message } };
}

function isDue({ anyOf, allOf, skipsEmpty }: RolloverOptions, facts: Facts): boolean {
  const { primaries = [] } = facts;
  if (skipsEmpty && sum(primaries, ({ docs }) => docs) === 0) return false;
  if (!allOf.every((bound) => bound.isReached(facts))) return false;
  return anyOf.length === 0 || anyOf.some((bound) => bound.isReached(facts));
}

function effectsOf(
  { copiesAliases, marksComplete }: RolloverOptions,
  { index }: Facts,
  plan: RolloverPlan,
): readonly LifecycleEffect[] {
  const effects: LifecycleEffect[] = [
    { command: 'rollover', request: { ...plan, ...NOTHING_OF_ITS_OWN } },
  ];
  const others = [...index.aliases.values()].filter(({ name }) => name !== plan.alias);
  if (copiesAliases && others.length > 0) {
    const actions = others.map(({ name: alias, isWriteIndex: _own, ...rest }) => ({
      ...rest,
      kind: 'add' as const,
      indices: [plan.newIndex],
      alias,
    }));
    effects.push({ command: 'update_aliases', request: { actions } });
  }
  if (marksComplete)
    effects.push(withSettings(index.name, [['index.lifecycle.indexing_complete', 'true']]));
  return effects;
}
