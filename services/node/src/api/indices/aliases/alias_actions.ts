/**
 * Common part of alias changes: checks the caller on each index and alias, and runs the command.
 */
import { soonInSlices } from '@skein/base';
import { type AliasAction, type ClusterState, INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { acknowledged, type Reply } from '@skein/http';
import type { SubmitOptions } from '../../../master_service/mod.js';
import { type Caller, reachIndices } from '../../../security/index_access.js';
import { checkAliasFilters } from '../../../shard_host/mod.js';
import type { RequestContext } from '../../endpoint.js';
import type { ShapeActors } from '../../endpoint_shapes.js';
import { callerOf, MANAGES } from '../index_targets.js';
import { selectAliases } from './alias_selection.js';

export async function runAliasActions(
  actions: readonly AliasAction[],
  options: SubmitOptions,
  actors: ShapeActors['master'],
  context: RequestContext,
): Promise<Reply> {
  const { masterService } = actors;
  const caller = callerOf(actors, context);
  const allowed = await soonInSlices(
    allowedActions(actions, () => masterService.state(), caller),
    context.turns,
  );
  await checkFilters(allowed, actors, context);
  const outcome = await masterService.submit('update_aliases', { actions: allowed }, options);
  return acknowledged({}, outcome.acknowledged);
}

async function checkFilters(
  actions: readonly AliasAction[],
  actors: ShapeActors['master'],
  context: RequestContext,
): Promise<void> {
  for (const action of actions) {
    if (action.kind !== 'add' || action.filter === undefined) continue;
    const state = actors.masterService.state();
    const aliases = [{ name: action.alias, filter: action.filter }];
    for (const name of action.indices) {
      const index = state.metadata.indices.get(name);
      if (index !== undefined) await checkAliasFilters(index, aliases, actors.shardHost, context);
    }
  }
}

function* allowedActions(
  actions: readonly AliasAction[],
  state: () => ClusterState,
  caller: Caller,
): Generator<void, AliasAction[]> {
  const allowed: AliasAction[] = [];
  for (const action of actions) {
    allowed.push(allowedAction(state(), action, caller));
    yield;
  }
  return allowed;
}

/**
 * The action on concrete indices, so that exactly what was checked is run. Alias names need the
 * privilege too: otherwise a user who can change the indices behind an alias would decide what its
 * readers see.
 */
function allowedAction(state: ClusterState, action: AliasAction, caller: Caller): AliasAction {
  const options =
    action.kind === 'remove'
      ? { ...INDICES_OPTIONS.aliasActions, expandClosed: true }
      : INDICES_OPTIONS.aliasActions;
  const { indices } = reachIndices(
    state,
    { expressions: action.indices, options },
    caller,
    MANAGES,
  );
  for (const alias of aliasNames(state, action, indices)) authorizeAlias(alias, caller);
  return { ...action, indices };
}

/** An alias is authorized by its own name, whatever indices it has. */
function authorizeAlias(alias: string, { security, identity }: Caller): void {
  security.authorizeIndices(identity, 'indices:manage', [alias]);
}

/**
 * The aliases that an action changes; patterns of a removal match the aliases that the indices
 * have.
 */
function aliasNames(
  state: ClusterState,
  action: AliasAction,
  indices: readonly string[],
): readonly string[] {
  if (action.kind === 'add') return [action.alias];
  if (action.kind === 'remove_index') return [];
  const isPattern = (name: string) => name === '_all' || name.includes('*');
  const patterns = action.aliases.filter(isPattern);
  const found = indices.flatMap((name) => selectAliases(requireIndex(state, name), patterns));
  return [
    ...action.aliases.filter((name) => !isPattern(name)),
    ...found.map((alias) => alias.name),
  ];
}
