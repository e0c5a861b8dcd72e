/** May a shard copy be placed on a node? The rules that matter while replicas are not copied between nodes. */

import { simpleMatch } from '@skein/base';
import type { Settings } from '@skein/settings';
import { type ClusterNode, type ClusterState, clusterSettings } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import type { ShardCopy } from '../state/routing_table.js';

export interface Candidate {
  readonly state: ClusterState;
  readonly index: IndexMetadata;
  readonly copy: ShardCopy;
  readonly node: ClusterNode;
}

type Decider = (candidate: Candidate) => boolean;

export function canAllocate(candidate: Candidate): boolean {
  return [enabled, filtered, retriesLeft].every((decider) => decider(candidate));
}

/** `cluster.routing.allocation.enable`; the index's own setting wins. */
const enabled: Decider = ({ state, index, copy }) => {
  const setting =
    index.settings.get('index.routing.allocation.enable') ??
    clusterSettings(state).get('cluster.routing.allocation.enable') ??
    'all';
  switch (setting) {
    case 'none':
      return false;
    case 'primaries':
      return copy.primary;
    case 'new_primaries':
      return copy.primary && copy.recoverySource === 'EMPTY_STORE';
    default:
      return true;
  }
};

const filtered: Decider = ({ state, index, node }) =>
  passesFilters(clusterSettings(state), 'cluster.routing.allocation.', node) &&
  passesFilters(index.settings, 'index.routing.allocation.', node);

function passesFilters(settings: Settings, prefix: string, node: ClusterNode): boolean {
  const rules = (kind: string) =>
    [...settings].filter(([key, value]) => key.startsWith(`${prefix}${kind}.`) && value !== '');
  const matches = ([key, value]: readonly [string, string]) =>
    matchesNode(node, key.slice(key.lastIndexOf('.') + 1), value);
  const includes = rules('include');
  if (includes.length > 0 && !includes.some(matches)) return false;
  return rules('require').every(matches) && !rules('exclude').some(matches);
}

function matchesNode(node: ClusterNode, attribute: string, value: string): boolean {
  const actual = attributeOf(node, attribute);
  if (actual === undefined) return false;
  return value.split(',').some((pattern) => simpleMatch(pattern.trim(), actual));
}

function attributeOf(node: ClusterNode, attribute: string): string | undefined {
  switch (attribute) {
    case '_id':
      return node.id;
    case '_name':
      return node.name;
    case '_host':
    case '_ip':
    case '_host_ip':
    case '_publish_ip':
      return node.host;
    default:
      return node.attributes.get(attribute);
  }
}

const DEFAULT_MAX_RETRIES = 5;

/** `index.allocation.max_retries` failures in a row leave a copy unassigned until the index is reopened or rerouted. */
const retriesLeft: Decider = ({ index, copy }) => {
  const limit = Number(index.settings.get('index.allocation.max_retries') ?? DEFAULT_MAX_RETRIES);
  return (copy.unassigned?.failedAllocations ?? 0) < limit;
};
