/** Creates an index: name, settings and templates, mapping, aliases, unassigned shards. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { composingMappings, IndexMapping, type MappingContext } from '@skein/mapping';
import { INDEX_SETTINGS, readIndexSort, type Settings } from '@skein/settings';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate, TemplateBody } from '../state/composable_template.js';
import { checkFreeOfStreams, type DataStreamTemplate } from '../state/data_stream.js';
import type { AliasMetadata } from '../state/index_metadata.js';
import type { IndexTemplate } from '../state/template.js';
import { matchingTemplates } from '../state/template_match.js';
import { chosenTemplate } from '../templates/chosen_template.js';
import {
  bodiesOf,
  composedAliases,
  composedSettings,
  mappingsOf,
  streamMappingsOf,
} from '../templates/composed_template.js';
import type { AliasDefinition } from './alias_rules.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { checkSortable, mappingContext } from './mapping_context.js';
import {
  checkNewName,
  requestedAliases,
  routingNumShardsOf,
  setDefaults,
  setIdentity,
  withNewIndex,
} from './new_index.js';
import { checkMergeScheduler, checkPrivateSettings } from './settings_rules.js';
import { withDefaults } from './template_mappings.js';

export interface CreateIndexRequest {
  readonly name: string;
  /** The name in the request, before date math is resolved. */
  readonly providedName: string;
  /** Flat, with the `index.` prefix. */
  readonly settings: Settings;
  readonly mapping: JsonObject;
  readonly aliases: readonly AliasDefinition[];
  readonly cause: 'api' | 'auto(bulk api)' | 'initialize_data_stream';
}

/** The members of a request that specifies nothing, so that everything comes from the templates. */
export const NOTHING_OF_ITS_OWN: Pick<CreateIndexRequest, 'aliases' | 'mapping' | 'settings'> = {
  settings: new Map(),
  mapping: {},
  aliases: [],
};

export const create_index: Command<CreateIndexRequest> = {
  name: 'create_index',
  priority: 'URGENT',
  source: ({ name, cause }) => `create-index [${name}], cause [${cause}]`,
  execute: (state, request, environment) => creatingIndex(state, request, environment),
};

/** Creates an index. `stream` is the template of the data stream that the index will belong to. */
export function* creatingIndex(
  state: ClusterState,
  request: CreateIndexRequest,
  environment: CommandEnvironment,
  stream?: StreamTemplate,
): Generator<void, ClusterState> {
  checkNewName(state, request.name);
  const beginning =
    stream === undefined ? beginningOf(state, request) : streamBeginning(state, stream);
  if (stream === undefined) checkFreeOfStreams(state, request.name, `index [${request.name}]`);
  const settings = newSettings(state, beginning.settings, request, environment);
  return withNewIndex(
    state,
    {
      name: request.name,
      settings,
      routingNumShards: routingNumShardsOf(settings),
      mapping: yield* makingMapping(beginning, request.mapping, settings),
      aliases: newAliases(state, beginning.aliases, request),
      primaryTerm: 0,
    },
    environment,
  );
}

/** The defaults that templates give to a new index. */
interface Beginning {
  readonly settings: Settings;
  readonly aliases: Iterable<AliasMetadata>;
  /** Merges the index's own mapping with those of the templates. */
  joining(own: JsonObject, context: MappingContext): Generator<void, JsonObject>;
}

export type StreamTemplate = ComposableTemplate & { readonly dataStream: DataStreamTemplate };

function streamBeginning(state: ClusterState, template: StreamTemplate): Beginning {
  const bodies = bodiesOf(state, template);
  return {
    settings: composedSettings(bodies),
    aliases: composedAliases(bodies).values(),
    joining: (own, context) =>
      composingMappings([...streamMappingsOf(template.dataStream, bodies), own], context),
  };
}

/**
 * The defaults from the matching composable template with the highest priority or, without one,
 * from all matching legacy templates.
 */
function beginningOf(state: ClusterState, { name, settings }: CreateIndexRequest): Beginning {
  const template = chosenTemplate(state, name, settings.get('index.hidden') === 'true');
  if (template?.dataStream !== undefined) {
    const reason = `cannot create index with name [${name}], because it matches with template [${template.name}] that creates data streams only, use create data stream api instead`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  return template === undefined
    ? legacyBeginning(matchingTemplates(state, name))
    : composedBeginning(bodiesOf(state, template));
}

function composedBeginning(bodies: readonly TemplateBody[]): Beginning {
  return {
    settings: composedSettings(bodies),
    aliases: composedAliases(bodies).values(),
    joining: (own, context) => composingMappings([...mappingsOf(bodies), own], context),
  };
}

/** The defaults from legacy templates, lowest order first. */
function legacyBeginning(templates: readonly IndexTemplate[]): Beginning {
  return {
    settings: new Map(templates.flatMap((template) => [...template.settings])),
    aliases: templates.flatMap((template) => [...template.aliases.values()]),
    *joining(own) {
      return templates.reduceRight<JsonObject>(
        (joined, template) => withDefaults(joined, template.mapping),
        own,
      );
    },
  };
}

/** The templates' settings, overridden by the request's, plus the settings that every index has. */
function newSettings(
  state: ClusterState,
  templates: Settings,
  request: CreateIndexRequest,
  environment: CommandEnvironment,
): Settings {
  checkPrivateSettings(request.settings);
  INDEX_SETTINGS.validate(request.settings);
  const settings = new Map([...templates, ...request.settings]);
  checkMergeScheduler(settings);
  setDefaults(state, settings);
  if (!settings.has('index.number_of_shards')) settings.set('index.number_of_shards', '1');
  setIdentity(settings, request.providedName, environment);
  settings.set('index.version.created', environment.indexVersion);
  return settings;
}

function* makingMapping(
  beginning: Beginning,
  requested: JsonObject,
  settings: Settings,
): Generator<void, JsonObject> {
  const context = mappingContext(settings);
  readIndexSort(settings);
  const joined = yield* beginning.joining(requested, context);
  const parsed = yield* IndexMapping.parsingInitial(joined, context);
  const mapping = yield* parsed.rendering();
  checkSortable(settings, mapping);
  return mapping;
}

/**
 * The request's aliases override templates' aliases of the same name. `{index}` in a template's
 * alias name stands for the index.
 */
function newAliases(
  state: ClusterState,
  ofTemplates: Iterable<AliasMetadata>,
  request: CreateIndexRequest,
): ReadonlyMap<string, AliasMetadata> {
  const aliases = new Map<string, AliasMetadata>();
  for (const alias of ofTemplates) {
    const name = alias.name.replaceAll('{index}', request.name);
    if (name !== request.name) aliases.set(name, { ...alias, name });
  }
  for (const [name, alias] of requestedAliases(state, request.name, request.aliases)) {
    aliases.set(name, alias);
  }
  return aliases;
}
