/** Settings of discovery, and of the first configuration of a new cluster. */
import { choiceSetting, listSetting, timeSetting } from '../setting_types.js';

export const DISCOVERY = {
  type: choiceSetting(
    [
      'discovery.type',
      'static',
      'single-node: the node never looks for other nodes; zen and multi-node: the node joins the nodes of discovery.seed_hosts',
    ],
    'zen',
    ['zen', 'single-node', 'multi-node'],
  ),
  seedHosts: listSetting([
    'discovery.seed_hosts',
    'static',
    'addresses at which the node looks for other nodes',
  ]),
  seedProviders: listSetting([
    'discovery.seed_providers',
    'static',
    'sources of seed addresses: settings (discovery.seed_hosts), file (unicast_hosts.txt in the configuration folder)',
  ]),
  initialStateTimeout: timeSetting(
    [
      'discovery.initial_state_timeout',
      'static',
      'longest time that a starting node waits for a master before it answers requests',
    ],
    '30s',
    '0ms',
  ),
  initialMasters: listSetting([
    'cluster.initial_master_nodes',
    'static',
    'names of the master-eligible nodes that form a new cluster',
  ]),
  initialManagers: listSetting([
    'cluster.initial_cluster_manager_nodes',
    'static',
    'names of the master-eligible nodes that form a new cluster; another name of cluster.initial_master_nodes',
  ]),
} as const;
