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
import { close_index } from './close_index.js';
import { type Command, type CommandEnvironment, stepsOf } from './command_type.js';
import { create_snapshot } from './create_snapshot.js';
import { delete_index } from './delete_index.js';
import { modify_data_streams } from './modify_data_streams.js';
import { open_index } from './open_index.js';
import { resize_index } from './resize_index.js';
import { rollover } from './rollover.js';
import { update_aliases } from './update_aliases.js';
import { update_index_settings } from './update_index_settings.js';

/** The commands that a step may apply. */
const EFFECTS = {
  close_index,
  create_snapshot,
  delete_index,
  modify_data_streams,
  open_index,
  resize_index,
  rollover,
  update_aliases,
  update_index_settings,
};

type EffectName = keyof typeof EFFECTS;

type RequestOf<Name extends EffectName> =
  (typeof EFFECTS)[Name] extends Command<infer Request> ? Request : never;

interface EffectOf<Name extends EffectName> {
  readonly command: Name;
  readonly request: RequestOf<Name>;
}

export type LifecycleEffect = { [Name in EffectName]: EffectOf<Name> }[EffectName];

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

function applying<Name extends EffectName>(
  state: ClusterState,
  { command, request }: EffectOf<Name>,
  environment: CommandEnvironment,
): Generator<void, ClusterState> {
  const commands: { readonly [N in EffectName]: Command<RequestOf<N>> } = EFFECTS;
  return stepsOf(commands[command].execute(state, request, environment));
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
