/**
 * A replica is never placed on a node older than its primary's, which could not read the primary's
 * data.
 */
import { no, yes } from '../decision.js';
import { primaryOfShard } from '../placements.js';
import type { Decider } from './decider.js';

const PRIMARY = yes('the primary shard is new or already existed on the node');
const UNASSIGNED = yes('no active primary shard yet');

export const node_version: Decider = {
  name: 'node_version',
  canAllocate: ({ shard, copy }, { node }, { placements }) => {
    if (copy.primary && copy.state === 'UNASSIGNED') return PRIMARY;
    const source = copy.primary ? copy.nodeId : primaryOfShard(shard)?.nodeId;
    const from = source === undefined ? undefined : placements.nodes.get(source)?.node.version;
    if (from === undefined) return UNASSIGNED;
    const kind = copy.primary ? 'relocate primary' : 'allocate replica';
    const what = copy.primary ? 'source' : 'primary';
    if (compareVersions(node.version, from) < 0) {
      return no(
        () =>
          `cannot ${kind} shard to a node with version [${node.version}] since this is older than the ${what} version [${from}]`,
      );
    }
    return {
      answer: 'YES',
      explain: () =>
        `can ${kind} shard to a node with version [${node.version}] since this is equal-or-newer than the ${what} version [${from}]`,
    };
  },
};

/** Compares versions by their numbers; a suffix (`-rc1`) is ignored. */
function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [a, b].map((text) => text.split(/[.-]/, 3).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] || 0) - (right?.[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
