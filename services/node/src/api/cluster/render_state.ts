/** The cluster state in the form of the API, by metric. */
import {
  type AliasMetadata,
  type ClusterBlock,
  type ClusterState,
  type IndexMetadata,
  type IndexTemplate,
  isActive,
  type Relocation,
  type ShardCopy,
} from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { allocationJson, nodeJson, type VotingConfiguration } from '../../master_service/mod.js';
import { streamJson } from '../data_stream/get.js';
import { renderAlias } from '../indices/aliases/render_alias.js';
import { isoDate, renderSettings } from '../indices/render_settings.js';
import { storedScriptJson } from '../scripts/stored_script_json.js';
import { componentJson, composableJson } from '../templates/render_template.js';

export const STATE_METRICS: readonly string[] = [
  'version',
  'master_node',
  'cluster_manager_node',
  'blocks',
  'nodes',
  'metadata',
  'routing_table',
  'routing_nodes',
  'customs',
];

interface StateView {
  readonly metrics: ReadonlySet<string>;
  readonly indices: ReadonlySet<string>;
  /** True for deleted indices that may be shown. */
  readonly seesDeleted: (index: { readonly name: string }) => boolean;
  readonly flat: boolean;
  readonly voters: VotingConfiguration;
  /** The mapping of an index, as visible to the caller. */
  readonly mappingOf: (index: IndexMetadata) => JsonObject;
}

export function renderState(state: ClusterState, view: StateView): JsonObject {
  const part = (metric: string, render: () => JsonObject) =>
    view.metrics.has(metric) ? render() : {};
  const master = state.masterNodeId ?? null;
  return {
    ...part('version', () => ({ version: state.version, state_uuid: state.stateUuid })),
    ...part('master_node', () => ({ master_node: master })),
    ...part('cluster_manager_node', () => ({ cluster_manager_node: master })),
    ...part('blocks', () => ({ blocks: blocksJson(state, view) })),
    ...part('nodes', () => ({ nodes: nodesJson(state) })),
    ...part('metadata', () => ({ metadata: metadataJson(state, view) })),
    ...part('routing_table', () => ({ routing_table: routingTableJson(state, view) })),
    ...part('routing_nodes', () => ({ routing_nodes: routingNodesJson(state, view) })),
  };
}

function blocksJson({ blocks }: ClusterState, view: StateView): JsonObject {
  const indices = [...blocks.indices].filter(([name]) => view.indices.has(name));
  return {
    ...(blocks.global.length === 0 ? {} : { global: blockListJson(blocks.global) }),
    ...(indices.length === 0
      ? {}
      : {
          indices: Object.fromEntries(indices.map(([name, list]) => [name, blockListJson(list)])),
        }),
  };
}

function blockListJson(blocks: readonly ClusterBlock[]): JsonObject {
  return Object.fromEntries(
    blocks.map((block) => [
      String(block.id),
      { description: block.description, retryable: block.retryable, levels: block.levels },
    ]),
  );
}

function nodesJson({ nodes }: ClusterState): JsonObject {
  return Object.fromEntries([...nodes.values()].map((node) => [node.id, nodeJson(node)]));
}

function metadataJson(state: ClusterState, view: StateView): JsonObject {
  const { metadata } = state;
  const indices = [...metadata.indices.values()].filter((index) => view.indices.has(index.name));
  return {
    cluster_uuid: metadata.clusterUuid,
    cluster_uuid_committed: true,
    cluster_coordination: {
      term: state.term,
      last_committed_config: view.voters.committed,
      last_accepted_config: view.voters.accepted,
      voting_config_exclusions: metadata.votingExclusions.map(({ nodeId, nodeName }) => ({
        node_id: nodeId,
        node_name: nodeName,
      })),
    },
    ...(metadata.persistentSettings.size === 0
      ? {}
      : { settings: renderSettings(metadata.persistentSettings, view.flat) }),
    templates: Object.fromEntries(
      [...metadata.templates].map(([name, one]) => [name, templateJson(one, view)]),
    ),
    ...composablesJson(metadata),
    indices: Object.fromEntries(indices.map((index) => [index.name, indexJson(index, view)])),
    ...(metadata.storedScripts.size === 0
      ? {}
      : {
          stored_scripts: Object.fromEntries(
            [...metadata.storedScripts].map(([id, script]) => [id, storedScriptJson(script)]),
          ),
        }),
    ingest: {
      pipeline: [...metadata.pipelines].map(([id, config]) => ({ id, config })),
    },
    ...(metadata.searchPipelines.size === 0
      ? {}
      : {
          search_pipeline: {
            pipeline: [...metadata.searchPipelines].map(([id, config]) => ({ id, config })),
          },
        }),
    ...streamsJson(state),
    'index-graveyard': {
      tombstones: metadata.tombstones.filter(view.seesDeleted).map((tombstone) => ({
        index: { index_name: tombstone.name, index_uuid: tombstone.uuid },
        delete_date_in_millis: tombstone.deletedAtMs,
      })),
    },
  };
}

