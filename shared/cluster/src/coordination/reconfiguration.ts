/**
 * Chooses the voting nodes; the leader's host asks before it proposes a state. The number of voters
 * is odd, so that one more failure is survived. Live nodes come before lost ones and current voters
 * before others, so that the configuration changes rarely. Three voters and more never become fewer
 * than three by themselves; two become one, because two survive no failure and one survives that of
 * the other node. Excluded nodes never vote.
 */
import { isQuorum, type NodeId, type VotingConfig } from './published_state.js';

export interface ReconfigurationInput {
  readonly current: VotingConfig;
  readonly leader: NodeId;
  /** Live master-eligible members, including the leader. */
  readonly live: ReadonlySet<NodeId>;
  /** Nodes in `_cluster/voting_config_exclusions`. */
  readonly excluded: ReadonlySet<NodeId>;
  /** The setting `cluster.auto_shrink_voting_configuration`. */
  readonly autoShrink: boolean;
}

const FEWEST_BY_ITSELF = 3;

export function reconfigure(input: ReconfigurationInput): VotingConfig {
  const { current, live, excluded, autoShrink } = input;
  const electable = [...live].filter((node) => !excluded.has(node));
  const kept = current.filter((node) => !excluded.has(node));
  const size = autoShrink
    ? Math.max(oddAtMost(electable.length), kept.length < FEWEST_BY_ITSELF ? 1 : FEWEST_BY_ITSELF)
    : Math.max(oddAtMost(electable.length), kept.length);
  const candidates = [...new Set([...electable, ...kept])].sort(byPreference(input));
  const next = candidates.slice(0, size).sort();
  return isQuorum(next, live) ? next : current;
}

function oddAtMost(count: number): number {
  return count % 2 === 1 ? count : Math.max(count - 1, 0);
}

/**
 * The order of preference: live before lost, the leader before others, current voters before new
 * ones, then by id.
 */
function byPreference({ current, leader, live }: ReconfigurationInput) {
  const rank = (node: NodeId): number =>
    (live.has(node) ? 0 : 4) + (node === leader ? 0 : 2) + (current.includes(node) ? 0 : 1);
  return (a: NodeId, b: NodeId): number => rank(a) - rank(b) || (a < b ? -1 : 1);
}
