/**
 * Creates a data stream with its first backing index, from the index template that matches its
 * name.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import { checkStreamName } from '../names/name_rules.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate } from '../state/composable_template.js';
import { backingIndexName, duplicateName, withStream } from '../state/data_stream.js';
import { chosenTemplate } from '../templates/chosen_template.js';
import { bodiesOf, composedLifecycle } from '../templates/composed_template.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { creatingIndex, type StreamTemplate } from './create_index.js';

export interface CreateDataStreamRequest {
  readonly name: string;
}

export const create_data_stream: Command<CreateDataStreamRequest> = {
  name: 'create_data_stream',
  priority: 'HIGH',
  source: ({ name }) => `create-data-stream [${name}]`,
  *execute(state, { name }, environment) {
    checkBlocks(state, [], { level: 'create_index' });
    checkBlocks(state, [], { level: 'metadata_write' });
    checkNewStream(state, name);
    const template = streamTemplate(state, name);
    const lifecycle = composedLifecycle(bodiesOf(state, template));
    const index = backingIndexName(name, 1);
    const next = yield* creatingFirst(state, name, environment);
    return withStream(next, {
      ...template.dataStream,
      name,
      indices: [index],
      generation: 1,
      rollsOverOnWrite: false,
      ...(lifecycle === undefined ? {} : { lifecycle }),
    });
  },
};

function checkNewStream({ metadata }: ClusterState, name: string): void {
  if (metadata.dataStreams.has(name)) {
    const reason = `data_stream [${name}] already exists`;
    throw new ApiError('resource_already_exists_exception', reason);
  }
  checkStreamName(name);
  if (metadata.indices.has(name)) throw duplicateName(`data stream [${name}] conflicts with index`);
  const owners = [...metadata.indices.values()].filter(({ aliases }) => aliases.has(name));
  if (owners.length > 0) {
    const shown = owners.map((index) => `[${index.name}/${index.uuid}]`).join(', ');
    throw duplicateName(`${name} (alias of ${shown}) conflicts with data stream`);
  }
}

function* creatingFirst(
  state: ClusterState,
  stream: string,
  environment: CommandEnvironment,
): Generator<void, ClusterState> {
  const name = backingIndexName(stream, 1);
  if (state.metadata.indices.has(name)) {
    // This is no resource_already_exists_exception, from which a bulk would conclude that another
    // request has created the stream.
    const reason = `data stream could not be created because backing index [${name}] already exists`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  return yield* creatingBackingIndex(state, { stream, name }, environment);
}

/** Creates the next write index of a data stream; the stream does not list it yet. */
export function* creatingBackingIndex(
  state: ClusterState,
  { stream, name }: { readonly stream: string; readonly name: string },
  environment: CommandEnvironment,
): Generator<void, ClusterState> {
  const request = {
    name,
    providedName: name,
    settings: new Map([['index.hidden', 'true']]),
    mapping: {},
    aliases: [],
    cause: 'initialize_data_stream',
  } as const;
  return yield* creatingIndex(state, request, environment, streamTemplate(state, stream));
}

/** Throws illegal_argument_exception when no template makes data streams of this name. */
export function streamTemplate(state: ClusterState, stream: string): StreamTemplate {
  const template = chosenTemplate(state, stream);
  if (template === undefined) {
    throw illegalArgument(`no matching index template found for data stream [${stream}]`);
  }
  if (!makesStreams(template)) {
    throw illegalArgument(
      `matching index template [${template.name}] for data stream [${stream}] has no data stream template`,
    );
  }
  return template;
}

function makesStreams(template: ComposableTemplate): template is StreamTemplate {
  return template.dataStream !== undefined;
}
