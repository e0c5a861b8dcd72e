/**
 * A step of an index in its policy: applies the step's effects on the cluster and the index's new
 * progress in one change. The step is taken only from the version on which it was decided. So a
 * node that decides again, because a response was lost or the master changed, neither repeats a
 * step nor skips one.
 */
import { ApiError } from '@skein/errors';
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import type { ManagedIndex } from '../state/lifecycle.js';
import { replaceIndices } from '../state/replace.js';
import { type CloseIndexRequest, close_index } from './close_index.js';
import { type Command, type CommandEnvironment, stepsOf } from './command_type.js';
import { type CreateSnapshotRequest, create_snapshot } from './create_snapshot.js';
import { type DeleteIndexRequest, delete_index } from './delete_index.js';
import { type ModifyDataStreamsRequest, modify_data_streams } from './modify_data_streams.js';
import { type OpenIndexRequest, open_index } from './open_index.js';
import { type ResizeIndexRequest, resize_index } from './resize_index.js';
import { type RolloverRequest, rollover } from './rollover.js';
import { type UpdateAliasesRequest, update_aliases } from './update_aliases.js';
import { type UpdateIndexSettingsRequest, update_index_settings } from './update_index_settings.js';

export type LifecycleEffect =
  | { readonly command: 'close_index'; readonly request: CloseIndexRequest }
  | { readonly command: 'create_snapshot'; readonly request: CreateSnapshotRequest }
  | { readonly command: 'delete_index'; readonly request: DeleteIndexRequest }
  | { readonly command: 'modify_data_streams'; readonly request: ModifyDataStreamsRequest }
  | { readonly command: 'open_index'; readonly request: OpenIndexRequest }
  | { readonly command: 'resize_index'; readonly request: ResizeIndexRequest }
  | { readonly command: 'rollover'; readonly request: RolloverRequest }
  | { readonly command: 'update_aliases'; readonly request: UpdateAliasesRequest }
  | { readonly command: 'update_index_settings'; readonly request: UpdateIndexSettingsRequest };

export interface LifecycleStepRequest {
  readonly index: string;
  readonly uuid: string;
  /** Version of the progress on which the step was decided; absent: the index had no policy. */
  readonly from?: number | undefined;
  /** The new progress; absent: the index has no policy from now on. */
  readonly to?: ManagedIndex | undefined;
  readonly effects: readonly LifecycleEffect[];
  /** The index that gets the progress `to` in place of this one. */
  readonly onto?: string | undefined;
  /**
   * True for a step that a user requests: if it cannot be taken because the index has made another
   * step since, that is an error and not the end of the matter.
   */
  readonly isByHand?: boolean;
}

export const lifecycle_step: Command<LifecycleStepRequest> = {
  name: 'lifecycle_step',
  priority: 'NORMAL',
  source: ({ index, to }) => `lifecycle-step [${index}], state [${to?.state}]`,
  *execute(state, request, environment) {
    const { index: name, uuid, from, to, effects, onto = name } = request;
    const index = state.metadata.indices.get(name);
    if (index === undefined || index.uuid !== uuid || index.lifecycle?.version !== from) {
      if (request.isByHand === true) throw outrun(name);
      return state;
    }
    let next = state;
    for (const effect of effects) next = yield* applying(next, effect, environment);
    return withManaged(next, onto, to && rolledNow(to, effects, environment));
  },
};

function outrun(index: string): ApiError {
  const reason = `the policy of index [${index}] has made a step meanwhile`;
  return new ApiError('version_conflict_engine_exception', reason);
}

function applying(
  state: ClusterState,
  effect: LifecycleEffect,
  environment: CommandEnvironment,
): Generator<void, ClusterState> {
  return stepsOf(executed(state, effect, environment));
}

function executed(state: ClusterState, effect: LifecycleEffect, environment: CommandEnvironment) {
  switch (effect.command) {
    case 'close_index':
      return close_index.execute(state, effect.request, environment);
    case 'create_snapshot':
      return create_snapshot.execute(state, effect.request, environment);
    case 'delete_index':
      return delete_index.execute(state, effect.request, environment);
    case 'modify_data_streams':
      return modify_data_streams.execute(state, effect.request, environment);
    case 'open_index':
      return open_index.execute(state, effect.request, environment);
    case 'resize_index':
      return resize_index.execute(state, effect.request, environment);
    case 'rollover':
      return rollover.execute(state, effect.request, environment);
    case 'update_aliases':
      return update_aliases.execute(state, effect.request, environment);
    case 'update_index_settings':
      return update_index_settings.execute(state, effect.request, environment);
  }
}

/**
 * Sets the rollover time: an index's age counts from its rollover, not from the decision to roll
 * over.
 */
function rolledNow(
  to: ManagedIndex,
  effects: readonly LifecycleEffect[],
  { nowMs }: CommandEnvironment,
): ManagedIndex {
  const isRolling = effects.some(({ command }) => command === 'rollover');
  return isRolling ? { ...to, rolledOverMs: nowMs } : to;
}

/** Stores the progress; does nothing for an index that its last step has deleted. */
function withManaged(
  state: ClusterState,
  name: string,
  managed: ManagedIndex | undefined,
): ClusterState {
  const index = state.metadata.indices.get(name);
  if (index === undefined) return state;
  const { lifecycle: _before, ...rest } = index;
  const after: IndexMetadata = managed === undefined ? rest : { ...rest, lifecycle: managed };
  return replaceIndices(state, [{ ...after, version: index.version + 1 }]);
}
