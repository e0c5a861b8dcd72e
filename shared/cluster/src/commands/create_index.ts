/** A new index: name, settings and templates, mapping, aliases, unassigned shards. */
import type { JsonObject } from '@skein/content';
import { IndexMapping } from '@skein/mapping';
import { INDEX_SETTINGS, readIndexSort, type Settings } from '@skein/settings';
import type { ClusterState } from '../state/cluster_state.js';
import type { AliasMetadata } from '../state/index_metadata.js';
import type { IndexTemplate } from '../state/template.js';
import { matchingTemplates } from '../state/template_match.js';
import type { AliasDefinition } from './alias_rules.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { checkSortable, mappingContext } from './mapping_context.js';
import {
  checkNewName,
  requestedAliases,
  routingNumShardsOf,
  setIdentity,
  setInitialReplicas,
  withNewIndex,
} from './new_index.js';
import { checkMergeScheduler, checkPrivateSettings } from './settings_rules.js';
import { withDefaults } from './template_mappings.js';

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
  *execute(state, request, environment) {
    checkNewName(state, request.name);
    const templates = matchingTemplates(state, request.name);
    const settings = newSettings(state, templates, request, environment);
    return withNewIndex(
      state,
      {
        name: request.name,
        settings,
        routingNumShards: routingNumShardsOf(settings),
        mapping: yield* makingMapping(templates, request.mapping, settings),
        aliases: newAliases(state, templates, request),
        primaryTerm: 0,
      },
      environment,
    );
  },
};

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
  checkMergeScheduler(settings);
  setInitialReplicas(state, settings);
  if (!settings.has('index.number_of_shards')) settings.set('index.number_of_shards', '1');
  setIdentity(settings, request.providedName, environment);
  settings.set('index.version.created', environment.indexVersion);
  return settings;
}

function* makingMapping(
  templates: readonly IndexTemplate[],
  requested: JsonObject,
  settings: Settings,
): Generator<void, JsonObject> {
  const context = mappingContext(settings);
  readIndexSort(settings);
  const joined = templates.reduceRight<JsonObject>(
    (own, template) => withDefaults(own, template.mapping),
    requested,
  );
  const parsed = yield* IndexMapping.parsingInitial(joined, context);
  const mapping = yield* parsed.rendering();
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
  for (const [name, alias] of requestedAliases(state, request.name, request.aliases)) {
    aliases.set(name, alias);
  }
  return aliases;
}
