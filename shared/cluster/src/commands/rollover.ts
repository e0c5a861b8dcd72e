/**
 * Rolls an alias over to a new index, whose name has the next number or is given in the request.
 */
import { type ApiError, illegalArgument } from '@skein/errors';
import { indexLookup } from '../names/index_lookup.js';
import { concreteName, writeMemberOf } from '../names/single_target.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import {
  backingIndexName,
  type DataStream,
  withStream,
  writeIndexName,
} from '../state/data_stream.js';
import { type AliasMetadata, type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import { matchingTemplates } from '../state/template_match.js';
import { chosenTemplate } from '../templates/chosen_template.js';
import { bodiesOf, composedAliases } from '../templates/composed_template.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { creatingBackingIndex, streamTemplate } from './create_data_stream.js';
import { type CreateIndexRequest, creatingIndex } from './create_index.js';
import { checkNewName } from './new_index.js';
import { withNewVersion } from './update_aliases.js';

export interface RolloverPlan {
  readonly alias: string;
  readonly oldIndex: string;
  readonly newIndex: string;
  /** The new name before date math is resolved. */
  readonly providedName: string;
}

export interface RolloverRequest
  extends RolloverPlan,
    Pick<CreateIndexRequest, 'settings' | 'mapping' | 'aliases'> {
  /** True if a data stream rolls over only if it still waits for that (`_rollover?lazy`). */
  readonly isLazy?: boolean;
}

export const rollover: Command<RolloverRequest> = {
  name: 'rollover',
  priority: 'URGENT',
  source: ({ alias, oldIndex, newIndex }) =>
    `rollover_index [${alias}], source [${oldIndex}], new index [${newIndex}]`,
  *execute(state, request, environment) {
    const { alias, oldIndex, newIndex, providedName, settings, mapping, aliases } = request;
    const stream = state.metadata.dataStreams.get(alias);
    // The first of several documents that arrive at the same time has rolled the stream over.
    if (request.isLazy && !stream?.rollsOverOnWrite) return state;
    checkBlocks(state, [oldIndex], { level: 'metadata_write' });
    if (stream !== undefined) return yield* rollingOver(state, stream, request, environment);
    const source = writeIndexOf(state, alias);
    if (source.name !== oldIndex) throw movedOn(alias, source.name, oldIndex);
    checkTemplates(state, newIndex, alias);
    const created = {
      name: newIndex,
      providedName,
      settings,
      mapping,
      aliases,
      cause: 'api',
    } as const;
    const next = yield* creatingIndex(state, created, environment);
    return withAliasMoved(next, request);
  },
};

/** Rolls a data stream over to its next backing index. */
function* rollingOver(
  state: ClusterState,
  stream: DataStream,
  { alias, oldIndex, newIndex }: RolloverPlan,
  environment: CommandEnvironment,
): Generator<void, ClusterState> {
  if (writeIndexName(stream) !== oldIndex) throw movedOn(alias, writeIndexName(stream), oldIndex);
  const names = { stream: stream.name, name: newIndex };
  const next = yield* creatingBackingIndex(state, names, environment);
  return withStream(next, {
    ...stream,
    indices: [...stream.indices, newIndex],
    generation: stream.generation + 1,
    rollsOverOnWrite: false,
  });
}

function movedOn(target: string, now: string, oldIndex: string): ApiError {
  return illegalArgument(
    `rollover target [${target}] points to [${now}] by now, not to [${oldIndex}]`,
  );
}

/** Plans a rollover; throws if it is forbidden. */
export function planRollover(
  state: ClusterState,
  {
    alias,
    newIndex,
    nowMs,
  }: {
    readonly alias: string;
    readonly newIndex: string | undefined;
    readonly nowMs: number;
  },
): RolloverPlan {
  const stream = state.metadata.dataStreams.get(alias);
  if (stream !== undefined) return planStream(state, stream, newIndex);
  const source = writeIndexOf(state, alias);
  const providedName = newIndex ?? nextName(source);
  const name = concreteName(providedName, nowMs);
  checkNewName(state, name);
  checkTemplates(state, name, alias);
  return { alias, oldIndex: source.name, newIndex: name, providedName };
}

function planStream(
  state: ClusterState,
  stream: DataStream,
  newIndex: string | undefined,
): RolloverPlan {
  if (newIndex !== undefined) {
    throw illegalArgument('new index name may not be specified when rolling over a data stream');
  }
  streamTemplate(state, stream.name);
  const next = backingIndexName(stream.name, stream.generation + 1);
  return {
    alias: stream.name,
    oldIndex: writeIndexName(stream),
    newIndex: next,
    providedName: next,
  };
}

function writeIndexOf(state: ClusterState, alias: string): IndexMetadata {
  const target = indexLookup(state).get(alias);
  if (target === undefined) throw illegalArgument(`rollover target [${alias}] does not exist`);
  if (target.kind === 'index') {
    throw illegalArgument(
      'rollover target is a [concrete index] but one of [alias,data_stream] was expected',
    );
  }
  const found = writeMemberOf(target);
  if (found === undefined)
    throw illegalArgument(`rollover target [${alias}] does not point to a write index`);
  return found;
}

/**
 * The old name with its trailing number increased by one, in six digits; date math in the name
 * stays date math.
 */
function nextName({ name, settings }: IndexMetadata): string {
  const provided = settings.get('index.provided_name') ?? name;
  const isDateMath = provided.startsWith('<') && provided.endsWith('>');
  const source = isDateMath ? provided.slice(1, -1) : name;
  const [, stem, digits] = /^(.*-)(\d+)$/.exec(source) ?? [];
  if (stem === undefined || digits === undefined) {
    throw illegalArgument(`index name [${name}] does not match pattern '^.*-\\d+$'`);
  }
  const next = stem + String(BigInt(digits) + 1n).padStart(6, '0');
  return isDateMath ? `<${next}>` : next;
}

/**
 * Refuses if a template gives the alias to the new index too, since the alias would then have both
 * indices.
 */
function checkTemplates(state: ClusterState, newIndex: string, alias: string): void {
  const template = chosenTemplate(state, newIndex);
  const users =
    template === undefined
      ? matchingTemplates(state, newIndex)
      : [{ name: template.name, aliases: composedAliases(bodiesOf(state, template)) }];
  const duplicate = users.find(({ aliases }) => aliases.has(alias));
  if (duplicate === undefined) return;
  throw illegalArgument(
    `Rollover alias [${alias}] can point to multiple indices, found duplicated alias [[${alias}]] in index template [${duplicate.name}]`,
  );
}

/**
 * Moves the alias with its filter and routing. If the alias has an explicit write index, the old
 * index stays a member that is not written to.
 */
function withAliasMoved(
  state: ClusterState,
  { alias, oldIndex, newIndex }: RolloverPlan,
): ClusterState {
  const [before, after] = [requireIndex(state, oldIndex), requireIndex(state, newIndex)];
  const was = before.aliases.get(alias);
  const isNamed = was?.isWriteIndex === true;
  const now: AliasMetadata = {
    name: alias,
    filter: was?.filter,
    indexRouting: was?.indexRouting,
    searchRouting: was?.searchRouting,
    isWriteIndex: isNamed ? true : undefined,
    isHidden: was?.isHidden,
  };
  const kept = new Map(before.aliases);
  if (isNamed && was) kept.set(alias, { ...was, isWriteIndex: false });
  else kept.delete(alias);
  return replaceIndices(state, [
    withNewVersion({ ...before, aliases: kept }),
    { ...after, aliases: new Map(after.aliases).set(alias, now) },
  ]);
}
