/**
 * Node filters: `_all`, `_local`, `_master`, `_cluster_manager`, ids, names, addresses,
 * `role:true|false`, `attribute:value`, with wildcards, read from left to right.
 */
import { simpleMatch } from '@skein/base';
import type { ClusterNode, ClusterState } from '@skein/cluster';

import { splitList } from '@skein/http';

/**
 * The ids of the nodes that a filter selects, in the order of the state; all nodes if there is no
 * filter.
 */
export function chosenNodes(
  state: ClusterState,
  filter: string | undefined,
  localNodeId: string,
): readonly string[] {
  const all = [...state.nodes.values()];
  const words = filter === undefined ? [] : splitList(filter);
  if (words.length === 0) return all.map((node) => node.id);
  const chosen = new Set<string>();
  for (const word of words) {
    const removes = word.endsWith(':false') && isRole(word.slice(0, -':false'.length));
    const text = removes ? word.replace(/:false$/, ':true') : word;
    for (const node of all.filter((one) => fits(one, text, state, localNodeId))) {
      if (removes) chosen.delete(node.id);
      else chosen.add(node.id);
    }
  }
  return all.map((node) => node.id).filter((id) => chosen.has(id));
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  master: 'master',
  cluster_manager: 'master',
  data: 'data',
  ingest: 'ingest',
  remote_cluster_client: 'remote_cluster_client',
};

function isRole(word: string): boolean {
  return word === 'coordinating_only' || Object.hasOwn(ROLE_WORDS, word);
}

function fits(node: ClusterNode, word: string, state: ClusterState, localNodeId: string): boolean {
  switch (word) {
    case '_all':
      return true;
    case '_local':
      return node.id === localNodeId;
    case '_master':
    case '_cluster_manager':
      return node.id === state.masterNodeId;
  }
  const names = [node.id, node.name, node.host, node.transportAddress];
  return names.some((name) => simpleMatch(word, name)) || hasQuality(node, word);
}

/** True if the node matches `role:true` or `attribute:value`. */
function hasQuality(node: ClusterNode, word: string): boolean {
  const colon = word.indexOf(':');
  if (colon <= 0) return false;
  const [name, value] = [word.slice(0, colon), word.slice(colon + 1)];
  if (isRole(name)) return value === 'true' && hasRole(node, name);
  return [...node.attributes].some(
    ([key, text]) => simpleMatch(name, key) && simpleMatch(value, text),
  );
}

function hasRole(node: ClusterNode, word: string): boolean {
  const roles: readonly string[] = node.roles;
  if (word === 'coordinating_only') {
    return !roles.some((role) => role === 'master' || role === 'data' || role === 'ingest');
  }
  return roles.includes(ROLE_WORDS[word] ?? word);
}