function streamsJson(state: ClusterState): JsonObject {
  const streams = [...state.metadata.dataStreams.values()];
  if (streams.length === 0) return {};
  const shown = streams.map((stream) => [stream.name, streamJson(state, stream)]);
  return { data_stream: { data_stream: Object.fromEntries(shown) } };
}

/** Omits kinds without entries. */
function composablesJson({
  indexTemplates,
  componentTemplates,
}: ClusterState['metadata']): JsonObject {
  const templates = [...indexTemplates].map(([name, one]) => [name, composableJson(one)]);
  const components = [...componentTemplates].map(([name, one]) => [name, componentJson(one)]);
  return {
    ...(templates.length === 0
      ? {}
      : { index_template: { index_template: Object.fromEntries(templates) } }),
    ...(components.length === 0
      ? {}
      : { component_template: { component_template: Object.fromEntries(components) } }),
  };
}

function templateJson(template: IndexTemplate, view: StateView): JsonObject {
  return {
    order: template.order,
    ...(template.version === undefined ? {} : { version: template.version }),
    index_patterns: template.patterns,
    settings: renderSettings(template.settings, view.flat),
    mappings: template.mapping,
    aliases: aliasesJson(template.aliases),
  };
}

function aliasesJson(aliases: ReadonlyMap<string, AliasMetadata>): JsonObject {
  return Object.fromEntries([...aliases].map(([name, alias]) => [name, renderAlias(alias)]));
}

function indexJson(index: IndexMetadata, view: StateView): JsonObject {
  const mapping = view.mappingOf(index);
  const byShard = (values: readonly JsonValue[]) =>
    Object.fromEntries(values.map((value, shardId) => [String(shardId), value]));
  return {
    version: index.version,
    mapping_version: index.mappingVersion,
    settings_version: index.settingsVersion,
    aliases_version: index.aliasesVersion,
    routing_num_shards: index.routingNumShards,
    state: index.state,
    settings: renderSettings(index.settings, view.flat),
    mappings: Object.keys(mapping).length === 0 ? {} : { _doc: mapping },
    aliases: [...index.aliases.keys()].sort(),
    primary_terms: byShard(index.primaryTerms),
    in_sync_allocations: byShard(index.inSync),
    rollover_info: {},
    // OpenSearch's system indices are those of its own modules and of plugins.
    system: false,
  };
}

function routingTableJson(state: ClusterState, view: StateView): JsonObject {
  const tables = [...state.routing.values()].filter((table) => view.indices.has(table.index));
  const indices = tables.map((table) => {
    const shards = table.shards.map((copies, shardId) => [
      String(shardId),
      copies.map((copy) => copyJson(copy, table.index, shardId)),
    ]);
    return [table.index, { shards: Object.fromEntries(shards) }];
  });
  return { indices: Object.fromEntries(indices) };
}

function routingNodesJson(state: ClusterState, view: StateView): JsonObject {
  const unassigned: JsonObject[] = [];
  const byNode = new Map<string, JsonObject[]>([...state.nodes.keys()].map((id) => [id, []]));
  for (const table of state.routing.values()) {
    if (!view.indices.has(table.index)) continue;
    table.shards.forEach((copies, shardId) => {
      for (const copy of copies) {
        const list = copy.nodeId === undefined ? unassigned : byNode.get(copy.nodeId);
        list?.push(copyJson(copy, table.index, shardId));
        const { relocation } = copy;
        if (relocation === undefined) continue;
        const arriving = arrivingJson(copy, relocation, { index: table.index, shardId });
        byNode.get(relocation.nodeId)?.push(arriving);
      }
    });
  }
  return { unassigned, nodes: Object.fromEntries(byNode) };
}

/** The copy that a relocating one fills. As in OpenSearch, only its node shows it. */
function arrivingJson(
  { nodeId, primary, allocationId }: ShardCopy,
  relocation: Relocation,
  { index, shardId }: { readonly index: string; readonly shardId: number },
): JsonObject {
  return {
    state: 'INITIALIZING',
    primary,
    node: relocation.nodeId,
    relocating_node: nodeId ?? null,
    shard: shardId,
    index,
    recovery_source: { type: 'PEER' },
    allocation_id: { id: relocation.allocationId, relocation_id: allocationId ?? null },
  };
}

function copyJson(copy: ShardCopy, index: string, shardId: number): JsonObject {
  const { unassigned: info } = copy;
  const recovers = !isActive(copy);
  return {
    state: copy.state,
    primary: copy.primary,
    node: copy.nodeId ?? null,
    relocating_node: copy.relocation?.nodeId ?? null,
    shard: shardId,
    index,
    ...(recovers ? { recovery_source: { type: copy.recoverySource } } : {}),
    ...allocationJson(copy),
    ...(info === undefined
      ? {}
      : {
          unassigned_info: {
            reason: info.reason,
            at: isoDate(info.atMs),
            ...(info.failedAllocations === 0 ? {} : { failed_attempts: info.failedAllocations }),
            delayed: info.delayed === true,
            ...(info.details === undefined ? {} : { details: info.details }),
            allocation_status: info.allocationStatus,
          },
        }),
  };
}
