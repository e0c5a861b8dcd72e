/**
 * Spreads the copies of a shard over the values of node attributes (`zone`): no value holds more
 * than its share, rounded up. With forced values the share of a value without nodes stays unused.
 */
import { CLUSTER } from '@skein/settings';
import { no, type Verdict, yes } from '../decision.js';
import type { NodeLoad } from '../placements.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';

const OFF = yes(
  `allocation awareness is not enabled, set cluster setting [${CLUSTER.allocation.awareness.key}] to enable it`,
);
const MET = yes('node meets all awareness attribute requirements');

export const awareness: Decider = {
  name: 'awareness',
  canAllocate: (candidate, load, context) => judge(candidate, load, context, true),
  canRemain: (candidate, load, context) => judge(candidate, load, context, false),
};

function judge(
  candidate: Candidate,
  load: NodeLoad,
  context: AllocationContext,
  isComing: boolean,
): Verdict {
  const { awareness: attributes } = context.rules;
  if (attributes.length === 0) return OFF;
  for (const attribute of attributes) {
    const value = load.node.attributes.get(attribute);
    if (value === undefined) {
      return no(
        () =>
          `node does not contain the awareness attribute [${attribute}]; required attributes cluster setting [${CLUSTER.allocation.awareness.key}=${attributes.join(',')}]`,
      );
    }
    const refusal = tooMany(candidate, { attribute, value, isComing }, context);
    if (refusal !== undefined) return refusal;
  }
  return MET;
}

function tooMany(
  { shard, copy }: Candidate,
  { attribute, value, isComing }: { attribute: string; value: string; isComing: boolean },
  context: AllocationContext,
): Verdict | undefined {
  const { nodes } = context.placements;
  const others = isComing ? shard.copies.filter((other) => other !== copy) : shard.copies;
  const here = others.filter((other) => {
    const nodeId = other.relocation?.nodeId ?? other.nodeId ?? '';
    return nodes.get(nodeId)?.node.attributes.get(attribute) === value;
  });
  const allocated = here.length + (isComing ? 1 : 0);
  const values = valuesOf(attribute, context);
  const limit = Math.ceil(shard.copies.length / values);
  if (allocated <= limit) return undefined;
  return no(
    () =>
      `there are too many copies of the shard allocated to nodes with attribute [${attribute}], there are [${shard.copies.length}] total configured shard copies for this shard id and [${values}] total attribute values, expected the allocated shard count per attribute [${allocated}] to be less than or equal to the upper bound of the required number of shards per attribute [${limit}]`,
  );
}

/** Number of values that share the copies: the nodes' values and the forced ones. */
function valuesOf(attribute: string, { placements, rules }: AllocationContext): number {
  const values = new Set(rules.forced.get(attribute));
  for (const { node } of placements.nodes.values()) {
    const value = node.attributes.get(attribute);
    if (value !== undefined) values.add(value);
  }
  return values.size;
}
