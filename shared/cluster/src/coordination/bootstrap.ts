/**
 * The first configuration of a new cluster. A node creates it only if it is listed in
 * `cluster.initial_master_nodes`, holds no state and reaches more than half of the list; unknown
 * nodes get placeholders. Placeholders never vote, so two nodes that each bootstrap from the same
 * list need majorities that overlap in a real node.
 */
import { isBootstrapped } from './coordination_state.js';
import type { NodeId, VotingConfig } from './published_state.js';
import { persist, type Turn } from './turn.js';

const PLACEHOLDER = '{bootstrap-placeholder}-';

export function tickBootstrap(turn: Turn): void {
  const { state } = turn;
  const { identity, persistent } = state;
  if (identity.initialMasterNodes.length === 0 || isBootstrapped(state)) return;
  const config = initialConfig(turn);
  if (config === undefined) return;
  const accepted = { ...persistent.accepted, acceptedConfig: config, committedConfig: config };
  persist(turn, { accepted });
}

function initialConfig({ state: { identity, peers } }: Turn): VotingConfig | undefined {
  const names = [...new Set(identity.initialMasterNodes)];
  if (!identity.masterEligible || !names.includes(identity.name)) return undefined;
  const idOf = new Map<string, NodeId>([[identity.name, identity.id]]);
  for (const { id, name } of peers) {
    if (!names.includes(name)) continue;
    if (idOf.has(name)) return undefined;
    idOf.set(name, id);
  }
  if (idOf.size * 2 <= names.length) return undefined;
  return names.map((name) => idOf.get(name) ?? `${PLACEHOLDER}${name}`).sort();
}
