/** A new index: name, settings and templates, mapping, aliases, unassigned shards. */
import { randomId } from '@skein/base';
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping, mergeMapping } from '@skein/mapping';
import { INDEX, INDEX_SETTINGS, readIndexSort, readSetting, type Settings } from '@skein/settings';
import { autoExpandedReplicas } from '../allocation/auto_expand.js';
import { unassignedRouting } from '../allocation/build_routing.js';
import { checkIndexName, invalidIndexName } from '../names/name_rules.js';
import { checkRoutingNumShards, defaultRoutingNumShards } from '../routing/shard_of.js';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import { type AliasMetadata, type IndexMetadata, indexLabel } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { IndexTemplate } from '../state/template.js';
import { matchingTemplates } from '../state/template_match.js';
import { type AliasDefinition, checkAliasSet, makeAlias } from './alias_rules.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { checkSortable, mappingContext } from './mapping_context.js';
import { checkPrivateSettings } from './settings_rules.js';
import { checkShardLimit } from './shard_limit.js';

export interface CreateIndexRequest {
  readonly name: string;
  /** The name as asked for, before date math. */
  readonly providedName: string;
  /** Flat, with the `index.` prefix. */
  readonly settings: Settings;
  readonly mapping: JsonObject;
  readonly aliases: readonly AliasDefinition[];
  readonly cause: 'api' | 'auto(bulk api)';
}

export const create_index: Command<CreateIndexRequest> = {
  name: 'create_index',
  priority: 'URGENT',
  source: ({ name, cause }) => `create-index [${name}], cause [${cause}]`,
  execute: (state, request, environment) => {
    checkName(state, request.name);
    checkBlocks(state, [], { level: 'create_index' });
    checkBlocks(state, [], { level: 'metadata_write' });
    const templates = matchingTemplates(state, request.name);
    const settings = newSettings(state, templates, request, environment);
    const shape = indexShape(settings);
    checkShardLimit(state, shape.numberOfShards * (1 + shape.numberOfReplicas));
    const index: IndexMetadata = {
      ...shape,
      name: request.name,
      uuid: settings.get('index.uuid') ?? '',
      version: 1,
      mappingVersion: 1,
      settingsVersion: 1,
      aliasesVersion: 1,
      state: 'open',
      settings,
      mapping: newMapping(templates, request.mapping, settings),
      aliases: newAliases(state, templates, request),
      creationDateMs: environment.nowMs,
      primaryTerms: new Array<number>(shape.numberOfShards).fill(0),
      inSync: Array.from({ length: shape.numberOfShards }, () => []),
    };
    checkPartition(index);
    const next = replaceIndices(state, [index]);
    checkAliasSet(next.metadata.indices.values());
    return replaceRouting(next, [unassignedRouting(index, 'INDEX_CREATED', environment.nowMs)]);
  },
};

function checkName(state: ClusterState, name: string): void {
  checkIndexName(name);
  const existing = state.metadata.indices.get(name);
  if (existing) {
    throw new ApiError(
      'resource_already_exists_exception',
      `index ${indexLabel(existing)} already exists`,
      {
        metadata: { index: name, index_uuid: existing.uuid },
      },
    );
  }
  for (const index of state.metadata.indices.values()) {
    if (index.aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
  }
}

/** Template settings, lowest order first, then the request's, then what every index has. */
function newSettings(
  state: ClusterState,
  templates: readonly IndexTemplate[],
  request: CreateIndexRequest,
  environment: CommandEnvironment,
): Settings {
  checkPrivateSettings(request.settings);
  INDEX_SETTINGS.validate(request.settings);
  const settings = new Map<string, string>();
  for (const source of [...templates.map((template) => template.settings), request.settings]) {
    for (const [key, value] of source) settings.set(key, value);
  }
  const expand = settings.get('index.auto_expand_replicas');
  const replicas = autoExpandedReplicas(expand, dataNodes(state).length);
  if (replicas !== undefined) settings.set('index.number_of_replicas', String(replicas));
  if (!settings.has('index.number_of_shards')) settings.set('index.number_of_shards', '1');
  if (!settings.has('index.number_of_replicas')) settings.set('index.number_of_replicas', '1');
  settings.set('index.replication.type', 'DOCUMENT');
  settings.set('index.provided_name', request.providedName);
  settings.set('index.creation_date', String(environment.nowMs));
  settings.set('index.uuid', randomId(environment.random));
  settings.set('index.version.created', environment.indexVersion);
  return settings;
}

type Shape = Pick<
  IndexMetadata,
  'numberOfShards' | 'numberOfReplicas' | 'routingNumShards' | 'routingPartitionSize'
>;

function indexShape(settings: Settings): Shape {
  const numberOfShards = readSetting(settings, INDEX.creation.numberOfShards);
  const routingNumShards = settings.has('index.number_of_routing_shards')
    ? readSetting(settings, INDEX.creation.numberOfRoutingShards)
    : defaultRoutingNumShards(numberOfShards);
  checkRoutingNumShards(numberOfShards, routingNumShards);
  return {
    numberOfShards,
    numberOfReplicas: readSetting(settings, INDEX.creation.numberOfReplicas),
    routingNumShards,
    routingPartitionSize: readSetting(settings, INDEX.creation.routingPartitionSize),
  };
}

function newMapping(
  templates: readonly IndexTemplate[],
  requested: JsonObject,
  settings: Settings,
): JsonObject {
  const context = mappingContext(settings);
  const fromTemplates = templates.reduce<JsonObject>(
    (merged, template) => mergeMapping(merged, template.mapping, context),
    {},
  );
  readIndexSort(settings);
  const own = IndexMapping.parseInitial(requested, context).toJson();
  const mapping = templates.length === 0 ? own : mergeMapping(fromTemplates, own, context);
  checkSortable(settings, mapping);
  return mapping;
}

/** The request's aliases win over templates' of the same name; `{index}` in a template's stands for the index. */
function newAliases(
  state: ClusterState,
  templates: readonly IndexTemplate[],
  request: CreateIndexRequest,
): ReadonlyMap<string, AliasMetadata> {
  const aliases = new Map<string, AliasMetadata>();
  for (const template of templates) {
    for (const alias of template.aliases.values()) {
      const name = alias.name.replaceAll('{index}', request.name);
      if (name !== request.name) aliases.set(name, { ...alias, name });
    }
  }
  for (const definition of request.aliases) {
    if (definition.alias === request.name) {
      throw new ApiError(
        'invalid_alias_name_exception',
        `Invalid alias name [${request.name}], an index exists with the same name as the alias`,
      );
    }
    aliases.set(definition.alias, makeAlias(state, definition));
  }
  return aliases;
}

function checkPartition(index: IndexMetadata): void {
  const size = index.routingPartitionSize;
  if (size === 1) return;
  if (size >= index.numberOfShards) {
    throw new ApiError(
      'illegal_argument_exception',
      `partition size [${size}] should be a positive number less than the number of shards [${index.numberOfShards}] for [${index.name}]`,
    );
  }
  const routing = index.mapping._routing;
  if (!isJsonObject(routing) || routing.required !== true) {
    throw new ApiError(
      'illegal_argument_exception',
      `mapping type [_doc] must have routing required for partitioned index [${index.name}]`,
    );
  }
}
