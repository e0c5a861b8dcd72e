/** Settings of discovery, and of the first configuration of a new cluster. */
import { choiceSetting, listSetting, timeSetting } from '../setting_types.js';

export const DISCOVERY = {
  type: choiceSetting(['discovery.type', 'static', 'one node alone, or many'], 'zen', [
    'zen',
    'single-node',
    'multi-node',
  ]),
  seedHosts: listSetting(['discovery.seed_hosts', 'static', 'where other nodes are looked for']),
  seedProviders: listSetting([
    'discovery.seed_providers',
    'static',
    'where more of them are named: settings, file (unicast_hosts.txt beside the configuration)',
  ]),
  initialStateTimeout: timeSetting(
    [
      'discovery.initial_state_timeout',
      'static',
      'how long a starting node waits for a master before it answers requests',
    ],
    '30s',
    '0ms',
  ),
  initialMasters: listSetting([
    'cluster.initial_master_nodes',
    'static',
    'names of the first master-eligible nodes',
  ]),
  initialManagers: listSetting([
    'cluster.initial_cluster_manager_nodes',
    'static',
    'names of the first master-eligible nodes',
  ]),
} as const;
