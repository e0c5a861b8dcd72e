/**
 * The filters of aliases that a command would add, for a check before the command is submitted: a
 * filter is compiled against the mapping of its index, which is done in a thread and not by the
 * master.
 */
import type { Random } from '@skein/base';
import type { ClusterState } from '../state/cluster_state.js';
import { backingIndexName } from '../state/data_stream.js';
import type { AliasMetadata, IndexMetadata } from '../state/index_metadata.js';
import { type Command, stepsOf } from './command_type.js';
import { type CreateDataStreamRequest, create_data_stream } from './create_data_stream.js';
import { type CreateIndexRequest, create_index } from './create_index.js';
import {
  type LifecycleEffect,
  type LifecycleStepRequest,
  lifecycle_step,
} from './lifecycle_step.js';
import { type ResizeIndexRequest, resize_index } from './resize_index.js';
import { type RolloverRequest, rollover } from './rollover.js';

/** A command that may give aliases to indices. */
export type AliasChange =
  | { readonly command: 'create_data_stream'; readonly request: CreateDataStreamRequest }
  | { readonly command: 'create_index'; readonly request: CreateIndexRequest }
  | { readonly command: 'lifecycle_step'; readonly request: LifecycleStepRequest }
  | { readonly command: 'resize_index'; readonly request: ResizeIndexRequest }
  | { readonly command: 'rollover'; readonly request: RolloverRequest };

interface PlannedFilters {
  /** As it would be after the command. A new index has not the identity of the index to come. */
  readonly index: IndexMetadata;
  /** Its aliases whose filters are new. */
  readonly aliases: readonly AliasMetadata[];
}

/** False if the command certainly adds no filter, which is found out at little cost. */
export function mayAddFilters(state: ClusterState, change: AliasChange | LifecycleEffect): boolean {
  switch (change.command) {
    case 'create_data_stream':
      return templatesHaveFilters(state);
    case 'create_index':
      return hasFilter(change.request.aliases) || templatesHaveFilters(state);
    case 'resize_index':
      return hasFilter(change.request.aliases);
    case 'rollover': {
      const { oldIndex, alias, aliases } = change.request;
      const moved = state.metadata.indices.get(oldIndex)?.aliases.get(alias);
      return moved?.filter !== undefined || hasFilter(aliases) || templatesHaveFilters(state);
    }
    case 'update_aliases':
      return hasFilter(change.request.actions.filter((action) => action.kind === 'add'));
    case 'lifecycle_step':
      return change.request.effects.some((effect) => mayAddFilters(state, effect));
    default:
      return false;
  }
}

/** Throws what the command would throw in this state. */
export function* planningFilters(
  state: ClusterState,
  change: AliasChange,
  nowMs: number,
): Generator<void, readonly PlannedFilters[]> {
  const planned = yield* planning(state, change, nowMs);
  return [...new Set(changedNames(change))].flatMap((name) => {
    const index = planned.metadata.indices.get(name);
    if (index === undefined) return [];
    const before = state.metadata.indices.get(name)?.aliases;
    const isNew = ({ name: alias, filter }: AliasMetadata) =>
      filter !== undefined && before?.get(alias)?.filter !== filter;
    return [{ index, aliases: [...index.aliases.values()].filter(isNew) }];
  });
}

const NO_IDENTITY: Random = { next: () => 0, bytes: (length) => new Uint8Array(length) };

function planning(
  state: ClusterState,
  change: AliasChange,
  nowMs: number,
): Generator<void, ClusterState> {
  const environment = { nowMs, random: NO_IDENTITY, indexVersion: '0' };
  const steps = <Request>({ execute }: Command<Request>, request: Request) =>
    stepsOf(execute(state, request, environment));
  switch (change.command) {
    case 'create_data_stream':
      return steps(create_data_stream, change.request);
    case 'create_index':
      return steps(create_index, change.request);
    case 'lifecycle_step':
      return steps(lifecycle_step, change.request);
    case 'resize_index':
      return steps(resize_index, change.request);
    case 'rollover':
      return steps(rollover, change.request);
  }
}

/** The indices that the command makes, or whose aliases it changes. */
function changedNames(change: AliasChange | LifecycleEffect): readonly string[] {
  switch (change.command) {
    case 'create_data_stream':
      return [backingIndexName(change.request.name, 1)];
    case 'create_index':
    case 'resize_index':
      return [change.request.name];
    case 'rollover':
      return [change.request.newIndex];
    case 'update_aliases':
      return change.request.actions.flatMap((action) => action.indices);
    case 'lifecycle_step':
      return change.request.effects.flatMap(changedNames);
    default:
      return [];
  }
}

/** True if an alias of some template has a filter. */
function templatesHaveFilters({ metadata }: ClusterState): boolean {
  const { templates, indexTemplates, componentTemplates } = metadata;
  const composed = [...indexTemplates.values(), ...componentTemplates.values()];
  const bodies = [...templates.values(), ...composed.map(({ template }) => template)];
  return bodies.some((body) => hasFilter([...(body?.aliases?.values() ?? [])]));
}

function hasFilter(aliases: readonly { readonly filter?: AliasMetadata['filter'] }[]): boolean {
  return aliases.some(({ filter }) => filter !== undefined);
}
